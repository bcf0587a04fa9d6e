import { readFile } from 'node:fs/promises';

/** The version of this program, from its sources; the build puts the plain number in the place of this file. */
export async function toolVersion(): Promise<string> {
  const file: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : '';
}
