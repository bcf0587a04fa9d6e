import { formatComplaint } from '../../src/schema/complaint.ts';
import { readFile } from '../../src/schema/yaml-source.ts';
import { type Script, scriptShape } from './script-shape.ts';

export type ReadScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly complaints: readonly string[] };

/** Reads a script; everything that is wrong with it is said at once, by line. */
export function readScript(text: string, file: string): ReadScript {
  const read = readFile(scriptShape(), { file, text }, null);
  return read.ok
    ? { ok: true, script: read.value }
    : { ok: false, complaints: read.complaints.map(formatComplaint) };
}
