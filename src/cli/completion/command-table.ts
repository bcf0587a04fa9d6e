import type { CliCommand } from '../command.ts';
import { type CommandRow, tableOf } from './table-of.ts';

let known: readonly CliCommand[] = [];

/** Said by the list of commands, which names the one that asks: importing the list from here would be a circle. */
export function offerForCompletion(commands: readonly CliCommand[]): void {
  known = commands;
}

/** Every command with its flags, from the sources; the build puts the plain table in the place of this file. */
export async function readCommandTable(): Promise<readonly CommandRow[]> {
  return Promise.resolve(tableOf(known));
}
