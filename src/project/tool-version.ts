import { readFile } from 'node:fs/promises';

/** The version of this program, from its sources; the build puts the plain number in the place of this file. */
export async function toolVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { version: unknown }).version);
}
