export type Location = { readonly file: string; readonly line: number };

export const nowhere: Location = { file: '', line: 0 };

/** Longer than any path worth reporting; keeps a hostile bullet from costing anything. */
const LONGEST = 300;

const NOTHING = new Set([
  '',
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'none',
  'unknown',
  'not applicable',
  'general',
  'project',
]);

/** Quotes, emphasis and `./` say nothing about the place. */
const LEADING = /^(?:[`*"'<>\s]|\.\/)+/;
const TRAILING = /[`*"'<>\s,;:]+$/;

/** `a.ts:5`, `a.ts:5-9`, `a.ts:5:12`, `a.ts#L5`, `a.ts line 5`, `a.ts (lines 5–9)`, each perhaps with words after. */
const WITH_LINE =
  /^(.*?)\s*(?:[:#]\s*L?|[,(]?\s*\b(?:at )?lines?:?\s*)(\d{1,9})(?:\s?[-–:,]\s?L?\d{1,9})*\)?(?:\s.*)?$/i;

/** `a.ts (the handler)`: what follows a name with an extension is prose. */
const WITH_PROSE = /^(\S+\.[A-Za-z0-9]{1,8})\s+[(–—-].*$/;

/** Reads one place, however it was written, into a POSIX path and a line (0 when none was given). */
export function parseLocation(text: string): Location {
  const bare = strip(text.slice(0, LONGEST).replaceAll('\\', '/'));
  if (NOTHING.has(bare.toLowerCase())) return nowhere;
  const placed = WITH_LINE.exec(bare);
  if (placed === null) return { file: strip(bare.replace(WITH_PROSE, '$1')), line: 0 };
  const [, path = '', digits = ''] = placed;
  const inner = parseLocation(path);
  if (inner.file === '') return nowhere;
  return inner.line > 0 ? inner : { file: inner.file, line: Number(digits) };
}

/** The places of one File bullet: usually one, sometimes a list, in a line or below one another. */
export function parseLocations(text: string): readonly Location[] {
  const [first = '', ...below] = text.slice(0, LONGEST_LIST).split('\n');
  const listed = below
    .map((line) => line.replace(/^\s*[-*+•]\s/, '').trim())
    .filter((line) => PATH_LIKE.test(line));
  return [...splitList(first), ...listed].map(parseLocation).filter((location) => location.file !== '');
}

function splitList(line: string): readonly string[] {
  const parts = line.split(/[,;] /).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => PATH_LIKE.test(part)) ? parts : [line];
}

const LONGEST_LIST = 10 * LONGEST;
const PATH_LIKE = /^[^\s]{1,300}\.[A-Za-z][^\s]{0,40}$/;

/** The form we write; `parseLocation` reads it back to the same place. */
export function writeLocation(location: Location): string {
  if (location.file === '') return 'N/A';
  return location.line > 0 ? `${location.file}:${location.line}` : location.file;
}

function strip(text: string): string {
  return text.replace(LEADING, '').replace(TRAILING, '');
}
