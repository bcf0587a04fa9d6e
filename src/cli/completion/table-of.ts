import { buildCommand } from '../build-command.ts';
import type { CliCommand } from '../command.ts';

/** What a shell has to know of a command to complete it. */
export type CommandRow = {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly { readonly flag: string; readonly choices: readonly string[] }[];
  /** Commands of their own behind its name. */
  readonly verbs: readonly CommandRow[];
};

/** From the definitions themselves: what is completed is what is understood. */
export function tableOf(commands: readonly CliCommand[]): readonly CommandRow[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    flags: [
      ...buildCommand(command).options.flatMap(({ long, argChoices }) =>
        long === undefined ? [] : [{ flag: long, choices: argChoices ?? [] }],
      ),
      { flag: '--help', choices: [] },
    ],
    verbs: tableOf(command.verbs ?? []),
  }));
}
