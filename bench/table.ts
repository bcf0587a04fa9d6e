/** One measured figure; `ok` says whether its goal, where it has one, is kept. */
export type Row = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly ok?: boolean;
};

/** One file of measurements. */
export type Bench = { readonly name: string; run(): Promise<readonly Row[]> };

export function tableText(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.what, shown(row.value), row.unit, row.goal ?? '', verdict(row)]);
  const all = [['what', 'value', 'unit', 'goal', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const lines = all.map(
    (row) => `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`,
  );
  lines.splice(1, 0, `|${widths.map((width, column) => rule(width, column)).join('|')}|`);
  return lines.join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** A row whose goal is an upper bound. */
export function atMost(row: Omit<Row, 'goal' | 'ok'>, bound: number): Row {
  return { ...row, goal: `<= ${bound.toFixed(2)}`, ok: row.value <= bound };
}

function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function verdict(row: Row): string {
  if (row.ok === undefined) return '';
  return row.ok ? 'ok' : 'BROKEN';
}

function pad(cell: string, width: number, column: number): string {
  return column === 1 ? cell.padStart(width) : cell.padEnd(width);
}

function rule(width: number, column: number): string {
  return column === 1 ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2);
}
