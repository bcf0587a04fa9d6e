import { nearest } from '../schema/nearest.ts';

/** What the entry knows without loading a command: its version and the help texts, by command ('' = all). */
export type ProgramInfo = {
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
export function startOf(argv: readonly string[], site: ProgramInfo): Start {
  const start = understood(argv, site);
  if (start.kind !== 'refuse' || !asksFor(['--json'], argv)) return start;
  const isHelp = start.text === helpOf('', site);
  const message = isHelp ? 'no command is given' : start.text.slice('gauntlet: '.length).trimEnd();
  const error = { code: 'USAGE_INVALID', message, hint: 'gauntlet help lists the commands.', data: {} };
  return { ...start, json: `${JSON.stringify({ error, exitCode: 2 }, undefined, 2)}\n` };
}

function understood(argv: readonly string[], site: ProgramInfo): Start {
  const at = commandIndex(argv);
  const before = argv.slice(0, at);
  if (before.includes('--version') || before.includes('-V'))
    return { kind: 'print', text: `${site.version}\n` };
  if (asksForHelp(before)) return { kind: 'print', text: helpOf('', site) };
  const [command, ...after] = argv.slice(at);
  if (command === undefined)
    return before.includes('--json')
      ? { kind: 'refuse', text: helpOf('', site) }
      : { kind: 'run', command: WELCOME, args: before };
  if (command === 'help') return help(after, site);
  const [name, verb, rest] = nameOf(command, after, site);
  const key = verb === undefined ? name : `${name} ${verb}`;
  if (name === '' || !isCommand(name, site)) return { kind: 'refuse', text: unknownCommand(command, site) };
  if (asksForHelp(rest)) return { kind: 'print', text: helpOf(key, site) };
  if (!isCommand(key, site)) return { kind: 'refuse', text: unknownVerb(name, verb ?? '', site) };
  return { kind: 'run', command: name, args: [...(verb === undefined ? [] : [verb]), ...before, ...rest] };
}

/** Shows what was found here, where no command is named. */
const WELCOME = 'welcome';

type Named = readonly [name: string, verb: string | undefined, rest: readonly string[]];

/** `ticket retry` and its alias `retry` are the same: a group, its verb and the rest. */
function nameOf(word: string, after: readonly string[], site: ProgramInfo): Named {
  if (verbsOf(word, site).length > 0) {
    const [verb = '', ...rest] = after;
    return verb.startsWith('-') ? [word, undefined, after] : [word, verb, rest];
  }
  const alias = isCommand(word, site) ? undefined : keys(site).find((key) => key.endsWith(` ${word}`));
  return alias === undefined ? [word, undefined, after] : [alias.slice(0, alias.indexOf(' ')), word, after];
}

function verbsOf(group: string, site: ProgramInfo): readonly string[] {
  return keys(site)
    .filter((key) => key.startsWith(`${group} `))
    .map((key) => key.slice(group.length + 1));
}

function keys(site: ProgramInfo): readonly string[] {
  return Object.keys(site.help);
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

function help([word = '', ...more]: readonly string[], site: ProgramInfo): Start {
  const [name, verb] = nameOf(word, more, site);
  const key = verb === undefined || verb === '' ? name : `${name} ${verb}`;
  if (isCommand(key, site)) return { kind: 'print', text: helpOf(key, site) };
  return { kind: 'refuse', text: unknownCommand(word, site) };
}

function isCommand(word: string, site: ProgramInfo): boolean {
  return keys(site).includes(word);
}

function helpOf(command: string, site: ProgramInfo): string {
  return site.help[command] ?? '';
}

/** Commands of earlier versions. */
const moved: Readonly<Record<string, string>> = {
  waive: 'dismiss --until DAY',
  plan: 'do "TEXT"',
};

function unknownCommand(word: string, site: ProgramInfo): string {
  const now = Object.hasOwn(moved, word) ? moved[word] : undefined;
  if (now !== undefined) return `gauntlet: "${word}" is now: gauntlet ${now}\n`;
  const names = keys(site).filter((key) => /^[a-z]+$/.test(key));
  const words = keys(site).map((key) => key.slice(key.indexOf(' ') + 1));
  const meant = nearest(word, words);
  const next = meant === undefined ? `Commands: ${names.join(', ')}.` : `Did you mean "${meant}"?`;
  return `gauntlet: there is no command "${printable(word)}". ${next}\n`;
}

function unknownVerb(group: string, word: string, site: ProgramInfo): string {
  const verbs = verbsOf(group, site);
  const meant = nearest(word, verbs);
  const next = meant === undefined ? `Verbs: ${verbs.join(', ')}.` : `Did you mean "${meant}"?`;
  const problem = word === '' ? 'needs a verb' : `has no verb "${printable(word)}"`;
  return `gauntlet: "gauntlet ${group}" ${problem}. ${next}\n`;
}

/** A command line can hold anything a terminal would obey. */
function printable(word: string): string {
  return word.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
}
