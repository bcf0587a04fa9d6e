import { resolve } from 'node:path';

import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { ComparedCommits } from '../../ports/compared.ts';
import type { Hub } from '../../ports/git.ts';
import { formatComplaint, readConfig } from '../../plan/index.ts';
import type { ReviewCall } from './options.ts';
import { type ConfigOrigin, configOrigin, notesOf } from '../config-origin.ts';
import { readInput } from '../read-input.ts';
import { readerIn } from '../repository.ts';
import { pathIn } from './brought-judges.ts';

/** The configuration a review goes by, and what a reader has to know about where it is from. */
export type Settings = {
  readonly config: Config;
  readonly folder: string;
  readonly origin: ConfigOrigin;
  readonly notes: readonly string[];
};

const FILE = 'gauntlet.yaml';

type Between = Pick<ComparedCommits, 'from' | 'head' | 'commit'> & Partial<Pick<ComparedCommits, 'base'>>;

/**
 * The configuration of the base: a branch does not write the rules it is judged by (P9). One that nobody has committed
 * anywhere is the user's own, and is taken; one that the branch brings along is not, whatever its name.
 */
export async function settingsFor(
  call: ReviewCall,
  { top, peek }: { readonly top: string; readonly peek: Pick<Hub, 'file'> },
  compared: Between,
): Promise<Settings> {
  const named = call.options.config;
  const file = named === undefined ? FILE : pathIn(top, resolve(call.io.cwd, named));
  const here = named === undefined ? readerIn(top)(FILE) : (await readInput(named, call.io)).text;
  const folder = named === undefined ? top : resolve(call.io.cwd, named, '..');
  const sides = file === undefined ? null : await sidesOf(peek, compared, file);
  const used = usedOf(sides, { here, isNamed: named !== undefined });
  if (used === 'none' && named !== undefined)
    throw new GauntletError('FILE_UNREADABLE', `${file}: it is new on this branch, so it is not used yet`, {
      hint: 'Land the file first, or remove --config.',
    });
  const ref = compared.base?.found ?? compared.from;
  // Whoever names a file of their own knows that nobody else has it.
  const isOwn = sides === null || (named !== undefined && sides.base === undefined);
  const base = isOwn ? null : { ref, commit: compared.from, text: sides.base };
  const isBrought = sides !== null && sides.head !== sides.base;
  const origin = configOrigin({ file: file ?? named ?? FILE, base, here, used, isBrought });
  const text = { base: sides?.base, here, none: undefined }[used] ?? '';
  return { config: read(named ?? FILE, text), folder, origin, notes: notesOf(origin) };
}

type Sides = {
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly isNew: boolean;
};

async function sidesOf(peek: Pick<Hub, 'file'>, compared: Between, path: string): Promise<Sides> {
  const [base, head] = await Promise.all([
    textAt(peek, compared.from, path),
    textAt(peek, compared.head, path),
  ]);
  const { commit } = compared;
  const own = commit === null || base !== undefined ? undefined : await textAt(peek, commit, path);
  return { base, head, isNew: base === undefined && own !== undefined };
}

/**
 * A named one is a person's word, where the branch has not written it: a pipeline names a path, and what stands there is
 * what the branch under review has put there.
 */
function usedOf(
  sides: Sides | null,
  { here, isNamed }: { readonly here: string | undefined; readonly isNamed: boolean },
): 'base' | 'here' | 'none' {
  if (sides === null) return 'here';
  if (isNamed) {
    if (sides.base === undefined) return sides.isNew ? 'none' : 'here';
    return sides.base === here || sides.head === sides.base ? 'here' : 'base';
  }
  if (sides.base !== undefined) return 'base';
  return sides.head === undefined ? 'here' : 'none';
}

async function textAt(peek: Pick<Hub, 'file'>, at: string, path: string): Promise<string | undefined> {
  const bytes = await peek.file(at, path).catch(() => undefined);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function read(file: string, text: string): Config {
  const config = readConfig({ file, text });
  if (config.ok) return config.value;
  const lines = config.complaints.map((complaint) => formatComplaint(complaint).trimEnd());
  throw new GauntletError('CONFIG_INVALID', `nothing was reviewed:\n${lines.join('\n')}`, {
    hint: 'Fix the errors above. `gauntlet check` reports the same errors.',
  });
}
