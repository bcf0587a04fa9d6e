import {
  convergenceHealth,
  convergenceRatio,
  defaultConvergence,
  type ConvergenceHealth,
  type ConvergencePolicy,
} from '../../model/convergence.ts';
import { sanitize } from '../../formats/index.ts';
import { readRow, type ReviewLogEntry } from './review-log.ts';
import { scanRequirements, type LocatedItem, type Scan } from './scan.ts';

export type RequirementItem = {
  /** REQ-001 and the like at the start of the item; empty when it has none. */
  readonly id: string;
  readonly text: string;
  readonly line: number;
  readonly checked: boolean;
  readonly cycles: number;
};

/** What a REQUIREMENTS.md says about how far it is. */
export type RequirementsDocument = {
  readonly total: number;
  readonly checked: number;
  readonly ratio: number;
  readonly reviewCycles: number;
  readonly health: ConvergenceHealth;
  readonly escalated: readonly string[];
  readonly reasons: readonly string[];
  readonly items: readonly RequirementItem[];
  readonly log: readonly ReviewLogEntry[];
};

const LONGEST_TEXT = 300;
const MOST_REASONS = 50;
const ID = /^[*_`[(\s]{0,6}([A-Z][A-Z0-9]{0,15}(?:[-_.][A-Za-z0-9]{1,16}){0,4})(?![A-Za-z0-9-])/;
const MARKER = /\s?\(review_cycles:[ \t]{0,3}\d{1,6}\)/gi;

/** Header and ruler come first; a table without them begins with a cycle. */
const FIRST_ENTRY = /^\| ?\d/;

/** Reads REQUIREMENTS.md (TEAM-12). What may hide an open requirement makes the health unknown. */
export function parseRequirements(
  document: string,
  policy: ConvergencePolicy = defaultConvergence,
): RequirementsDocument {
  const scan = scanRequirements(document);
  const items = scan.items.map((item) => readItem(document, item));
  const total = items.length + scan.unlisted;
  const checked = items.filter((item) => item.checked).length;
  const reviewCycles = items.reduce((most, item) => Math.max(most, item.cycles), 0);
  const counts = { total, checked, reviewCycles };
  const gaps = gapsOf(scan, total);
  const escalated = items.filter((item) => !item.checked && item.cycles >= policy.escalateAfter);
  return {
    ...counts,
    ratio: convergenceRatio(counts),
    health: gaps.length > 0 ? 'unknown' : convergenceHealth(counts, policy),
    escalated: escalated.map((item) => `${item.id || `line ${item.line}`} (cycles: ${item.cycles})`),
    reasons: [...gaps, ...oddBoxes(scan), ...repeatedIds(items)].slice(0, MOST_REASONS),
    items,
    log: (scan.log?.rows ?? [])
      .map((row) => document.slice(row.start, row.end))
      .filter((row, position) => position > 1 || FIRST_ENTRY.test(row))
      .map(readRow),
  };
}

/** One item as it is read; `edit.ts` finds items by the same ids. */
export function readItem(document: string, item: LocatedItem): RequirementItem {
  const raw = document.slice(item.text.start, Math.min(item.text.end, item.text.start + 2 * LONGEST_TEXT));
  const text = sanitize(raw.replace(MARKER, ''), { singleLine: true, maxLength: LONGEST_TEXT });
  return {
    id: idOf(text),
    text,
    line: item.line,
    checked: isTicked(item),
    cycles: item.marker?.count ?? 0,
  };
}

/** The id that a text begins with, or ''. A word without a digit is no id. */
export function idOf(text: string): string {
  const id = ID.exec(text)?.[1] ?? '';
  return /\d/.test(id) ? id : '';
}

/** `[ x]` is not what a tick looks like anywhere, so it is none. */
export function isTicked(item: LocatedItem): boolean {
  return item.mark === 'x' || item.mark === 'X';
}

function gapsOf(scan: Scan, total: number): readonly string[] {
  return [
    ...(total === 0 ? ['no requirements: the document has no checkboxes'] : []),
    ...(scan.whole
      ? []
      : [
          'a code fence or comment is never closed, or the document is too long: not all checkboxes were read',
        ]),
    ...(scan.unlisted > 0
      ? [`${scan.unlisted} boxes after the first ${scan.items.length} were not read`]
      : []),
  ];
}

/** `[~]` or `[✓]` may mean anything, so it counts as open. */
function oddBoxes(scan: Scan): readonly string[] {
  return scan.items.flatMap((item) => {
    const mark = sanitize(item.mark, { singleLine: true });
    if (mark === '' || item.mark === '☐' || isTicked(item)) return [];
    const shown = item.isBare ? mark : `[${mark}]`;
    return [`line ${item.line}: ${shown} is neither ticked nor empty and counts as open`];
  });
}

function repeatedIds(items: readonly RequirementItem[]): readonly string[] {
  const lines = new Map<string, number[]>();
  for (const { id, line } of items) {
    if (id !== '') lines.set(id, [...(lines.get(id) ?? []), line]);
  }
  return [...lines]
    .filter(([, all]) => all.length > 1)
    .map(([id, all]) => `${id} is on lines ${all.slice(0, 5).join(', ')}`);
}
