import { unknownName } from '../../project/unknown-name.ts';
import fs from 'node:fs';
import { join, resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { AuditCall } from './audit-call.ts';
import { keepLast } from '../../project/kept/last-result.ts';
import { toolVersion } from '../../project/tool-version.ts';
import {
  auditFiles,
  type AuditFormat,
  auditFormats,
  type JudgedAudit,
  usualFormats,
  written,
} from './audit-formats.ts';
import { writeWhole } from '../../project/write-whole.ts';

/** Which formats go where. */
export type Outlet = {
  /** On stdout. */
  readonly stdout: AuditFormat | 'text';
  /** Into files; empty without `-o`. */
  readonly files: readonly { readonly format: AuditFormat | 'all'; readonly path: string }[];
};

/** Understands `--format`, `--json` and `-o` before anything is looked at. */
export function outletOf(call: AuditCall): Outlet {
  const asked = (call.options.format ?? []).map(formatNamed);
  const stdout = call.json ? 'json' : 'text';
  const output = call.options.output;
  if (output === undefined) {
    if (asked.length > 1)
      throw new GauntletError('USAGE_INVALID', 'several formats need a folder to go into', {
        hint: 'Say where: gauntlet audit --format sarif --format html -o reports',
      });
    return { stdout: call.json ? 'json' : (asked[0] ?? 'text'), files: [] };
  }
  const formats = asked.filter((each) => each !== 'text');
  const path = resolve(call.io.cwd, output);
  const [only] = formats;
  const isFolder = /[\\/]$/.test(output) || isDirectory(path) || formats.length !== 1;
  if (!isFolder && only !== undefined) return { stdout, files: [{ format: only, path }] };
  if (formats.length === 0) return { stdout, files: [{ format: 'all', path }] };
  return { stdout, files: formats.map((format) => ({ format, path: join(path, auditFiles[format]) })) };
}

function formatNamed(name: string): AuditFormat | 'text' {
  const known = ['text', ...auditFormats] as const;
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  const otherwise = `Formats: ${known.join(', ')}.`;
  throw unknownName(`there is no format "${name}"`, name, { known, otherwise });
}

function isDirectory(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type Reporting = { readonly call: AuditCall; readonly folder: string; readonly outlet: Outlet };

/** Writes the files that were asked for, and returns what goes to stdout; null: the text for people. */
export async function writeReports(
  judged: JudgedAudit,
  { call, folder, outlet }: Reporting,
): Promise<string | null> {
  const { since } = judged.audit;
  keepLast(
    folder,
    'audit',
    since === null ? 'the whole repository' : `changes since ${since.ref}`,
    judged.audit,
  );
  const writing = { folder, version: await toolVersion() };
  for (const { format, path } of outlet.files) {
    const formats = format === 'all' ? usualFormats : [format];
    for (const each of formats) {
      const file = format === 'all' ? join(path, auditFiles[each]) : path;
      writeWhole(file, written(each, judged, writing));
      call.io.say(`wrote ${file}`);
    }
  }
  return outlet.stdout === 'text' ? null : written(outlet.stdout, judged, writing);
}
