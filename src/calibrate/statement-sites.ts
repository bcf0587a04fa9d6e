import { typescript as ts } from '../../packages/scan/index.ts';

import { short } from './condition-sites.ts';
import type { PlantingPlace } from './kinds.ts';

/** Words by which a check is one of who may do what, or of what may come in. */
export const GUARDING =
  /auth|permi|allow|forbid|owner|\brole|token|valid|saniti|verif|trust|unsafe|\bsafe|den(?:y|ied)|privilege|admin|csrf|escap|secret|passw/i;

/** What is said to whoever may not. */
export const REFUSING = /forbidden|unauthori[sz]ed|denied|not allowed|permission/i;

/** Longer functions are not emptied: nobody would take that for a slip. */
const LONGEST_BODY = 60;

/** Checks that are gone, functions that do nothing any more, numbers that are others. */
export function statementSites(node: ts.Node): readonly PlantingPlace[] {
  if (ts.isIfStatement(node)) return guardSites(node);
  const emptied = emptiedSite(node);
  if (emptied !== undefined) return [emptied];
  const constant = constantSite(node);
  return constant === undefined ? [] : [constant];
}

function guardSites(node: ts.IfStatement): readonly PlantingPlace[] {
  if (node.elseStatement !== undefined || !leaves(node.thenStatement)) return [];
  // As `else if` it is a part of something else, and as the only statement of another `if` its whole meaning.
  if (!ts.isBlock(node.parent) && !ts.isSourceFile(node.parent)) return [];
  const isGuard = GUARDING.test(node.expression.getText()) || REFUSING.test(node.thenStatement.getText());
  const kind = isGuard ? 'removed-authorization' : 'removed-check';
  const what = `the check ${short(node.expression.getText())} is gone`;
  return [{ kind, ...wholeLines(node), text: '', what }];
}

function leaves(then: ts.Statement): boolean {
  if (ts.isBlock(then)) {
    const [only, ...more] = then.statements;
    return only !== undefined && more.length === 0 && leaves(only);
  }
  return (
    ts.isReturnStatement(then) ||
    ts.isThrowStatement(then) ||
    ts.isContinueStatement(then) ||
    ts.isBreakStatement(then)
  );
}

/** With its indentation and the end of its last line, where nothing else stands there. */
function wholeLines(node: ts.Node): Pick<PlantingPlace, 'start' | 'end'> {
  const { text } = node.getSourceFile();
  const [start, end] = [node.getStart(), node.getEnd()];
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const isAlone =
    text.slice(from, start).trim() === '' && text.slice(end, to === -1 ? end : to).trim() === '';
  return isAlone && to !== -1 ? { start: from, end: to + 1 } : { start, end };
}

function emptiedSite(node: ts.Node): PlantingPlace | undefined {
  const isWork = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isArrowFunction(node);
  if (!isWork || !ts.isBlock(node.body)) return undefined;
  const { body, type, asteriskToken } = node;
  if (body.statements.length < 2 || asteriskToken !== undefined) return undefined;
  if (body.getText().split('\n').length > LONGEST_BODY) return undefined;
  const answer = answerOf(type?.getText(), body);
  const text = answer === undefined ? '{}' : `{\n  return ${answer};\n}`;
  const name =
    node.name?.getText() ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '');
  const what = `the body of ${name === '' ? 'the function' : short(name)} was removed`;
  return { kind: 'removed-behaviour', start: body.getStart(), end: body.getEnd(), text, what };
}

/** Something of the promised kind; undefined where nothing is answered. */
function answerOf(type: string | undefined, body: ts.Block): string | undefined {
  const plain = type?.replace(/^Promise<(.*)>$/s, '$1').replace(/^readonly /, '');
  if (plain === 'void' || (plain === undefined && !/\breturn\b\s*[^;\s]/.test(body.getText())))
    return undefined;
  if (plain === undefined) return 'undefined';
  if (plain === 'boolean') return 'true';
  if (plain === 'number') return '0';
  if (plain === 'string') return "''";
  if (plain.endsWith('[]')) return '[]';
  if (/\bundefined\b/.test(plain)) return 'undefined';
  return /\bnull\b/.test(plain) ? 'null' : '{} as never';
}

function constantSite(node: ts.Node): PlantingPlace | undefined {
  if (!ts.isNumericLiteral(node) && !ts.isTrue(node) && !ts.isFalse(node)) return undefined;
  const { parent } = node;
  const holds =
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)) &&
    parent.initializer === node;
  if (!holds) return undefined;
  const said = node.getText();
  const other = ts.isNumericLiteral(node) ? otherNumber(said) : said === 'true' ? 'false' : 'true';
  if (other === undefined) return undefined;
  const what = `${short(parent.name.getText())} is ${other} instead of ${said}`;
  return { kind: 'changed-constant', start: node.getStart(), end: node.getEnd(), text: other, what };
}

/** Another unit: seconds for milliseconds, or ten times as much. */
export function otherNumber(said: string): string | undefined {
  const plain = said.replaceAll('_', '');
  if (!/^[1-9]\d{0,8}$/.test(plain) || plain === '1') return undefined;
  return plain.endsWith('000') ? plain.slice(0, -3) : `${plain}0`;
}
