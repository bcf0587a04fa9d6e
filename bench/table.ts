/** One measured figure; `ok` says whether its goal, where it has one, is kept. */
export type Row = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly ok?: boolean;
};

/** One file of measurements; what is asked of it goes on to those that can be asked for something else. */
export type Bench = { readonly name: string; run(asked?: Asked): Promise<readonly Row[]> };

/** What `--tickets`, `--revisions` and `--limits` ask of the contracts: a try, whose figures are nobody's promise. */
export type Asked = {
  readonly tickets?: number;
  readonly revisions?: number;
  readonly limits?: readonly [update: number, revision: number, review: number];
};

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

/** A row that has to stay under its goal; what was not measured does not. */
export function under(row: Omit<Row, 'goal' | 'ok'>, limit: number): Row {
  return { ...row, goal: `< ${limit.toFixed(2)}`, ok: row.value < limit };
}

/** What the command says and how it exits: a single broken goal is enough. */
export function outcome(rows: readonly Row[]): { readonly exitCode: 0 | 1; readonly said: string } {
  const broken = rows.filter((row) => row.ok === false).map((row) => row.what);
  if (broken.length === 0) return { exitCode: 0, said: '' };
  return { exitCode: 1, said: `${broken.length} of the goals are broken: ${broken.join('; ')}\n` };
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
