import { cellsOf, escapedCell, sanitize } from '../../formats/index.ts';

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
  const [cycle = '', reviewer = '', item = '', verdict = '', details = ''] = cellsOf(row) ?? [];
  return { cycle: /^\d{1,6}$/.test(cycle) ? Number(cycle) : 0, reviewer, item, verdict, details };
}

function writeCell(text: string): string {
  return escapedCell(cellText(text));
}

/** A text as a cell of the log has it. */
export function cellText(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: LONGEST_CELL });
}
