import type { ProjectFacts } from '../../engine/facts.ts';
import { crossReference } from '../requests/cross-reference.ts';
import { declaredTypes } from './declared-types.ts';
import { sharedFields } from './field-lists.ts';
import type { ServiceRow } from './promised-rows.ts';
import type { Side } from '../requests/sides.ts';

/**
 * A row that lists fields without the name of a type, with the type that the client takes the answer for:
 * `http.get<Workshop[]>('/api/workshops')`. As it was, where the client says nothing or several things.
 */
export function namedByClient(project: ProjectFacts, row: ServiceRow, { files }: Side): ServiceRow {
  const { name, fields } = row.response;
  if (name !== undefined || fields.length < 2 || !row.isTable) return row;
  const wanted = plain(row.endpoint);
  const said = new Set<string>();
  for (const { file, line, method, path, verdict } of crossReference(project).judged) {
    if (verdict !== 'served' || method !== row.method || plain(path) !== wanted) continue;
    const taken = /<([A-Z]\w*)(?:\[\])?>\(/.exec(project.text(file)?.split('\n')[line - 1] ?? '')?.[1];
    if (taken !== undefined) said.add(taken);
  }
  const [only, ...others] = said;
  if (only === undefined || others.length > 0) return row;
  const [type] = declaredTypes(project, files, only);
  const shared = sharedFields(fields, type?.fields ?? []);
  // A type that has little of it is an envelope, or about something else.
  return shared * 2 < fields.length ? row : { ...row, response: { name: only, fields } };
}

/** `/api/users/:id`, `/api/users/{id}` and `/api/users/${id}` are one address. */
function plain(path: string): string {
  return path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((each) => each !== '')
    .map((each) => (/^[:{$*<]|\0/.test(each) ? '*' : each.toLowerCase()))
    .join('/');
}
