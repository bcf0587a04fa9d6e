import type { Finding, Grounding } from '../model/finding.ts';

/** What is known about the judged commit and what it was judged by. */
export type GroundFacts = {
  /** The lines of a file at the judged commit, or undefined if there is no such file. */
  fileLines(path: string): readonly string[] | undefined;
  /** Ids of the acceptance criteria. */
  readonly criteria: readonly string[];
  /** Ids of the rules a finding may say are not kept. */
  readonly rules: readonly string[];
  /** Files that must exist. */
  readonly requiredPaths: readonly string[];
  /** JSON verdicts have to quote what they complain about. */
  readonly quotesNeeded: boolean;
  /** Whether code that is quoted in a message must be in the file, wherever it is there. */
  readonly quotesHold?: boolean;
};

export type Grounded = { readonly kept: readonly Finding[]; readonly setAside: readonly Finding[] };

/** A quote may be this many lines away from the line it was given for: agents count badly. */
const REACH = 3;

/**
 * Parts findings that hold on to something real from those that do not (design: findings must be grounded). Nothing
 * is dropped: what is set aside is shown and logged, and only not sent on (REWORK-10).
 */
export function ground(findings: readonly Finding[], facts: GroundFacts): Grounded {
  const judged = findings.map((finding) => ({ ...finding, grounding: groundingOf(finding, facts) }));
  return {
    kept: judged.filter(({ grounding }) => grounding !== 'setAside'),
    setAside: judged.filter(({ grounding }) => grounding === 'setAside'),
  };
}

/** There were findings, and not one of them holds: neither a pass nor a reason for rework. */
export function allSetAside({ kept, setAside }: Grounded): boolean {
  return kept.length === 0 && setAside.length > 0;
}

function groundingOf(finding: Finding, facts: GroundFacts): Grounding {
  const path = insidePath(finding.file);
  if (path === undefined) return 'setAside';
  const lines = path === '' ? undefined : facts.fileLines(path);
  const found = lines === undefined ? absent(finding, path, facts) : present(finding, lines, facts);
  // Scans and gates computed what they report; without a place it is still a fact.
  return found === 'setAside' && isComputed(finding) ? finding.grounding : found;
}

/** The path without a leading `./`; undefined when it leaves the repository, whatever is there. */
function insidePath(file: string): string | undefined {
  const path = file.replace(/^(?:\.\/)+/, '');
  return path.startsWith('/') || path.split('/').includes('..') ? undefined : path;
}

/** About a file that is there. */
function present(finding: Finding, lines: readonly string[], facts: GroundFacts): Grounding {
  if (!Number.isInteger(finding.line) || finding.line < 0 || finding.line > lines.length) return 'setAside';
  const quotes = quotesOf(finding);
  if (quotes.some((quote) => isQuoted(quote, finding, lines))) return 'quoted';
  if (facts.quotesHold === true && quotes.length > 0 && !quotes.some((quote) => isInside(quote, lines)))
    return 'setAside';
  if (!facts.quotesNeeded) return 'located';
  // What is missing cannot be quoted, and evidence that is not there is false; a message may quote what should be there.
  const isFalse = normalise(finding.evidence) !== '';
  return !isFalse && namesWhatIsMissing(finding, facts) ? 'missing' : 'setAside';
}

/** What is quoted as evidence, or else within the message: formats without a place for evidence ask for it there. */
function quotesOf({ evidence, message }: Finding): readonly string[] {
  if (normalise(evidence) !== '') return [evidence];
  return [...message.matchAll(QUOTED)]
    .map((found) => found[1] ?? found[2] ?? found[3] ?? '')
    .filter((quote) => normalise(quote).length >= SHORTEST_QUOTE && quote.length <= LONGEST_QUOTE);
}

/** Also those that count for nothing: what stands between two of them is no quote. */
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|“([^“”\n]+)”/g;

/** Shorter ones are single words that stand everywhere. */
const SHORTEST_QUOTE = 4;
const LONGEST_QUOTE = 300;

/** About a file that is not there, or about no file at all. */
function absent(finding: Finding, path: string, facts: GroundFacts): Grounding {
  if (facts.requiredPaths.includes(path)) return 'missing';
  // A line of a file that does not exist is made up, whatever rule it is said to break.
  if (path !== '' && finding.line !== 0) return 'setAside';
  return namesWhatIsMissing(finding, facts) ? 'missing' : 'setAside';
}

function isQuoted(quote: string, { line }: Finding, lines: readonly string[]): boolean {
  const words = normalise(quote);
  if (line === 0) return normalise(lines.join(' ')).includes(words);
  const from = Math.max(0, line - 1 - REACH);
  const to = line + REACH + lineBreaks(quote);
  return normalise(lines.slice(from, to).join(' ')).includes(words);
}

function isInside(quote: string, lines: readonly string[]): boolean {
  return normalise(lines.join(' ')).includes(normalise(quote));
}

function lineBreaks(text: string): number {
  return text.trim().split('\n').length - 1;
}

function namesWhatIsMissing(finding: Finding, facts: GroundFacts): boolean {
  const names = [...facts.criteria, ...facts.rules, ...missingPaths(facts)];
  return names.includes(finding.rule) || names.some((name) => mentions(finding.message, name));
}

function missingPaths(facts: GroundFacts): readonly string[] {
  return facts.requiredPaths.filter((path) => facts.fileLines(path) === undefined);
}

/** The name stands in the text as a whole: AC1 is not mentioned by "AC12". */
function mentions(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (!WORD.test(before) && !WORD.test(after)) return true;
  }
  return false;
}

const WORD = /[\w/-]/;

function isComputed({ source }: Finding): boolean {
  return source.kind === 'scan' || source.kind === 'gate';
}

/** Spaces do not matter, nor the backticks a quote came wrapped in. */
function normalise(text: string): string {
  // A pattern with `\s+` would need a stack as deep as the longest run of spaces.
  const line = text.split(/\s/).filter(Boolean).join(' ');
  let from = 0;
  let to = line.length;
  while (line[from] === '`') from += 1;
  while (to > from && line[to - 1] === '`') to -= 1;
  return line.slice(from, to).trim();
}
