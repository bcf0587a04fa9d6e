import { sanitize } from '../sanitize.ts';

/** One row of the Review Log: who judged which item in which cycle, and what was wrong. */
export type ReviewLogEntry = {
  readonly cycle: number;
  readonly reviewer: string;
  readonly item: string;
  readonly verdict: string;
  readonly details: string;
};

export const logHeader: readonly string[] = [
  '| cycle | reviewer | item | verdict | details |',
  '| --- | --- | --- | --- | --- |',
];

const LONGEST_CELL = 500;

export function writeRow(entry: ReviewLogEntry): string {
  const words = [entry.reviewer, entry.item, entry.verdict, entry.details].map(writeCell);
  return `| ${[String(entry.cycle), ...words].join(' | ')} |`;
}

export function readRow(row: string): ReviewLogEntry {
  const [, cycle = '', reviewer = '', item = '', verdict = '', details = ''] = splitCells(row);
  return {
    cycle: /^\d{1,6}$/.test(cycle) ? Number(cycle) : 0,
    reviewer,
    item,
    verdict,
    details,
  };
}

function writeCell(text: string): string {
  return cellText(text).replaceAll('|', '\\|');
}

/** A cell's text as the table can hold it. */
function cellText(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: LONGEST_CELL });
}

/** At every bar that no backslash takes its meaning from. */
function splitCells(row: string): readonly string[] {
  const cells: string[] = [];
  let start = 0;
  for (let at = row.indexOf('|'); at !== -1; at = row.indexOf('|', at + 1)) {
    if (row[at - 1] === '\\') continue;
    cells.push(row.slice(start, at));
    start = at + 1;
  }
  return cells.map((cell) => cellText(cell.replaceAll('\\|', '|')));
}
