import * as ts from './view.ts';

import { declared } from './scope.ts';

/** Where a name of a file comes from. */
export type Imported = { readonly from: string; readonly name: string };

const known = new WeakMap<ts.SourceFile, ReadonlyMap<string, Imported>>();

/** What a name stands for when it was imported; undefined for a name of the file's own. Looked up once per file. */
export function importedAs(source: ts.SourceFile, local: string): Imported | undefined {
  let names = known.get(source);
  if (names === undefined) {
    names = new Map(source.statements.flatMap(namesOf));
    known.set(source, names);
  }
  return names.get(local);
}

/**
 * Whether a name is this one of RxJS: imported from it, or used in a file that imports something else from it and has no
 * such name itself, as code has it whose import somebody forgot.
 */
export function isOfRxjs(source: ts.SourceFile, local: ts.Node, name: string): boolean {
  if (!ts.isIdentifier(local)) return false;
  const imported = importedAs(source, local.text);
  if (imported !== undefined) return /^rxjs(?:\/operators)?$/.test(imported.from) && imported.name === name;
  return (
    local.text === name && declared(name, [source]) === undefined && /\bfrom\s*['"]rxjs['"]/.test(source.text)
  );
}

function namesOf(statement: ts.Statement): readonly (readonly [string, Imported])[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(requiredNames);
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const from = statement.moduleSpecifier.text;
  const { name, namedBindings } = statement.importClause ?? {};
  const named: (readonly [string, Imported])[] =
    name === undefined ? [] : [[name.text, { from, name: 'default' }]];
  if (namedBindings === undefined) return named;
  if (ts.isNamespaceImport(namedBindings)) return [...named, [namedBindings.name.text, { from, name: '*' }]];
  const elements = namedBindings.elements.map(
    (each) => [each.name.text, { from, name: (each.propertyName ?? each.name).text }] as const,
  );
  return [...named, ...elements];
}

/** `const x = require('y')`, `const { a, b: c } = require('y')`. */
function requiredNames({
  name,
  initializer,
}: ts.VariableDeclaration): readonly (readonly [string, Imported])[] {
  const isRequire = ts.isCallExpression(initializer) && ts.wordOf(initializer.expression) === 'require';
  const from = isRequire ? ts.textOf(initializer.arguments[0]) : undefined;
  if (from === undefined) return [];
  if (ts.isIdentifier(name)) return [[name.text, { from, name: 'default' }]];
  if (!ts.isObjectBindingPattern(name)) return [];
  return name.elements.flatMap(({ name: local, propertyName }) => {
    const key = propertyName ?? local;
    return ts.isIdentifier(local) && ts.isIdentifier(key)
      ? [[local.text, { from, name: key.text }] as const]
      : [];
  });
}
