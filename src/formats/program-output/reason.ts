import { sanitize } from '../sanitize.ts';

/** What is said last says why; more is not looked at. */
const LONGEST_OUTPUT = 64_000;
/** The beginning of a line tells what it is. */
const LONGEST_LINE = 1000;

/**
 * The one line of a program's output that says why it failed, at most `maxLength` long; empty where nothing was said.
 * In TAP the first failed test says so, with its name.
 * A line that states an error wins over one that denies something, that over the name of a failed test, and that over
 * the last line. Frames, source lines, banners, counts and the words of package managers about themselves say nothing.
 */
export function outputReason(output: string, maxLength = 300): string {
  const printed = printedLines(output);
  const tap = tapReason(printed)?.text;
  if (tap !== undefined) return sanitize(tap, { singleLine: true, maxLength });
  const weighed = weigh(printed);
  const chosen = chosenIn(weighed);
  return chosen === -1 ? '' : sanitize(whole(weighed, chosen), { singleLine: true, maxLength });
}

/** The end of an output as lines that are clean and bounded. */
export function printedLines(output: string): readonly string[] {
  const text = sanitize(output.slice(-LONGEST_OUTPUT).replaceAll('\r', '\n'));
  return withoutUsage(text.split('\n').map((line) => line.slice(0, LONGEST_LINE)));
}

/** Which of the printed lines says why; -1 where nothing was said. */
export function reasonIndex(printed: readonly string[]): number {
  return tapReason(printed)?.at ?? chosenIn(weigh(printed));
}

/**
 * The last lines of an output, without frames and other noise, moved up where the line that says why stands above them:
 * for whoever wants to see more than the reason.
 */
export function lastLines(output: string, most = 8): readonly string[] {
  const printed = printedLines(output);
  const said = [...printed.keys()].filter((index) => weightOf(bare(printed[index] ?? '')) > weight.nothing);
  const reason = said.indexOf(reasonIndex(printed));
  const from = Math.max(0, Math.min(said.length - most, reason === -1 ? Infinity : reason - 1));
  return said.slice(from, from + most).map((index) => sanitize(printed[index] ?? '', { maxLength: 300 }));
}

/** Lines without the help that npm prints behind its error: it is longer than the reason, and says nothing of it. */
export function withoutUsage(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => /^npm (?:error|ERR!) Usage:$/.test(line.trimEnd()));
  if (from === -1) return lines;
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !/^npm (?:error|ERR!)/.test(line) || / Run "npm help /.test(line));
  // The line that describes the command stands before its usage, between empty ones.
  return [...lines.slice(0, Math.max(0, from - 2)), ...(end === -1 ? [] : withoutUsage(rest.slice(end + 1)))];
}

type Weighed = { readonly lines: readonly string[]; readonly weights: readonly number[] };

function weigh(printed: readonly string[]): Weighed {
  const lines = printed.map(bare);
  const weights = lines.map(weightOf);
  const coded = lines.findLastIndex((line) => NPM_CODE.test(line));
  const stated = weights.findIndex((each, index) => coded !== -1 && index > coded && each > weight.nothing);
  if (stated !== -1) weights[stated] = weight.stated;
  return { lines, weights };
}

function chosenIn({ lines, weights }: Weighed): number {
  const most = weights.reduce((a, b) => Math.max(a, b), 0);
  if (most === weight.nothing) return -1;
  const best = [...weights.keys()].filter((index) => weights[index] === most);
  return theOne(best, lines, most);
}

const weight = { nothing: 0, said: 1, marked: 2, denied: 3, stated: 4 } as const;

/** The last one, since what comes later knows more; of diagnostics and failed tests the first, since the others follow. */
function theOne(best: readonly number[], lines: readonly string[], most: number): number {
  const last = best.at(-1) ?? 0;
  if (most === weight.marked) return best[0] ?? 0;
  if (!DIAGNOSTIC.test(lines[last] ?? '')) return last;
  return best.find((index) => DIAGNOSTIC.test(lines[index] ?? '')) ?? last;
}

/** A line that ends in a colon goes on in the next one that says anything, and the name of a Go test in its message. */
function whole({ lines, weights }: Weighed, chosen: number): string {
  const line = lines[chosen] ?? '';
  const unlocked = lines.find((each) => /^(?:Missing|Invalid): .* lock file/.test(each));
  if (unlocked !== undefined && line.includes('npm ci')) return `${unlocked}: ${line}`;
  if (!line.endsWith(':') && !/^FAIL: \S+ \([\d.]+s\)$/.test(line)) return line;
  const next = weights.findIndex((each, index) => index > chosen && each > weight.nothing);
  return next === -1 ? line : `${line} ${lines[next] ?? ''}`;
}

/** Prefixes that name the speaker: npm, pytest, the level of a logger. */
const PREFIX = /^\s*(?:npm (?:error|ERR!)(?:\s+enoent\b)?|E(?= {2})|\[(?:warn|error)\])\s*/;

function bare(line: string): string {
  return FRAME.test(line) ? '' : line.replace(PREFIX, '').trim().replaceAll(RULE, '').trim();
}

/** Lines drawn around a heading. */
const RULE = /^[=_─-]{3,}|[=_─-]{3,}$/g;

/** An indented `at …`, or a place in Python; numbered frames and source lines of every kind. */
const FRAME = /^\s+at |^\s*(?:File "|❯ |› )|^\s*(?:>\s*)?\d*\s*\||^\s*\d+: /;

const NOISE = [
  // Nothing but marks: rules, carets, braces.
  /^[^\p{L}\p{N}]*$/u,
  // Versions, and what is about to be run.
  /^Node\.js v\d|^TAP version|^> \S+@\d|^> |^\$ /,
  // Package managers and make about themselves and about the program that failed.
  /^npm (?:warn|notice)\b/i,
  /complete log of this run|^Lifecycle script|ELIFECYCLE|^(?:code|errno|syscall|path|command|signal|location|workspace) \S+|^command failed$|^make(?:\[\d+\])?: \*\*\* \[/,
  // Progress, and how long it took.
  /^\W*\d{1,3} ?%|^[\u2800-\u28ff]|^Progress:|^(?:Time|Duration|Start at|Finished in|Done in)\b/i,
  /^Traceback|^Require stack|^Ran all test suites/,
];

/** npm says its own trouble in the line behind its code, and then how it is used. */
const NPM_CODE = /^code E(?!LIFECYCLE)[A-Z0-9]+$/;

const COUNT =
  /\b\d+ (?:\w+ )?(?:errors?|problems?|failures?|failed|failing|passing|passed|tests?|specs?|total)\b|\((?:failures|errors)=/i;
/** A count that is stated like an error. */
const FOLLOWS = /due to (?:\d+|the) previous|failed with (?:exit )?code \d+/i;
const STATED =
  /(?:^|[\s:\])>(])(?:[\w.]*(?:Error|Exception)|error|ERROR|fatal|FATAL ERROR|panic|CONFLICT)(?:\s?[[(][\w-]+[\])])?(?:\s+TS\d+)?(?:: |:$|\s{2,}\S)/;
const CAUSE = /^\[cause\]:/;
const DIAGNOSTIC = /^(?:\S+[:(])?\d+[:,]\d+\)?:?\s+(?:- )?error\b|^\S+:\d+(?::\d+)?:\s+(?:fatal )?error\b/;
const DENIED =
  /\b(?:not|no|never|cannot|unable|missing|denied|refused|unexpected|invalid|unknown|undefined|unsupported|expected|exceeded|out of|time(?:d )?out)\b|n't\b|\bfailed to\b/i;
const MARKED = /^(?:\d+\) )?(?:FAIL(?:ED)?\b|ERROR\b|not ok\b|[✖✘✗×●⨯])/;

function weightOf(line: string): number {
  if (NOISE.some((noise) => noise.test(line))) return weight.nothing;
  if (FOLLOWS.test(line)) return weight.said;
  if (STATED.test(line)) return CAUSE.test(line) ? weight.denied : weight.stated;
  if (COUNT.test(line) || line.startsWith('# ')) return weight.said;
  if (MARKED.test(line)) return weight.marked;
  return DENIED.test(line) && line.includes(' ') ? weight.denied : weight.said;
}

const FAILED = /^ *not ok\b(?: \d+)?(?: -)? (.*)$/;
const SPARED = / # *(?:skip|todo)\b/i;
/** node:test about points that only repeat what failed inside of them. */
const EMPTY = /^(?:test failed|\d+ subtests? failed)$/;

/** The first failed test of a TAP output and its message, `name: message`; undefined where no details say it. */
function tapReason(lines: readonly string[]): { readonly text: string; readonly at: number } | undefined {
  for (const [at, line] of lines.entries()) {
    const name = FAILED.exec(line)?.[1];
    if (name === undefined || SPARED.test(line) || !/^ +---$/.test(lines[at + 1] ?? '')) continue;
    const end = lines.findIndex((each, index) => index > at && each.trim() === '...');
    const message = errorIn(lines.slice(at + 2, end === -1 ? at + 40 : end));
    if (message !== '' && !EMPTY.test(message)) return { text: `${name.trim()}: ${message}`, at };
  }
  return undefined;
}

/** The value of `error:`, which may be a quoted or a block scalar of YAML, in one line. */
function errorIn(details: readonly string[]): string {
  const at = details.findIndex((line) => /^ +error:/.test(line));
  const [, indent = '', value = ''] = /^( +)error: *(.*)$/.exec(details[at] ?? '') ?? [];
  if (!/^[|>][-+\d]*$/.test(value)) return unquoted(value.trim());
  const rest = details.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `));
  const block = end === -1 ? rest : rest.slice(0, end);
  return block
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function unquoted(value: string): string {
  const [, mark = '', inner = value] = /^(['"])(.*)\1$/.exec(value) ?? [];
  return mark === "'" ? inner.replaceAll("''", "'") : inner;
}
