import { Argument, Command, Option } from 'commander';

import type { CliCommand } from './command.ts';
import { exitCodesText } from './exit-codes.ts';
import type { OptionDefinition, OptionsOf } from './option-types.ts';

/** The option parser of one command, shared flags included. It throws where it would otherwise exit. */
export function buildCommand(command: CliCommand): Command {
  const parser = new Command(command.name).description(command.summary).exitOverride();
  // The texts are generated once, at build time, and must not depend on the terminal that builds them.
  parser.configureOutput({ getOutHelpWidth: () => 100, getErrHelpWidth: () => 100 });
  parser.configureHelp({ sortOptions: false });
  for (const [name, text, { choices, initial } = {}] of command.operands) {
    const operand = new Argument(name, text).default(initial);
    parser.addArgument(choices === undefined ? operand : operand.choices(choices));
  }
  for (const definition of [...command.options, ...sharedOptions]) parser.addOption(parsedOption(definition));
  if (command.note !== undefined) parser.addHelpText('after', command.note);
  return parser.helpOption('-h, --help', 'show this text');
}

const sharedOptions = [
  ['--json', 'print one JSON value instead of text'],
  ['--no-color', 'plain text (also: NO_COLOR)'],
  ['--cwd <dir>', 'look up files from this directory'],
] as const satisfies readonly OptionDefinition[];

export type SharedOptions = OptionsOf<typeof sharedOptions>;

function parsedOption([flags, text, settings = {}]: OptionDefinition): Option {
  const { choices, initial, repeatable = false, required = false } = settings;
  const option = new Option(flags, text).makeOptionMandatory(required);
  if (choices !== undefined) option.choices(choices);
  if (initial !== undefined) option.default(initial);
  if (repeatable) option.argParser((each, others?: readonly string[]) => [...(others ?? []), each]);
  return option;
}

/** The help text of one command, as its parser tells it. */
export function commandHelp(command: CliCommand): string {
  const own = buildCommand(command).helpInformation();
  return own.replace(`Usage: ${command.name}`, `Usage: gauntlet ${command.name}`);
}

/** The help text of the whole: every command in one line, and what the exit codes mean. */
export function siteHelp(commands: readonly CliCommand[]): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`);
  return [
    'Usage: gauntlet <command> [options]',
    '',
    'The quality gate between coding agents and your main branch.',
    '',
    'Commands:',
    ...lines,
    `  ${'help'.padEnd(width)}show this text, or that of one command`,
    '',
    'Options:',
    '  --json         print one JSON value instead of text (every command)',
    '  --no-color     plain text (also: NO_COLOR)',
    '  --cwd <dir>    look up files from this directory',
    '  -V, --version  show the version',
    '  -h, --help     show this text',
    '',
    exitCodesText(),
    '',
  ].join('\n');
}

/** Everything the entry can print by itself. */
export function helpTexts(commands: readonly CliCommand[]): Record<string, string> {
  const texts: Record<string, string> = { '': siteHelp(commands) };
  for (const command of commands) texts[command.name] = commandHelp(command);
  return texts;
}
