import type { ProjectFacts } from '../facts/facts.ts';
import { declaredTypes } from './declared-types.ts';
import { sharedFields } from './field-lists.ts';
import type { Promised, ServiceRow } from './promised-rows.ts';
import type { Route } from './route-table.ts';
import type { Side } from './sides.ts';

/** `Create(OrderRequest request)`, `[FromBody] OrderRequest request`, `payload: OrderIn`, `@Body() dto: OrderDto`. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  csharp:
    /[(,]\s*(?:\[From(?:Body|Form)\]\s*)?([A-Z]\w*(?:Request|Dto|DTO|Command|Input|Model|Body|Payload))\s+\w+/,
  python: /[(,]\s*\w+\s*:\s*([A-Z]\w+)\s*(?:=\s*Body\([^)]*\)\s*)?[,)]/,
  typescript: /@Body\(\s*\)\s*\w+\s*:\s*([A-Z]\w*)/,
};
const GIVEN: Readonly<Record<string, RegExp>> = {
  csharp: /\bActionResult<(?:(?:List|IEnumerable|IReadOnlyList|ICollection)<)?([A-Z]\w*)/,
  python: /response_model\s*=\s*(?:[lL]ist\[)?([A-Z]\w*)|->\s*(?:[lL]ist\[)?([A-Z]\w*)/,
};
/** As far as the head of a handler goes. */
const FARTHEST = 10;

/**
 * A row that lists fields without the name of a type, with the types that the handler of its route takes and gives.
 * As it was, where the handler does not name one that has most of the fields.
 */
export function namedByServer(
  project: ProjectFacts,
  row: ServiceRow,
  serving: readonly Route[],
  { files }: Side,
): ServiceRow {
  const routes = serving.filter(({ method }) => method === row.method.toUpperCase());
  const [route, ...others] = routes;
  if (route === undefined || others.length > 0 || !row.isTable) return row;
  const language = project.files.get(route.file)?.language ?? '';
  const lines = (project.text(route.file) ?? '').split('\n').slice(Math.max(0, route.line - 1));
  const head = headOf(lines.slice(0, FARTHEST), language);
  const named = (promised: Promised, by: RegExp | undefined): Promised => {
    const found = by?.exec(head);
    const name = found?.[1] ?? found?.[2];
    if (promised.name !== undefined || name === undefined || promised.fields.length < 2) return promised;
    const [type] = declaredTypes(project, files, name);
    return sharedFields(promised.fields, type?.fields ?? []) * 2 < promised.fields.length
      ? promised
      : { ...promised, name };
  };
  return {
    ...row,
    request: named(row.request, TAKEN[language]),
    response: named(row.response, GIVEN[language]),
  };
}

/** Up to where the body begins. */
function headOf(lines: readonly string[], language: string): string {
  const end = language === 'python' ? /:\s*$/ : /\{\s*$|=>|^\s*\{/;
  const first = lines.findIndex(
    (line) => /\bdef\b|\bpublic\b|@Body|\w+\s*\(/.test(line) && !/^\s*[@[]/.test(line),
  );
  const last = lines.findIndex((line, index) => index >= first && end.test(line));
  return lines.slice(0, last < 0 ? undefined : last + 1).join('\n');
}
