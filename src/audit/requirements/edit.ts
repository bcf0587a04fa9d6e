import { isTicked, readItem } from './requirements-document.ts';
import { logHeader, writeRow, type ReviewLogEntry } from './review-log.ts';
import { scanRequirements, type LocatedItem, type TextSpan } from './scan.ts';

/** The new text, the ids that were changed, and why others were not. */
export type Edited = {
  readonly text: string;
  readonly changed: readonly string[];
  readonly problems: readonly string[];
};

type Change = TextSpan & { readonly put: string };

const MOST_CYCLES = 999_999;

/** Ticks boxes and changes nothing else. Who may ask for it is decided by `ticksFrom` in the audit room. */
export function tick(document: string, ids: readonly string[]): Edited {
  return editItems(document, ids, (item) => (isTicked(item) ? [] : [mark(item, 'x')]));
}

export function untick(document: string, ids: readonly string[]): Edited {
  return editItems(document, ids, (item) => (item.mark.trim() === '' ? [] : [mark(item, ' ')]));
}

function mark({ box, isBare }: LocatedItem, put: string): Change {
  return { ...box, put: isBare ? `[${put}]` : put };
}

/** One more cycle for each of these items; an item without a marker gets one at the end of its line. */
export function raiseCycles(document: string, ids: readonly string[]): Edited {
  return editItems(document, ids, (item) => {
    const { marker } = item;
    if (marker !== undefined) return [{ ...marker, put: String(Math.min(marker.count + 1, MOST_CYCLES)) }];
    const text = document.slice(item.text.start, item.text.end);
    const end = item.text.start + text.trimEnd().length;
    return [{ start: end, end, put: ' (review_cycles: 1)' }];
  });
}

/** Adds rows to the Review Log, which is begun at the end of the document when there is none. */
export function appendReviewLog(document: string, entries: readonly ReviewLogEntry[]): Edited {
  const { log, whole } = scanRequirements(document);
  if (entries.length === 0) return { text: document, changed: [], problems: [] };
  if (!whole && log === undefined) {
    return {
      text: document,
      changed: [],
      problems: ['the document ends inside a code fence or comment, or is too large'],
    };
  }
  const eol = /\r\n?|\n/.exec(document)?.[0] ?? '\n';
  const rows = entries.map(writeRow);
  const lastRow = log?.rows.at(-1);
  const at = lastRow?.end ?? log?.headingEnd ?? document.length;
  const begun = log === undefined ? ['## Review Log', '', ...logHeader] : ['', ...logHeader];
  const lines = lastRow === undefined ? [...begun, ...rows] : rows;
  const put = lines.map((line) => eol + line).join('');
  const isLast = at === document.length;
  const gap = log === undefined && document !== '' && !/[\r\n]$/.test(document) ? eol : '';
  const text = document.slice(0, at) + gap + put + (isLast ? eol : '') + document.slice(at);
  return { text, changed: entries.map((entry) => entry.item), problems: [] };
}

function editItems(
  document: string,
  ids: readonly string[],
  changesOf: (item: LocatedItem) => readonly Change[],
): Edited {
  const byId = itemsById(document);
  const changes: Change[] = [];
  const changed: string[] = [];
  const problems: string[] = [];
  for (const id of new Set(ids)) {
    const [item, second] = byId.get(id) ?? [];
    if (item === undefined) problems.push(`${id} is not in the document`);
    else if (second !== undefined) problems.push(`${id} is on lines ${item.line} and ${second.line}`);
    else {
      const own = changesOf(item);
      changes.push(...own);
      if (own.length > 0) changed.push(id);
    }
  }
  return { text: apply(document, changes), changed, problems };
}

function itemsById(document: string): ReadonlyMap<string, readonly LocatedItem[]> {
  const byId = new Map<string, LocatedItem[]>();
  for (const item of scanRequirements(document).items) {
    const { id } = readItem(document, item);
    const same = byId.get(id);
    if (same === undefined) byId.set(id, [item]);
    else same.push(item);
  }
  byId.delete('');
  return byId;
}

function apply(document: string, changes: readonly Change[]): string {
  const sorted = [...changes].sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, put } of sorted) {
    pieces.push(document.slice(from, start), put);
    from = end;
  }
  return pieces.join('') + document.slice(from);
}
