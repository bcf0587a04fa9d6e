import { Argument, Command, Option } from 'commander';

import type { CliCommand } from './command.ts';
import { exitCodesText } from '../model/exit-codes.ts';
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
  const named = takesEpic(command) ? [epicOption] : [];
  for (const definition of [...command.options, ...named, ...sharedOptions])
    parser.addOption(parsedOption(definition));
  if (command.note !== undefined) parser.addHelpText('after', command.note);
  return parser.helpOption('-h, --help', 'show this text');
}

const sharedOptions = [
  ['--json', 'print one JSON value instead of text'],
  ['--no-color', 'plain text (also: NO_COLOR)'],
  ['--cwd <dir>', 'resolve paths from this directory (default: the current one)'],
] as const satisfies readonly OptionDefinition[];

const epicOption = ['--epic <id>', 'same as the positional argument; every command accepts it'] as const;

/** Whether an epic is the operand of a command: then `--epic` names it too, as in commands about a ticket. */
export function takesEpic({ operands }: CliCommand): boolean {
  return operands[0]?.[0] === '[epic]';
}

export type SharedOptions = OptionsOf<typeof sharedOptions> & { readonly epic?: string | undefined };

function parsedOption([flags, text, settings = {}]: OptionDefinition): Option {
  const { choices, initial, repeatable = false, required = false } = settings;
  const option = new Option(flags, text).makeOptionMandatory(required);
  if (choices !== undefined) option.choices(choices);
  if (initial !== undefined) option.default(initial);
  if (repeatable) option.argParser((each, others?: readonly string[]) => [...(others ?? []), each]);
  return option;
}

/** The help text of one command, as its parser tells it. */
function commandHelp(command: CliCommand, name = command.name): string {
  const own = buildCommand(command).helpInformation();
  return own.replace(`Usage: ${command.name}`, `Usage: gauntlet ${name}`);
}

function groupHelp({ name, summary, verbs = [] }: CliCommand): string {
  return [
    `Usage: gauntlet ${name} <verb> [options]`,
    '',
    summary,
    '',
    ...rows(verbs),
    '',
    `gauntlet ${name} <verb> --help shows the options of a verb.`,
    '',
    ...shared,
    '',
  ].join('\n');
}

/** Commands under one heading of the help text. */
export type CommandGroup = { readonly title: string; readonly commands: readonly CliCommand[] };

/** The help text of the whole: the commands for every day, or all of them. */
function siteHelp(groups: readonly CommandGroup[], isAll: boolean): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return [
    'Usage: gauntlet <command> [options]',
    '',
    'The quality gate between coding agents and your main branch.',
    '',
    ...groups.flatMap(({ title, commands }) => [`${title}:`, ...rows(commands, width), '']),
    ...(isAll
      ? ['gauntlet help <command> shows the options of one command.']
      : ['More: gauntlet help --all']),
    '',
    ...shared,
    '  -V, --version  show the version',
    '',
    exitCodesText(),
    '',
  ].join('\n');
}

const shared = [
  'Options:',
  '  --json         print one JSON value instead of text (every command)',
  '  --no-color     plain text (also: NO_COLOR)',
  '  --cwd <dir>    resolve paths from this directory (default: the current one)',
  '  -h, --help     show this text',
];

function rows(commands: readonly CliCommand[], most = 0): readonly string[] {
  const width = Math.max(most, ...commands.map(({ name }) => name.length)) + 2;
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
}

/** How many groups are for every day: the rest is shown by `help --all`. */
const EVERY_DAY = 3;

/** Everything the entry can print by itself: by command, `group verb`, '' for the short help and `--all` for the whole. */
export function helpTexts(groups: readonly CommandGroup[]): Record<string, string> {
  const texts: Record<string, string> = {
    '': siteHelp(groups.slice(0, EVERY_DAY), false),
    '--all': siteHelp(groups, true),
  };
  for (const command of groups.flatMap(({ commands }) => commands)) {
    texts[command.name] = command.verbs === undefined ? commandHelp(command) : groupHelp(command);
    for (const verb of command.verbs ?? [])
      texts[`${command.name} ${verb.name}`] = commandHelp(verb, `${command.name} ${verb.name}`);
  }
  return texts;
}
