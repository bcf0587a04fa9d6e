import fs from 'node:fs';
import { join, relative, resolve } from 'node:path';

import type { Excuses } from '../../audit/index.ts';
import { type BaselineEntry, readBaseline } from '../../formats/index.ts';
import { branchTips } from '../../git/index.ts';
import type { AuditCall } from './audit-call.ts';
import { type SettledFiles, settledFiles } from './settled-files.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { Waiver } from '../../model/finding-memory.ts';
import { matches, readConfig, readWaivers, type Refusal, takeValue } from '../../plan/index.ts';
import type { Tree } from '../../../packages/scan/index.ts';
import { repositoryOf } from '../../project/repository.ts';
import { CONFIG } from '../../project/settings/judging-config.ts';

/** Where an audit looks, and what the repository says about it. */
export type AuditInputs = {
  readonly folder: string;
  /** Of the folder in its repository, with a slash at its end; empty at the top. */
  readonly prefix: string;
  readonly config: Config;
  readonly waivers: readonly Waiver[];
  readonly baseline: BaselinePlace;
  /** What of these was not taken as it lies in the folder, and why. */
  readonly notes: readonly string[];
};

/** The file of old findings; no entries where there is none yet. */
export type BaselinePlace = {
  readonly path: string;
  /** As it is named to people. */
  readonly file: string;
  readonly entries: readonly BaselineEntry[] | null;
};

const BASELINE = '.gauntlet-baseline.json';

/** Reads all settings first: what is wrong with them is said before anything is looked at. */
export async function readAuditInputs(call: AuditCall): Promise<AuditInputs> {
  const folder = folderOf(call);
  const { since } = call.options;
  const target = since === undefined ? await branchTips(folder, null) : [];
  const top = repositoryOf(join(folder, CONFIG), folder);
  const prefix = folder === top ? '' : `${relative(top, folder).replaceAll('\\', '/')}/`;
  const files = settledFiles(since, target);
  // A baseline that was removed here is not brought back.
  const own = settledFiles(since);
  const { config, home } = configOf(call, [folder, top], files);
  return {
    folder,
    prefix,
    config,
    waivers: waiversOf(config, home, files),
    baseline: baselineOf(call, { folder, home, config, files: own }),
    notes: [...files.notes, ...own.notes],
  };
}

function folderOf({ operands, io }: AuditCall): string {
  const named = operands[0] ?? '.';
  const folder = resolve(io.cwd, named);
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return folder;
  const problem = found === undefined ? 'there is no such folder' : 'it is a file, not a folder';
  throw new GauntletError('USAGE_INVALID', `${named}: ${problem}`, {
    hint: 'Name the folder of the repository: gauntlet audit path/to/it',
  });
}

/** The one named, else that of the folder, else that of its repository. */
function configOf(
  call: AuditCall,
  folders: readonly string[],
  files: SettledFiles,
): { readonly config: Config; readonly home: string } {
  const named = call.options.config;
  const places =
    named === undefined ? folders.map((folder) => join(folder, CONFIG)) : [resolve(call.io.cwd, named)];
  const path = places.find((place) => files.has(place)) ?? (named === undefined ? undefined : places[0]);
  const file = named ?? CONFIG;
  const text = path === undefined ? undefined : files.text(path, file);
  return {
    config: takeValue(readConfig({ file, text }), notScanned(file)),
    home: path === undefined ? (folders[0] ?? '') : resolve(path, '..'),
  };
}

function waiversOf({ waivers }: Config, home: string, files: SettledFiles): readonly Waiver[] {
  if (waivers === null) return [];
  const text = files.text(join(home, waivers), waivers);
  return takeValue(readWaivers({ file: waivers, text }), notScanned(waivers));
}

type Around = {
  readonly folder: string;
  readonly home: string;
  readonly config: Config;
  readonly files: SettledFiles;
};

function baselineOf(call: AuditCall, { folder, home, config: { scans }, files }: Around): BaselinePlace {
  const { baseline } = call.options;
  const flag = typeof baseline === 'string' ? baseline : undefined;
  const file = flag ?? scans.baseline ?? BASELINE;
  const path =
    flag === undefined ? join(scans.baseline === null ? folder : home, file) : resolve(call.io.cwd, flag);
  if (baseline === false) return { path, file, entries: null };
  const isAsked = flag !== undefined || scans.baseline !== null;
  if (!files.has(path) && (!isAsked || call.options.updateBaseline === true))
    return { path, file, entries: null };
  const read = readBaseline(files.text(path, file));
  if (read.ok) return { path, file, entries: read.entries };
  throw new GauntletError('CONFIG_INVALID', `${file} is not a baseline: ${read.because}`, {
    hint: 'Restore it from git, or remove it and write a new one: gauntlet audit --update-baseline',
  });
}

function notScanned(file: string): Refusal {
  const hint = `Fix ${file}, then run the audit again.`;
  return { code: 'CONFIG_INVALID', problem: 'nothing was scanned', hint };
}

/** The tree with what the settings ignore marked: nobody reads it, and everybody knows that it is there. */
export function withoutIgnored(tree: Tree, { config, prefix }: AuditInputs): Tree {
  const globs = config.scans.ignore;
  if (globs.length === 0) return tree;
  const { entries, left } = tree.list();
  const isIgnored = (path: string): boolean => globs.some((glob) => matches(glob, prefix + path));
  const marked = entries.map((entry) =>
    isIgnored(entry.path) ? { ...entry, leave: 'ignored by scans.ignore' } : entry,
  );
  return { ...tree, list: () => ({ entries: marked, left }) };
}

export const USUAL_FAIL_ON = 'HIGH';

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

/** What the caller and the repository fail and excuse; `usual` is what fails where the caller does not say. */
export function excusesOf(
  { options }: AuditCall,
  { waivers, baseline, config }: Pick<AuditInputs, 'waivers' | 'baseline' | 'config'>,
  usual: Severity = USUAL_FAIL_ON,
): Excuses {
  return {
    failOn: milder(options.failOn ?? usual, config.audit.severityGate),
    waivers,
    baseline: baseline.entries ?? [],
    today: new Date().toISOString().slice(0, 10),
  };
}
