import * as ts from './view.ts';

/** Where a name that is used in some place was declared. `around`: the nodes around the declaration. */
export type ScopeEntry =
  | {
      readonly kind: 'parameter';
      readonly index: number;
      /** The property that was taken out of the parameter; undefined for all of it. */
      readonly key: string | undefined;
      readonly type: ts.TypeNode | undefined;
      readonly of: ts.SignatureDeclaration;
      readonly around: readonly ts.Node[];
    }
  | {
      readonly kind: 'variable';
      readonly declaration: ts.VariableDeclaration;
      readonly key: string | undefined;
      readonly around: readonly ts.Node[];
    }
  | { readonly kind: 'function'; readonly node: ts.FunctionDeclaration; readonly around: readonly ts.Node[] }
  | { readonly kind: 'top' };

/** The declaration a name means inside of these nodes; undefined for a global, or one that is declared by other means. */
export function declared(name: string, ancestors: readonly ts.Node[]): ScopeEntry | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined) continue;
    if (ts.isSourceFile(node)) return topNames(node).has(name) ? { kind: 'top' } : undefined;
    if (ts.isFunctionLike(node)) {
      const found = inParameters(name, node);
      if (found !== undefined) return { ...found, around: ancestors.slice(0, at) };
    } else if (ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node)) {
      const found = namesIn(node.statements).get(name);
      if (found !== undefined) return { ...found, around: ancestors.slice(0, at + 1) };
    }
  }
  return undefined;
}

/** What is found, before anybody asks for what is around it. */
type Found<T extends ScopeEntry['kind']> = Omit<Extract<ScopeEntry, { readonly kind: T }>, 'around'>;

function inParameters(name: string, of: ts.SignatureDeclaration): Found<'parameter'> | undefined {
  for (let index = 0; index < of.parameters.length; index += 1) {
    const parameter = of.parameters[index];
    const bound = parameter === undefined ? undefined : boundTo(name, parameter.name);
    if (bound !== undefined) return { kind: 'parameter', index, key: bound.key, type: parameter?.type, of };
  }
  return undefined;
}

type Local = Found<'function'> | Found<'variable'>;

const locals = new WeakMap<readonly ts.Statement[], ReadonlyMap<string, Local>>();

/** What the statements of a block declare, worked out once: every name in a long block is asked for. */
function namesIn(statements: readonly ts.Statement[]): ReadonlyMap<string, Local> {
  const known = locals.get(statements);
  if (known !== undefined) return known;
  const names = new Map<string, Local>();
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement)) {
      const name = statement.name?.text;
      if (name !== undefined && !names.has(name)) names.set(name, { kind: 'function', node: statement });
    } else if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations) addLocals(declaration, names);
  }
  locals.set(statements, names);
  return names;
}

function addLocals(declaration: ts.VariableDeclaration, names: Map<string, Local>): void {
  for (const name of ts.boundNames(declaration.name))
    if (!names.has(name))
      names.set(name, { kind: 'variable', declaration, key: boundTo(name, declaration.name)?.key });
}

/** Whether a binding gives this name, and from which property. */
function boundTo(name: string, binding: ts.BindingName): { readonly key: string | undefined } | undefined {
  if (ts.isIdentifier(binding)) return binding.text === name ? { key: undefined } : undefined;
  if (ts.isArrayBindingPattern(binding)) {
    const isHere = binding.elements.some(
      (each) => ts.isBindingElement(each) && boundTo(name, each.name) !== undefined,
    );
    return isHere ? { key: '[]' } : undefined;
  }
  for (const each of binding.elements) {
    if (boundTo(name, each.name) === undefined) continue;
    const key = each.propertyName ?? each.name;
    return { key: ts.isIdentifier(key) ? key.text : '[]' };
  }
  return undefined;
}

const tops = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** The names a file declares or imports at its top. */
function topNames(source: ts.SourceFile): ReadonlySet<string> {
  const known = tops.get(source);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const statement of source.statements) addTopNames(statement, names);
  tops.set(source, names);
  return names;
}

function addTopNames(statement: ts.Statement, names: Set<string>): void {
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations)
      for (const each of ts.boundNames(name)) names.add(each);
  } else if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause;
    if (clause?.name !== undefined) names.add(clause.name.text);
    const bindings = clause?.namedBindings;
    if (bindings === undefined) return;
    if (ts.isNamespaceImport(bindings)) names.add(bindings.name.text);
    else for (const each of bindings.elements) names.add(each.name.text);
  } else {
    const { name } = statement as { readonly name?: ts.Node };
    if (ts.isIdentifier(name)) names.add(name.text);
  }
}

/** What a function is called by from the top of its file: `load`, `Api.get`, `useApi.get`; undefined without a name. */
export function functionName(of: ts.Node, around: readonly ts.Node[]): string | undefined {
  const own = ownName(of, around.length - 1, around);
  if (own === undefined) return givenBackBy(around);
  const names = [own];
  for (let at = around.length - 1; at >= 0; at -= 1) {
    const node = around[at];
    if (node === undefined) continue;
    const isObject = ts.isObjectLiteralExpression(node);
    if (!isObject && !ts.isClassLike(node) && !ts.isFunctionLike(node)) continue;
    const name = ts.isClassLike(node) ? (node.name?.text ?? 'default') : ownName(node, at - 1, around);
    if (name !== undefined && !(isObject && name === names.at(-1))) names.push(name);
  }
  return names.toReversed().join('.');
}

/** A function that another one gives back is known by that one. */
function givenBackBy(around: readonly ts.Node[]): string | undefined {
  const above = around.at(-1);
  if (above === undefined) return undefined;
  if (ts.isArrowFunction(above)) return functionName(above, around.slice(0, -1));
  if (!ts.isReturnStatement(above)) return undefined;
  const at = around.findLastIndex(ts.isFunctionLike);
  const node = around[at];
  return node === undefined ? undefined : functionName(node, around.slice(0, at));
}

/** The name a node has by itself, or by the variable or property it is the value of, whatever wraps it. */
function ownName(of: ts.Node, at: number, around: readonly ts.Node[]): string | undefined {
  if (ts.isConstructorDeclaration(of)) return 'constructor';
  const { name } = of as { readonly name?: ts.Node };
  if (name !== undefined) return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
  for (let up = at; up >= 0; up -= 1) {
    const node = around[up];
    if (node === undefined) return undefined;
    if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node))
      return ts.isIdentifier(node.name) ? node.name.text : undefined;
    if (ts.isExportAssignment(node)) return 'default';
    if (ts.isBinaryExpression(node)) return exportedName(node.left);
    const isWrapped =
      ts.isCallExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node);
    if (!isWrapped) return undefined;
  }
  return undefined;
}

/** `default` for `module.exports`, `x` for `exports.x`. */
function exportedName(left: ts.Expression): string | undefined {
  const name = ts.dotted(left);
  if (name === 'module.exports') return 'default';
  return /^(?:module\.)?exports\.([^.]+)$/.exec(name)?.[1];
}

/** The class around a place. */
export function classAround(
  ancestors: readonly ts.Node[],
): { readonly node: ts.ClassLikeDeclaration; readonly at: number } | undefined {
  const at = ancestors.findLastIndex(ts.isClassLike);
  const node = ancestors[at];
  return ts.isClassLike(node) ? { node, at } : undefined;
}
