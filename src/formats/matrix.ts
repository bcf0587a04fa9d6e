import { checkName } from '../model/checks.ts';
import { oneLine } from './text/sections.ts';

/** One cell of the environment matrix: a check, run in one environment. */
export type MatrixRow = {
  readonly check: string;
  readonly environment: string;
  /** null where the cell holds no number. */
  readonly exitCode: number | null;
  readonly result: 'PASS' | 'FAIL';
};

export type Matrix = {
  readonly rows: readonly MatrixRow[];
  /** Rows that contradict themselves or could not be read. */
  readonly reasons: readonly string[];
};

const MAX_ROWS = 1000;

/**
 * Reads every table with the columns Check, Environment, Exit Code and Result, in whatever order, by trimmed cells.
 * A row that claims a pass it does not show is a FAIL.
 */
export function readMatrix(lines: readonly string[]): Matrix {
  const rows: MatrixRow[] = [];
  const reasons: string[] = [];
  let columns: Columns | null = null;
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells === null) {
      columns = null;
      continue;
    }
    const header = columnsOf(cells);
    columns = header ?? columns;
    if (header !== null || columns === null || isRule(cells)) continue;
    if (rows.length === MAX_ROWS)
      return { rows, reasons: [...reasons, `matrix: more than ${MAX_ROWS} rows`] };
    const { row, reason } = readRow(cells, columns);
    if (row !== null) rows.push(row);
    if (reason !== null) reasons.push(reason);
  }
  return { rows, reasons };
}

/** Writes the table that `readMatrix` reads back to the same rows. */
export function writeMatrix(rows: readonly MatrixRow[]): string {
  const header = ['| Check | Environment | Exit Code | Result |', '| --- | --- | --- | --- |'];
  const body = rows.map(({ check, environment, exitCode, result }) =>
    [check, environment, exitCode === null ? '' : String(exitCode), result].map(escapedCell).join(' | '),
  );
  return [...header, ...body.map((cells) => `| ${cells} |`)].join('\n');
}

type Columns = Readonly<Record<'check' | 'environment' | 'exitCode' | 'result', number>>;

/** The cells of a table row, unescaped and trimmed; null where the line is none. */
export function cellsOf(line: string): readonly string[] | null {
  const row = line.trim();
  if (!row.includes('|')) return null;
  // The outer bars may be missing.
  const trimmed = row.startsWith('|') ? row : `|${row}`;
  const cells: string[] = [];
  let cell = '';
  for (let at = 1; at < trimmed.length; at += 1) {
    const next = trimmed.charAt(at + 1);
    const char = trimmed.charAt(at);
    if (char === '\\' && (next === '|' || next === '\\')) {
      cell += next;
      at += 1;
    } else if (char === '|') {
      cells.push(oneLine(cell));
      cell = '';
    } else {
      cell += char;
    }
  }
  return cell === '' ? cells : [...cells, oneLine(cell)];
}

function columnsOf(cells: readonly string[]): Columns | null {
  const labels = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const [check = -1, environment = -1, exitCode = -1, result = -1] = columnLabels.map((names) =>
    labels.findIndex((label) => names.includes(label)),
  );
  const columns = { check, environment, exitCode, result };
  return Object.values(columns).includes(-1) ? null : columns;
}

const columnLabels: readonly (readonly string[])[] = [
  ['check', 'checks', 'command', 'test', 'tests', 'step', 'suite', 'name'],
  ['environment', 'env'],
  ['exitcode', 'exit', 'code'],
  ['result', 'status'],
];

function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

type ReadRow = { readonly row: MatrixRow | null; readonly reason: string | null };

function readRow(cells: readonly string[], columns: Columns): ReadRow {
  const check = cells[columns.check] ?? '';
  const environment = cells[columns.environment] ?? '';
  if (check === '') return { row: null, reason: 'matrix: a row names no check' };
  return judgedRow(check, environment, cells[columns.exitCode] ?? '', cells[columns.result] ?? '');
}

/** The row as it counts: a pass has to show the exit code 0, and a failure may not. */
export function judgedRow(check: string, environment: string, code: string, claim: string): ReadRow {
  const exitCode = exitCodeFrom(code);
  const word = claim.replace(/[^A-Za-z]/g, '').toUpperCase();
  const isPass = PASS.has(word);
  const result = isPass && exitCode === 0 ? 'PASS' : 'FAIL';
  const row: MatrixRow = { check, environment, exitCode, result };
  const about = `matrix: ${checkName({ check, environment })}`;
  if (isPass && exitCode !== 0)
    return { row, reason: `${about} says PASS with exit code ${exitCode ?? 'missing'}` };
  if (!isPass && !FAIL.has(word)) return { row, reason: `${about} has no readable result` };
  if (!isPass && exitCode === 0) return { row, reason: `${about} says FAIL with exit code 0` };
  return { row, reason: null };
}

const PASS: ReadonlySet<string> = new Set(['PASS', 'PASSED']);
const FAIL: ReadonlySet<string> = new Set(['FAIL', 'FAILED', 'ERROR']);

function exitCodeFrom(cell: string): number | null {
  const digits = /^[*_`]{0,3}(-?\d{1,10})[*_`]{0,3}$/.exec(cell)?.[1];
  // Adding 0 turns -0 into 0.
  return digits === undefined ? null : Number.parseInt(digits, 10) + 0;
}

/** A cell as it stands in a row. */
export function escapedCell(cell: string): string {
  return cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
}
