import type { CostLine, CostView } from '../wire-tables.ts';

const heads = 'by,name,runs,tokens in,tokens out,tokens,dollars,estimated dollars,runs of unknown cost';

/** The tables of the cost page for a spreadsheet: one line for each, with what it is grouped by before it. */
export function costCsv({ by, total }: CostView): string {
  const lines = Object.entries(by).flatMap(([group, rows]) => rows.map((row) => lineOf(group, row)));
  return [heads, ...lines, lineOf('all', total), ''].join('\r\n');
}

function lineOf(group: string, row: CostLine): string {
  const { name, runs, tokensIn, tokensOut, tokens, usd, estimatedUsd, silent } = row;
  const figures = [runs, tokensIn ?? '', tokensOut ?? '', tokens, usd, estimatedUsd, silent];
  return [group, cell(name), ...figures].join(',');
}

/** What a spreadsheet would compute is a text to it: a model may call itself anything. */
function cell(text: string): string {
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${tame.replaceAll('"', '""')}"`;
}
