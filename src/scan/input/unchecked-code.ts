import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName, nearest } from '../syntax/around.ts';
import { importedAs } from '../syntax/imported.ts';
import { unwrapped } from '../syntax/pieces.ts';
import { isRequestData } from '../syntax/request-data.ts';
import { declared } from '../syntax/scope.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';
const RAW = 'the input is checked here, but what was not checked is used below instead of what this gives';
const ONLY_DATA = 'the data is taken without asking whether the check succeeded';

function statement(node: ts.Node, walk: FactWalk): void {
  if (!ts.isExpressionStatement(node)) return;
  const isAwaited = ts.isAwaitExpression(node.expression);
  const call = unwrapped(node.expression) ?? node.expression;
  if (!ts.isCallExpression(call)) return;
  const kind = checkOf(call, walk, isAwaited);
  if (kind === 'answers') say(node, walk, LOST);
  if (kind === 'throws' && isUsedRaw(node, call, walk)) say(node, walk, RAW);
}

/** How a call says that the input is wrong: by what it answers, or by throwing; undefined for other calls. */
function checkOf(
  call: ts.CallExpression,
  walk: FactWalk,
  isAwaited: boolean,
): 'answers' | 'throws' | undefined {
  const name = calledName(call);
  const { source, text } = walk.file;
  if (/^safeParse(?:Async)?$/.test(name)) return 'answers';
  if (ts.isIdentifier(call.expression)) return ofFunction(call.expression.text, walk);
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  const on = call.expression.expression;
  const root = ts.isIdentifier(on) ? on.text : ts.isPropertyAccessExpression(on) ? on.name.text : '';
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
  let made: ts.Node | undefined = topInitializer(name, source);
  while (made !== undefined && (ts.isCallExpression(made) || ts.isPropertyAccessExpression(made)))
    made = made.expression;
  return made !== undefined && ts.isIdentifier(made) && /^(?:z|zod|yup|v)$/.test(made.text);
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
        ? topInitializer(name, file.source)
        : undefined;
  return made !== undefined &&
    ts.isCallExpression(made) &&
    calledName(made) === 'compile' &&
    /ajv/i.test(file.text)
    ? 'answers'
    : undefined;
}

function topInitializer(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const each of source.statements)
    if (ts.isVariableStatement(each))
      for (const { name: bound, initializer } of each.declarationList.declarations)
        if (ts.isIdentifier(bound) && bound.text === name) return initializer;
  return undefined;
}

/** Whether the very input that was checked is read again further down. */
function isUsedRaw(node: ts.Node, call: ts.CallExpression, { file, ancestors }: FactWalk): boolean {
  const [input] = call.arguments;
  if (input === undefined || !isRequestData(input, ancestors)) return false;
  const around = nearest(ancestors, ts.isFunctionLike);
  if (around === undefined) return false;
  const written = input.getText(file.source).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.])${written}(?!\\w)`).test(file.text.slice(node.end, around.end));
}

function declaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
  const call = unwrapped(node.initializer) ?? node.initializer;
  if (!ts.isCallExpression(call)) return;
  const isAwaited = ts.isAwaitExpression(node.initializer);
  if (checkOf(call, walk, isAwaited) !== 'answers') return;
  const around = nearest(walk.ancestors, ts.isFunctionLike);
  if (around === undefined) return;
  if (ts.isObjectBindingPattern(node.name)) {
    const taken = node.name.elements.map((each) => (each.propertyName ?? each.name) as ts.Node);
    const keys = taken.map((each) => (ts.isIdentifier(each) ? each.text : ''));
    const isOnlyData = keys.length > 0 && keys.every((key) => key === 'data' || key === 'value');
    if (isOnlyData) return say(node, walk, ONLY_DATA);
    const [first] = node.name.elements;
    if (keys.length === 1 && keys[0] === 'error' && first !== undefined && ts.isIdentifier(first.name))
      if (usesOf(first.name, around).length === 0) say(node, walk, LOST);
    return;
  }
  if (!ts.isIdentifier(node.name)) return;
  const uses = usesOf(node.name, around);
  if (uses.length === 0) say(node, walk, LOST);
  else if (
    uses.every((parent) => ts.isPropertyAccessExpression(parent) && /^(?:data|value)$/.test(parent.name.text))
  )
    say(node, walk, ONLY_DATA);
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

function say(node: ts.Node, { file, facts }: FactWalk, message: string): void {
  const { line } = file.source.getLineAndCharacterOfPosition(node.getStart(file.source));
  addFlaw(facts, 'BACK-017', line + 1, message);
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
  visit: new Map([
    [ts.SyntaxKind.ExpressionStatement, statement],
    [ts.SyntaxKind.VariableDeclaration, declaration],
  ]),
};
