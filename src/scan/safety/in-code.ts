import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { codeParts } from '../sql/code-parts.ts';
import { calledName } from '../syntax/around.ts';
import { importedAs } from '../syntax/imported.ts';
import { writtenObject } from '../syntax/objects.ts';
import { declared } from '../syntax/scope.ts';
import { isLoss, isWrite } from './lost-writes.ts';
import { isChosenHere } from './chosen-values.ts';
import {
  ANY_ORIGIN,
  fallsBack,
  isFallback,
  isOwnSecret,
  isShipped,
  SHELL,
  UNVERIFIED,
  SWALLOWED,
} from './where.ts';

function say(node: ts.Node, walk: FactWalk, rule: string, message: string): void {
  const { source } = walk.file;
  addFlaw(walk.facts, rule, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, message);
}

const SHELLS = /^(?:node:)?child_process$|^shelljs$/;

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const name = calledName(node);
  if (/^(?:cors|enableCors)$/.test(name)) openToAll(node, node.arguments[0], walk);
  else if (name === 'register' || name === 'use') openToAll(node, corsOptions(node), walk);
  else if (name === 'catch') passedOver(node, walk);
  else if (isShell(node, name, walk)) shell(node, walk);
}

/** `await prisma.order.update(…).catch(() => {});` */
function passedOver(node: ts.CallExpression, walk: FactWalk): void {
  const [handler] = node.arguments;
  const isFunction =
    handler !== undefined && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler));
  if (!isFunction || !isNothing(handler.body, walk) || !ts.isPropertyAccessExpression(node.expression))
    return;
  const written = node.expression.expression;
  if (ts.isCallExpression(written) && isWrite(written)) say(handler, walk, 'SAFE-005', SWALLOWED);
}

/** `{}`, `undefined`, `null`; a comment inside says that somebody has thought of it. */
function isNothing(body: ts.ConciseBody, { file: { source, text } }: FactWalk): boolean {
  if (ts.isBlock(body))
    return body.statements.length === 0 && !/\/[/*]/.test(text.slice(body.getStart(source), body.end));
  return (
    body.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(body) && body.text === 'undefined') ||
    (ts.isVoidExpression(body) && ts.isNumericLiteral(body.expression))
  );
}

/** `exec` of a module that starts programs, by whatever name, or anything that is told to use a shell. */
function isShell(node: ts.CallExpression, name: string, { file: { source }, ancestors }: FactWalk): boolean {
  if (
    !/^(?:exec|execSync|spawn|spawnSync|execFile|execFileSync)$|^(?:exec|sh)\w*(?:Async|P|Promise|Promisified)$/.test(
      name,
    )
  )
    return false;
  const { expression } = node;
  const from = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  if (!ts.isIdentifier(from)) return false;
  const module = importedAs(source, from.text)?.from ?? '';
  if (SHELLS.test(module)) return /^exec(?:Sync)?$/.test(name) || isToldShell(node);
  return name !== 'exec' && isPromisified(from.text, source, ancestors);
}

function isToldShell({ arguments: given }: ts.CallExpression): boolean {
  const last = given.at(-1);
  const told = last === undefined ? undefined : writtenObject(last)?.members.get('shell');
  return told?.kind === ts.SyntaxKind.TrueKeyword;
}

/** `const run = promisify(exec)`. */
function isPromisified(name: string, source: ts.SourceFile, ancestors: readonly ts.Node[]): boolean {
  const where = declared(name, ancestors);
  const made = where?.kind === 'variable' ? where.declaration.initializer : topInitializer(name, source);
  if (made === undefined || !ts.isCallExpression(made) || calledName(made) !== 'promisify') return false;
  const [inner] = made.arguments;
  const root = inner !== undefined && ts.isPropertyAccessExpression(inner) ? inner.expression : inner;
  return (
    root !== undefined &&
    ts.isIdentifier(root) &&
    SHELLS.test(importedAs(source, root.text)?.from ?? '') &&
    inner?.getText(source).endsWith('exec') === true
  );
}

function topInitializer(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const each of statement.declarationList.declarations)
      if (ts.isIdentifier(each.name) && each.name.text === name) return each.initializer;
  }
  return undefined;
}

function shell(node: ts.CallExpression, walk: FactWalk): void {
  const [command] = node.arguments;
  if (command === undefined || isQuoted(walk)) return;
  const parts = codeParts(command, walk.ancestors);
  // A command that is given whole was put together elsewhere, where it is looked at.
  if (!parts.some((each) => typeof each === 'string' && each.trim() !== '')) return;
  const holes = parts.filter((each) => typeof each !== 'string').map(({ hole }) => hole);
  const isOpen = holes.includes('given') || (holes.includes('open') && !isProgram(walk.file.source));
  if (isOpen && !isChosenHere(command, walk)) say(node, walk, 'SAFE-001', SHELL);
}

/** Whether a file is run by somebody rather than used by others: what it works with is what that person has. */
function isProgram({ statements, text }: ts.SourceFile): boolean {
  if (/\bexports\b/.test(text)) return false;
  return !statements.some(
    (each) =>
      ts.isExportDeclaration(each) ||
      ts.isExportAssignment(each) ||
      (ts.canHaveModifiers(each) &&
        (ts.getModifiers(each) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)),
  );
}

/** Whoever quotes knows what a shell does. */
function isQuoted({ file: { text } }: FactWalk): boolean {
  return /shell-?quote|shell-?escape|escapeShell|quoteShell|shq\(/i.test(text);
}

function corsOptions({ arguments: given }: ts.CallExpression): ts.Expression | undefined {
  const [first, second] = given;
  const isCors = first !== undefined && ts.isIdentifier(first) && /^(?:fastify)?cors$/i.test(first.text);
  return isCors ? second : undefined;
}

function openToAll(node: ts.Node, options: ts.Expression | undefined, walk: FactWalk): void {
  const written = writtenObject(options);
  if (written === undefined) return;
  const { members } = written;
  const origin = members.get('origin');
  if (members.get('credentials')?.kind !== ts.SyntaxKind.TrueKeyword || origin === undefined) return;
  const isAny =
    origin.kind === ts.SyntaxKind.TrueKeyword || (ts.isStringLiteralLike(origin) && origin.text === '*');
  if (isAny && !isConditional(walk.ancestors)) say(node, walk, 'SAFE-004', ANY_ORIGIN);
}

const UNCHECKED = /^(?:rejectUnauthorized|strictSSL)$/;

function property(node: ts.Node, walk: FactWalk): void {
  if (!ts.isPropertyAssignment(node) || node.initializer.kind !== ts.SyntaxKind.FalseKeyword) return;
  const { name } = node;
  if (!(ts.isIdentifier(name) || ts.isStringLiteral(name)) || !UNCHECKED.test(name.text)) return;
  // Who looks at certificates themselves has to get them first.
  if (walk.file.text.includes('getPeerCertificate') || isConditional(walk.ancestors)) return;
  say(node, walk, 'SAFE-002', UNVERIFIED);
}

/** What depends on something is somebody's decision. */
function isConditional(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some(
    (node) =>
      ts.isIfStatement(node) ||
      ts.isConditionalExpression(node) ||
      ts.isSwitchStatement(node) ||
      (ts.isBinaryExpression(node) &&
        (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
          node.operatorToken.kind === ts.SyntaxKind.BarBarToken)),
  );
}

function binary(node: ts.Node, walk: FactWalk): void {
  if (!ts.isBinaryExpression(node)) return;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.EqualsToken) return switchOff(node, walk);
  if (kind !== ts.SyntaxKind.BarBarToken && kind !== ts.SyntaxKind.QuestionQuestionToken) return;
  if (!ts.isStringLiteralLike(node.right) || !isFallback(node.right.text)) return;
  const name = settingName(node.left);
  if (name === undefined || !isOwnSecret(name) || isRefused(name, walk)) return;
  say(node, walk, 'SAFE-003', fallsBack(name));
}

/** `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'`. */
function switchOff(node: ts.BinaryExpression, walk: FactWalk): void {
  if (settingName(node.left) !== 'NODE_TLS_REJECT_UNAUTHORIZED' || isConditional(walk.ancestors)) return;
  const { right } = node;
  if ((ts.isStringLiteralLike(right) || ts.isNumericLiteral(right)) && right.text === '0')
    say(node, walk, 'SAFE-002', UNVERIFIED);
}

/** The name of a setting: `process.env.X`, `env['X']`, `config.get('X')`. */
function settingName(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return isEnvironment(node.expression) ? node.name.text : undefined;
  if (ts.isElementAccessExpression(node))
    return isEnvironment(node.expression) && ts.isStringLiteralLike(node.argumentExpression)
      ? node.argumentExpression.text
      : undefined;
  if (!ts.isCallExpression(node) || !/^(?:get|getOrThrow|env)$/.test(calledName(node))) return undefined;
  const [key] = node.arguments;
  const of = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : undefined;
  const isConfig = of !== undefined && /config|env/i.test(lastWord(of));
  return isConfig && key !== undefined && ts.isStringLiteralLike(key) ? key.text : undefined;
}

function lastWord(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : '';
}

function isEnvironment(node: ts.Expression): boolean {
  return /^env$/i.test(lastWord(node));
}

/** Whether the file ends where the setting is missing. */
function isRefused(name: string, { file: { text } }: FactWalk): boolean {
  return text.split('throw').some((after, nth) => nth > 0 && after.slice(0, 160).includes(name));
}

function attempt(node: ts.Node, walk: FactWalk): void {
  if (!ts.isTryStatement(node) || node.catchClause === undefined) return;
  const { block } = node.catchClause;
  const { source, text } = walk.file;
  if (block.statements.length > 0 || /\/[/*]/.test(text.slice(block.getStart(source), block.end))) return;
  if (isLoss(node.tryBlock)) say(node.catchClause, walk, 'SAFE-005', SWALLOWED);
}

/** What TypeScript and JavaScript do that lets strangers in or loses what was to be kept. */
export const safetyInCode: FactFinder = {
  words: [
    'exec',
    'spawn',
    'rejectUnauthorized',
    'strictSSL',
    'NODE_TLS',
    'credentials',
    'SECRET',
    '_KEY',
    'Secret',
    'catch',
  ],
  applies: (file) => isShipped(file) && (file.language === 'typescript' || file.language === 'javascript'),
  visit: new Map([
    [ts.SyntaxKind.CallExpression, call],
    [ts.SyntaxKind.PropertyAssignment, property],
    [ts.SyntaxKind.BinaryExpression, binary],
    [ts.SyntaxKind.TryStatement, attempt],
  ]),
};
