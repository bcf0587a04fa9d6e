import type { CliCommand } from '../command.ts';
import { type CommandRow, tableOf } from './table-of.ts';

/** Every command with its flags, from the sources; the build puts the plain table in the place of this file. */
export async function readCommandTable(): Promise<readonly CommandRow[]> {
  // The list of commands names the one that asks for it, so it is looked up when asked and not imported.
  const list = new URL('../commands/index.ts', import.meta.url).href;
  const { commands } = (await import(list)) as { readonly commands: readonly CliCommand[] };
  return tableOf(commands);
}
