import { sanitize } from '../sanitize.ts';

/** One old finding that a repository has said it knows of. */
export type BaselineEntry = {
  readonly fingerprint: string;
  /** How many findings are the same by fingerprint. */
  readonly count: number;
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  /** The day on which it was taken in, `2026-11-15`, and why. */
  readonly adopted: string;
  readonly reason: string;
};

export type ReadBaseline =
  | { readonly ok: true; readonly entries: readonly BaselineEntry[] }
  | { readonly ok: false; readonly because: string };

const VERSION = 1;

/** The file as people see it in a review: one entry a line, sorted, so that a change shows what came and went. */
export function writeBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.toSorted(byPlace).map((entry) => `    ${visibleJson(inOrder(entry))}`);
  const findings = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": ${VERSION},\n  "findings": ${findings}\n}\n`;
}

/** Reads it back. What is not exactly a baseline is refused: half of one would hide or invent findings. */
export function readBaseline(text: string): ReadBaseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is no JSON');
  }
  if (!isRecord(value) || value['version'] !== VERSION) return refused(`its version is not ${VERSION}`);
  const { findings } = value;
  if (!Array.isArray(findings)) return refused('it has no list of findings');
  const entries: BaselineEntry[] = [];
  for (const [index, each] of findings.entries()) {
    const entry = entryOf(each);
    if (entry === undefined) return refused(`findings[${index}] is not an entry`);
    entries.push(entry);
  }
  return { ok: true, entries };
}

function refused(because: string): ReadBaseline {
  return { ok: false, because };
}

function entryOf(value: unknown): BaselineEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { count } = value;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) return undefined;
  const words = texts.map((key) => value[key]);
  const [fingerprint, rule, file, message, adopted, reason] = words;
  if (typeof fingerprint !== 'string' || fingerprint === '') return undefined;
  if (typeof rule !== 'string' || typeof file !== 'string' || typeof message !== 'string') return undefined;
  if (typeof adopted !== 'string' || typeof reason !== 'string') return undefined;
  return { fingerprint, count, rule, file, message, adopted, reason };
}

const texts = ['fingerprint', 'rule', 'file', 'message', 'adopted', 'reason'] as const;

function inOrder({ rule, file, fingerprint, count, message, adopted, reason }: BaselineEntry): BaselineEntry {
  const words = (text: string): string => sanitize(text, { singleLine: true, maxLength: 300 });
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
