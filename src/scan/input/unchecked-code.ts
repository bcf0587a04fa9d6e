import * as ts from '../parse/typescript.ts';

import type { FactFinder, FactWalk } from '../rule.ts';
import { importedAs } from '../syntax/imported.ts';
import { isRequestData } from '../syntax/request-data.ts';
import { declared } from '../syntax/scope.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';
const RAW = 'the input is checked here, but what was not checked is used below instead of what this gives';
const ONLY_DATA = 'the data is taken without asking whether the check succeeded';

function statement(node: ts.ExpressionStatement, walk: FactWalk): void {
  const isAwaited = ts.isAwaitExpression(node.expression);
  const call = ts.unwrapped(node.expression) ?? node.expression;
  if (!ts.isCallExpression(call)) return;
  const kind = checkOf(call, walk, isAwaited);
  if (kind === 'answers') walk.flaw('BACK-017', node, LOST);
  if (kind === 'throws' && isUsedRaw(node, call, walk)) walk.flaw('BACK-017', node, RAW);
}

/** How a call says that the input is wrong: by what it answers, or by throwing; undefined for other calls. */
function checkOf(
  call: ts.CallExpression,
  walk: FactWalk,
  isAwaited: boolean,
): 'answers' | 'throws' | undefined {
  const name = ts.calledName(call);
  const { source, text } = walk.file;
  if (/^safeParse(?:Async)?$/.test(name)) return 'answers';
  if (ts.isIdentifier(call.expression)) return ofFunction(name, walk);
  const root = ts.lastWord(ts.calledOn(call));
  if (/^parse(?:Async)?$/.test(name))
    return /schema$|^z$|dto$|validator$/i.test(root) || isZod(root, walk.file.source) ? 'throws' : undefined;
  if (name !== 'validate' || call.arguments.length === 0) return undefined;
  if (/^ajv$/i.test(root)) return 'answers';
  const isJoi = /from\s*['"](?:joi|@hapi\/joi)['"]|require\(['"](?:joi|@hapi\/joi)['"]\)/.test(text);
  if (isJoi && !isAwaited && importedAs(source, root) === undefined) return 'answers';
  // Joi's own `validate` never throws; those of other libraries do when they are awaited.
  return isJoi && !isAwaited && /schema$/i.test(root) ? 'answers' : undefined;
}

/** `const wish = z.object({ … })` at the top of the file. */
function isZod(name: string, source: ts.SourceFile): boolean {
  let made: ts.Node | undefined = ts.initialValue(name, source.statements);
  while (ts.isCallExpression(made) || ts.isPropertyAccessExpression(made)) made = made.expression;
  return /^(?:z|zod|yup|v)$/.test(ts.wordOf(made));
}

function ofFunction(name: string, { file, ancestors }: FactWalk): 'answers' | undefined {
  const imported = importedAs(file.source, name);
  if (imported?.from === 'class-validator')
    return /^validate(?:Sync)?$/.test(imported.name) ? 'answers' : undefined;
  if (imported?.from === 'express-validator' || name === 'validationResult')
    return name === 'validationResult' ? 'answers' : undefined;
  if (!/^(?:is)?valid/i.test(name)) return undefined;
  const where = declared(name, ancestors);
  const made =
    where?.kind === 'variable'
      ? where.declaration.initializer
      : where?.kind === 'top'
        ? ts.initialValue(name, file.source.statements)
        : undefined;
  return ts.isCallExpression(made) && ts.calledName(made) === 'compile' && /ajv/i.test(file.text)
    ? 'answers'
    : undefined;
}

/** Whether the very input that was checked is read again further down. */
function isUsedRaw(node: ts.Node, call: ts.CallExpression, { file, ancestors }: FactWalk): boolean {
  const [input] = call.arguments;
  if (input === undefined || !isRequestData(input, ancestors)) return false;
  const around = ts.nearest(ancestors, ts.isFunctionLike);
  if (around === undefined) return false;
  const written = input.getText(file.source).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.])${written}(?!\\w)`).test(file.text.slice(node.end, around.end));
}

function declaration(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (node.initializer === undefined) return;
  const call = ts.unwrapped(node.initializer) ?? node.initializer;
  if (!ts.isCallExpression(call)) return;
  const isAwaited = ts.isAwaitExpression(node.initializer);
  if (checkOf(call, walk, isAwaited) !== 'answers') return;
  const around = ts.nearest(walk.ancestors, ts.isFunctionLike);
  if (around === undefined) return;
  if (ts.isObjectBindingPattern(node.name)) {
    const keys = node.name.elements.map((each) => ts.wordOf(each.propertyName ?? each.name));
    const isOnlyData = keys.length > 0 && keys.every((key) => key === 'data' || key === 'value');
    if (isOnlyData) return walk.flaw('BACK-017', node, ONLY_DATA);
    const [first] = node.name.elements;
    if (keys.length === 1 && keys[0] === 'error' && first !== undefined && ts.isIdentifier(first.name))
      if (usesOf(first.name, around).length === 0) walk.flaw('BACK-017', node, LOST);
    return;
  }
  if (!ts.isIdentifier(node.name)) return;
  const uses = usesOf(node.name, around);
  if (uses.length === 0) walk.flaw('BACK-017', node, LOST);
  else if (
    uses.every((parent) => ts.isPropertyAccessExpression(parent) && /^(?:data|value)$/.test(parent.name.text))
  )
    walk.flaw('BACK-017', node, ONLY_DATA);
}

/** The nodes right above every other use of a name. */
function usesOf(name: ts.Identifier, inside: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name) found.push(parent);
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(inside, inside);
  return found;
}

/** Checks of TypeScript and JavaScript whose answer nobody looks at. */
export const uncheckedInCode: FactFinder = {
  words: [
    'safeParse',
    'validationResult',
    'class-validator',
    'joi',
    'ajv',
    'chema.parse',
    'Dto.parse',
    'zod',
  ],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([ts.on(ts.isExpressionStatement, statement), ts.on(ts.isVariableDeclaration, declaration)]),
};
