import { type CommandRow, tableOf } from './table-of.ts';

/** Every command with its flags, from the sources; the build puts the plain table in the place of this file. */
export async function readCommandTable(): Promise<readonly CommandRow[]> {
  const { commands } = await import('../commands/index.ts');
  return tableOf(commands);
}
