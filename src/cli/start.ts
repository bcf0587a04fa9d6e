import { nearest } from '../schema/nearest.ts';

/** What the entry knows without loading a command: its version and the help texts, by command ('' = all). */
export type Site = {
  readonly version: string;
  readonly help: Readonly<Record<string, string>>;
};

/** What to do with a command line: print something and stop, refuse it, or load one command. */
export type Start =
  | { readonly kind: 'print'; readonly text: string }
  | {
      readonly kind: 'refuse';
      readonly text: string;
      /** The same for stdout, where JSON was asked for. */
      readonly json?: string;
    }
  | { readonly kind: 'run'; readonly command: string; readonly args: readonly string[] };

/** Reads only as much of the command line as it takes to know which file has to be loaded, if any. */
export function startOf(argv: readonly string[], site: Site): Start {
  const start = understood(argv, site);
  if (start.kind !== 'refuse' || !asksFor(['--json'], argv)) return start;
  const isHelp = start.text === helpOf('', site);
  const message = isHelp ? 'no command is given' : start.text.slice('gauntlet: '.length).trimEnd();
  const error = { code: 'USAGE_INVALID', message, hint: 'gauntlet help lists the commands.', data: {} };
  return { ...start, json: `${JSON.stringify({ error, exitCode: 2 }, undefined, 2)}\n` };
}

function understood(argv: readonly string[], site: Site): Start {
  const at = commandIndex(argv);
  const before = argv.slice(0, at);
  if (before.includes('--version') || before.includes('-V'))
    return { kind: 'print', text: `${site.version}\n` };
  if (asksForHelp(before)) return { kind: 'print', text: helpOf('', site) };

  const command = argv[at];
  if (command === undefined) return { kind: 'refuse', text: helpOf('', site) };
  const after = argv.slice(at + 1);
  if (command === 'help') return help(after[0] ?? '', site);
  if (!isCommand(command, site)) return { kind: 'refuse', text: unknownCommand(command, site) };
  if (asksForHelp(after)) return { kind: 'print', text: helpOf(command, site) };
  return { kind: 'run', command, args: before.concat(after) };
}

/** The shared flags may stand before the command; `--cwd` is the only one of them that takes a value. */
function commandIndex(argv: readonly string[]): number {
  let index = 0;
  while (index < argv.length) {
    const word = argv[index] ?? '';
    if (!word.startsWith('-')) return index;
    index += word === '--cwd' ? 2 : 1;
  }
  return argv.length;
}

function asksForHelp(words: readonly string[]): boolean {
  return asksFor(['--help', '-h'], words);
}

function asksFor(flags: readonly string[], words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const options = end === -1 ? words : words.slice(0, end);
  return options.some((word) => flags.includes(word));
}

function help(command: string, site: Site): Start {
  if (command === '' || isCommand(command, site)) return { kind: 'print', text: helpOf(command, site) };
  return { kind: 'refuse', text: unknownCommand(command, site) };
}

function isCommand(word: string, site: Site): boolean {
  return word !== '' && Object.keys(site.help).includes(word);
}

function helpOf(command: string, site: Site): string {
  return site.help[command] ?? '';
}

function unknownCommand(word: string, site: Site): string {
  const names = Object.keys(site.help).filter((name) => name !== '');
  const meant = nearest(word, names);
  const next = meant === undefined ? `Commands: ${names.join(', ')}.` : `Did you mean "${meant}"?`;
  return `gauntlet: there is no command "${printable(word)}". ${next}\n`;
}

/** A command line can hold anything a terminal would obey. */
function printable(word: string): string {
  return word.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
}
