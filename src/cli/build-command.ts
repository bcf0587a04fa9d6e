import { Command } from 'commander';

import type { CliCommand } from './command.ts';
import { exitCodesText } from './exit-codes.ts';

/** The option parser of one command, shared flags included. It throws where it would otherwise exit. */
export function buildCommand(command: CliCommand): Command {
  const parser = new Command(command.name).description(command.summary).exitOverride();
  // The texts are generated once, at build time, and must not depend on the terminal that builds them.
  parser.configureOutput({ getOutHelpWidth: () => 100, getErrHelpWidth: () => 100 });
  parser.configureHelp({ sortOptions: false });
  command.define(parser);
  return parser
    .option('--json', 'print one JSON value instead of text')
    .option('--no-color', 'plain text (also: NO_COLOR)')
    .option('--cwd <dir>', 'look up files from this directory')
    .helpOption('-h, --help', 'show this text');
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
