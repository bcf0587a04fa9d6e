import { type ListedField, fieldsIn } from './field-lists.ts';

/** What one side of a service promises: a type by name, its fields, or both. */
export type Promised = { readonly name: string | undefined; readonly fields: readonly ListedField[] };

/** One service as a document promises it. */
export type ServiceRow = {
  readonly id: string;
  readonly method: string;
  readonly endpoint: string;
  readonly request: Promised;
  readonly response: Promised;
  readonly file: string;
  readonly line: number;
  /** A table written for this project; a description of an interface may be of another one, or of more than is used. */
  readonly isTable: boolean;
};

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE)$/i;

/** The rows `| SVC-001 | … |` of a document, whatever columns stand around what matters. */
export function serviceRows(text: string, file: string): readonly ServiceRow[] {
  const rows: ServiceRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!/^\s*\|\s*\W*SVC-\d+/.test(line)) continue;
    const row = rowOf(cellsOf(line), file, index + 1);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function rowOf(cells: readonly string[], file: string, line: number): ServiceRow | undefined {
  const id = /SVC-\d+/.exec(cells[0] ?? '')?.[0];
  if (id === undefined) return undefined;
  const plain = cells.map((cell) => cell.replaceAll('`', '').replaceAll('\\|', '|').trim());
  const method = plain.findIndex((cell) => METHOD.test(cell));
  const both = plain.findIndex((cell) => /^(?:GET|POST|PUT|PATCH|DELETE)\s+\//i.test(cell));
  const endpoint = both >= 0 ? both : plain.findIndex((cell) => /^(?:https?:\/\/[^/]*)?\//i.test(cell));
  if (endpoint < 0 || (method < 0 && both < 0)) return undefined;
  const [verb = '', path = ''] =
    both >= 0 ? (plain[both] ?? '').split(/\s+/) : [plain[method] ?? '', plain[endpoint] ?? ''];
  const after = both >= 0 ? both : Math.max(method, endpoint);
  return {
    id,
    method: verb.toUpperCase(),
    endpoint: path.replace(/^https?:\/\/[^/]*/i, ''),
    request: promised(plain[after + 1]),
    response: promised(plain[after + 2]),
    file,
    line,
    isTable: true,
  };
}

/** The cells of a row: a bar inside of braces, angle brackets or backticks belongs to a type. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let depth = 0;
  let isCode = false;
  let cell = '';
  const inner = line.trim().replace(/^\|/, '');
  for (let at = 0; at < inner.length; at += 1) {
    const letter = inner.charAt(at);
    if (letter === '`') isCode = !isCode;
    if ('{<(['.includes(letter)) depth += 1;
    if ('}>)]'.includes(letter) && inner[at - 1] !== '=') depth = Math.max(0, depth - 1);
    if (letter === '|' && depth === 0 && !isCode && inner[at - 1] !== '\\') {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return cell.trim() === '' ? cells : [...cells, cell.trim()];
}

function promised(cell: string | undefined): Promised {
  if (cell === undefined || /^[-–—]?$/.test(cell)) return { name: undefined, fields: [] };
  const brace = cell.indexOf('{');
  const head = brace < 0 ? cell : cell.slice(0, brace);
  const name = /^(?:Array<|List<|IEnumerable<|Promise<)?(?<name>[A-Z]\w*)(?:\[\]|>)?[\s:=]*$/.exec(
    head.trim(),
  )?.groups?.['name'];
  return { name, fields: brace < 0 ? [] : fieldsIn(cell.slice(brace)) };
}
