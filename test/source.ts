// Reads the sources as syntax trees, for the tests that hold the house rules.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseAst } from 'rolldown/parseAst';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

export type Import = { readonly from: string; readonly typeOnly: boolean };
export type Body = { readonly name: string; readonly line: number; readonly lines: number };

/** One source file: what it imports, the functions in it, and every name and member it mentions. */
export type Source = {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly Body[];
  readonly names: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  readonly hasDefaultExport: boolean;
};

/** Files under a folder of the repository, as POSIX paths from its root. */
export function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function readSource(path: string): Source {
  return parseSource(path, readFileSync(join(root, path), 'utf8'));
}

/** The same for a text that is not on disk, so that the rules themselves can be tested. */
export function parseSource(path: string, text: string): Source {
  const program = parseAst(text, { lang: 'ts', sourceType: 'module' }, path);
  const found: Found = { imports: [], functions: [], names: new Set(), members: new Set(), default: false };
  visit(program as unknown as Node, '', { text, found });
  return {
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    imports: found.imports,
    functions: found.functions,
    names: found.names,
    members: found.members,
    hasDefaultExport: found.default,
  };
}

/** The titles of the tests in a file; a template counts by its fixed parts. */
export function testTitles(path: string, text: string): string[] {
  const titles: string[] = [];
  const look = (node: Node): void => {
    if (node.type === 'CallExpression' && isNode(node['callee']) && isTestCall(node['callee'])) {
      const [title] = node['arguments'] as readonly unknown[];
      if (isNode(title)) titles.push(text.slice(title.start + 1, title.end - 1));
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child);
    }
  };
  look(parseAst(text, { lang: 'ts', sourceType: 'module' }, path) as unknown as Node);
  return titles;
}

/** `test(…)`, `it(…)`, `test.skipIf(…)(…)`, `test.each(…)(…)`; not a test that is skipped or still to be written. */
function isTestCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee['name'] === 'test' || callee['name'] === 'it';
  if (callee.type === 'CallExpression') return isNode(callee['callee']) && isTestCall(callee['callee']);
  if (callee.type !== 'MemberExpression' || !isNode(callee['property']) || !isNode(callee['object']))
    return false;
  return (
    !['skip', 'todo', 'fails'].includes(String(callee['property']['name'])) && isTestCall(callee['object'])
  );
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

type Found = {
  readonly imports: Import[];
  readonly functions: Body[];
  readonly names: Set<string>;
  readonly members: Set<string>;
  default: boolean;
};

type Reading = { readonly text: string; readonly found: Found };

function visit(node: Node, name: string, reading: Reading): void {
  note(node, name, reading);
  const given = nameOf(node);
  for (const [part, value] of Object.entries(node)) {
    // `x.process` and `{ process: 1 }` name a member, not the global.
    if ((part === 'key' || part === 'property') && node['computed'] !== true) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, given === '' ? name : given, reading);
    }
  }
}

function note(node: Node, name: string, { text, found }: Reading): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      if (isNode(node['source'])) found.imports.push(importOf(node, node['source']));
      return;
    case 'ExportDefaultDeclaration':
      found.default = true;
      return;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      found.functions.push(bodyOf(node, nameOf(node) || name, text));
      return;
    case 'MemberExpression':
      found.members.add(text.slice(node.start, node.end).replaceAll(/\s/g, ''));
      return;
    case 'NewExpression':
      found.members.add(text.slice(node.start, node.end).replaceAll(/\s+/g, ' '));
      return;
    case 'Identifier':
      found.names.add(String(node['name']));
  }
}

function importOf(node: Node, source: Node): Import {
  const specifiers = Array.isArray(node['specifiers']) ? (node['specifiers'] as Node[]) : [];
  const kinds = specifiers.map((each) => each['importKind'] ?? each['exportKind']);
  const allTypes = kinds.length > 0 && kinds.every((kind) => kind === 'type');
  const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type' || allTypes;
  return { from: String(source['value']), typeOnly };
}

function bodyOf(node: Node, name: string, text: string): Body {
  const line = text.slice(0, node.start).split('\n').length;
  return { name, line, lines: text.slice(node.start, node.end).split('\n').length };
}

function nameOf(node: Node): string {
  for (const part of [node['id'], node['key']]) {
    if (isNode(part) && typeof part['name'] === 'string') return part['name'];
  }
  return '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
