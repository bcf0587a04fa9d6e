import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import { exactly, type Infer, listOf, openMapOf, text, whole } from '../schema/shape.ts';
import { sanitize } from './sanitize.ts';

/** One old finding that a repository has said it knows of. */
const entry = openMapOf({
  fingerprint: text({ least: 1 }),
  /** How many findings are the same by fingerprint. */
  count: whole(1),
  rule: text(),
  file: text(),
  message: text(),
  /** The day on which it was taken in, `2026-11-15`, and why. */
  adopted: text(),
  reason: text(),
});

export type BaselineEntry = Infer<typeof entry>;

export type ReadBaseline =
  | { readonly ok: true; readonly entries: readonly BaselineEntry[] }
  | { readonly ok: false; readonly because: string };

const VERSION = 1;
const baseline = openMapOf({ version: exactly(VERSION), findings: listOf(entry) });

/** The file as people see it in a review: one entry a line, sorted, so that a change shows what came and went. */
export function writeBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.toSorted(byPlace).map((entry) => `    ${visibleJson(inOrder(entry))}`);
  const findings = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": ${VERSION},\n  "findings": ${findings}\n}\n`;
}

/** Reads it back. What is not exactly a baseline is refused: half of one would hide or invent findings. */
export function readBaseline(json: string): ReadBaseline {
  try {
    const value: unknown = JSON.parse(json);
    if (fits(baseline, value)) return { ok: true, entries: value.findings };
    return { ok: false, because: problemTexts(baseline, value)[0] ?? '' };
  } catch {
    return { ok: false, because: 'it is not JSON' };
  }
}

function inOrder({ rule, file, fingerprint, count, message, adopted, reason }: BaselineEntry): BaselineEntry {
  const words = (said: string): string => sanitize(said, { singleLine: true, maxLength: 300 });
  return { rule, file, fingerprint, count, message: words(message), adopted, reason: words(reason) };
}

/** By rule and place first, because people read it; the fingerprint settles the rest. */
function byPlace(a: BaselineEntry, b: BaselineEntry): number {
  const key = ({ rule, file, fingerprint }: BaselineEntry): string =>
    JSON.stringify([rule, file, fingerprint]);
  const [left, right] = [key(a), key(b)];
  return left < right ? -1 : Number(left > right);
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (unseen) =>
    Array.from({ length: unseen.length }, (_, at) => unseen.charCodeAt(at).toString(16).padStart(4, '0'))
      .map((hex) => `\\u${hex}`)
      .join(''),
  );
}
