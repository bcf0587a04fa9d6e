import { parse } from 'yaml';

import { type Tree, treeOf } from '../../syntax/json/read-json.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { type ListedField, fieldOf } from './field-lists.ts';
import type { Promised, ServiceRow } from './promised-rows.ts';

const NAMES = /(?:^|\/)(?:openapi|swagger|api-?spec|api-?docs)[\w.-]*\.(?:json|ya?ml)$/i;

/** The services an OpenAPI document of the project promises; undefined fields are left out. */
export function openApiRows(project: ProjectFacts): readonly ServiceRow[] {
  const rows: ServiceRow[] = [];
  for (const [path, facts] of project.files) {
    if (facts.isTest || !NAMES.test(path)) continue;
    const text = project.text(path) ?? '';
    const read = treeOf(readDocument(text));
    if (read['openapi'] === undefined && read['swagger'] === undefined) continue;
    for (const [endpoint, operations] of Object.entries(treeOf(read['paths'])))
      for (const [method, operation] of Object.entries(treeOf(operations)))
        if (/^(?:get|post|put|patch|delete)$/.test(method))
          rows.push(rowOf({ read, endpoint, method, operation: treeOf(operation), file: path, text }));
  }
  return rows;
}

function readDocument(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

type Operation = {
  readonly read: Tree;
  readonly endpoint: string;
  readonly method: string;
  readonly operation: Tree;
  readonly file: string;
  readonly text: string;
};

function rowOf({ read, endpoint, method, operation, file, text }: Operation): ServiceRow {
  const responses = treeOf(operation['responses']);
  const good = Object.keys(responses).find((code) => code.startsWith('2'));
  const response = good === undefined ? undefined : contentOf(treeOf(responses[good]));
  const request = contentOf(treeOf(operation['requestBody']));
  const at = text.indexOf(endpoint);
  return {
    id: `${method.toUpperCase()} ${endpoint}`,
    method: method.toUpperCase(),
    endpoint,
    request: promised(read, request),
    response: promised(read, response),
    file,
    line: at < 0 ? 1 : text.slice(0, at).split('\n').length,
    isTable: false,
  };
}

function contentOf(of: Tree): unknown {
  const content = treeOf(of['content']);
  const json = Object.keys(content).find((type) => type.includes('json'));
  return json === undefined ? of['schema'] : treeOf(content[json])['schema'];
}

function promised(read: Tree, schema: unknown): Promised {
  const given = treeOf(schema);
  const inner = given['type'] === 'array' ? treeOf(given['items']) : given;
  const reference = inner['$ref'];
  const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
  const target = typeof reference === 'string' ? referred(read, reference) : inner;
  const required = Array.isArray(target['required']) ? target['required'] : [];
  const fields: ListedField[] = Object.entries(treeOf(target['properties'])).map(([field, type]) =>
    fieldOf(field, typeText(treeOf(type)), !required.includes(field)),
  );
  // What is put together from several schemas is not followed.
  const isPlain =
    target['allOf'] === undefined && target['oneOf'] === undefined && target['anyOf'] === undefined;
  return { name, fields: isPlain ? fields : [] };
}

function typeText(type: Tree): string {
  return typeof type['type'] === 'string' && type['enum'] === undefined ? type['type'] : '';
}

function referred(read: Tree, reference: string): Tree {
  let at: unknown = read;
  for (const name of reference.replace(/^#\//, '').split('/')) at = treeOf(at)[name];
  return treeOf(at);
}
