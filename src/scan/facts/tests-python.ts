import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import type { ScannedFile } from '../scanned-file.ts';
import { blanked, type Called, calledIn, calledNames } from '../syntax/blanked.ts';
import type { Facts } from './facts.ts';

const ASSERTS =
  /^\s*assert\b|\bassert\w*\(|\.assert\w*\(|\bself\.fail\w*\(|\bpytest\.(?:raises|warns|fail|deprecated_call)|\braises\(|\bexpect\w*\(|\.should\b|^\s*raise\b|\btesting\.|\bsnapshot|\.wait_for_|\.fail\(|_assert|\.verify\(/m;
/** What is named like a check and is not what the file imports to test it. */
const CHECKS = /\b((?:_*check|verify|ensure|compare|validate)_\w+)\(/g;
/** Named after what must not happen: running through is what is checked. */
const RUNS_THROUGH =
  /no_(?:error|exception|crash|raise|op\b)|not?_(?:raise|crash|throw|fail|error|break)|without_(?:error|rais|exception|crash)|doesn?_?t_(?:raise|crash|throw|fail|error)|smoke|import/;

type Method = { readonly node: SyntaxNode; readonly decorators: string; readonly line: number };

/** Functions of a file and of its classes; what is inside of functions belongs to them. */
function methodsIn(node: SyntaxNode, decorators = ''): readonly Method[] {
  if (node.type === 'function_definition') return [{ node, decorators, line: lineOf(node) }];
  if (node.type === 'decorated_definition') {
    const inner = node.childForFieldName('definition');
    const own = childrenOf(node)
      .filter(({ type }) => type === 'decorator')
      .map(({ text }) => text)
      .join('\n');
    return inner === null ? [] : methodsIn(inner, own);
  }
  if (/^(?:module|class_definition|block|if_statement)$/.test(node.type))
    return childrenOf(node).flatMap((each) => methodsIn(each));
  return [];
}

function isEmptyBody(node: SyntaxNode): boolean {
  return childrenOf(node.childForFieldName('body')).every((each) => {
    if (each.type === 'pass_statement' || each.type === 'comment') return true;
    const [only] = each.type === 'expression_statement' ? childrenOf(each) : [];
    return only?.type === 'ellipsis' || only?.type === 'string';
  });
}

/** Whether a name comes from the product, not from what helps tests. */
function isTested(name: string, { text }: ScannedFile): boolean {
  const from = new RegExp(String.raw`^from\s+([\w.]+)\s+import\s+(?:\([^)]*|[^(\n]*)\b${name}\b`, 'm').exec(
    text,
  )?.[1];
  return (
    from !== undefined &&
    !from.startsWith('.') &&
    !/test|helper|util|assert|check|fixture|conftest/i.test(from)
  );
}

function method({ node, decorators, line }: Method, facts: Facts, file: ScannedFile): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const source = node.text;
  const text = blanked(source, 'python');
  const called = calledIn(text.slice(text.indexOf(':')));
  const calls = calledNames(called);
  const asserts =
    ASSERTS.test(text) || [...text.matchAll(CHECKS)].some(([, check = '']) => !isTested(check, file));
  const isTest = name.startsWith('test') && !/fixture/.test(decorators) && IS_RUN.test(file.path);
  if (!isTest) return void facts.helpers.push({ name, asserts, calls });
  if (isSkipped(decorators)) return flaw(facts, 'skipped', line, 'test');
  if (/skip|xfail/.test(decorators)) return;
  if (isEmptyBody(node)) return flaw(facts, 'empty', line, name);
  const isThrough = RUNS_THROUGH.test(name) || /\bpytest\.skip\(/.test(text);
  const lastLine = line + source.split('\n').length - 1;
  facts.tests.push({ title: name, line, lastLine, asserts: asserts || isThrough, calls });
  flawsIn({ source, text, line, called }, facts, file);
}

const IS_RUN =
  /(?:^|\/)(?:test[^/]*|[^/]*_tests?)\.py$|(?:^|\/)tests?\/(?!.*(?:conftest|factories|fixtures|utils|helpers))[^/]*\.py$/;

function flaw(
  facts: Facts,
  kind: 'always true' | 'skipped' | 'empty' | 'sleep',
  line: number,
  what: string,
): void {
  facts.testFlaws.push({ kind, line, what });
}

/** Left out, and nobody says why: words such as "later" are no reason. */
function isSkipped(decorators: string): boolean {
  return /@(?:pytest\.mark\.|unittest\.|mark\.)?skip\s*(?:\(\s*(?:(?:reason\s*=\s*)?["'](?:\s*(?:todo|fixme|later|wip|flaky|broken|failing|fails|temporar\w*|disabled?|skip(?:ped)?|for now|fix(?: me| this)?(?: later)?)[\s.!,:-]*)+["']\s*)?\))?\s*$/im.test(
    decorators,
  );
}

type Body = {
  readonly source: string;
  readonly text: string;
  readonly line: number;
  readonly called: readonly Called[];
};

function flawsIn({ source, text, line }: Body, facts: Facts, file: ScannedFile): void {
  const lines = text.split('\n');
  const sources = source.split('\n');
  for (const [index, each] of lines.entries()) {
    const why = alwaysTrue(each, sources[index] ?? '');
    if (why !== undefined && !isCaught(lines, index)) flaw(facts, 'always true', line + index, why);
    const seconds = /\b(?:time\.|asyncio\.)?sleep\(\s*([\d.]+)\s*\)/.exec(each)?.[1];
    if (seconds === undefined || Number(seconds) < 0.05 || /patch\w*\([^)]*sleep/.test(file.text)) continue;
    if (!isInLoop(lines, index)) flaw(facts, 'sleep', line + index, `${seconds} s`);
  }
}

function isInLoop(lines: readonly string[], index: number): boolean {
  let depth = indentOf(lines[index] ?? '');
  for (let at = index - 1; at > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    if (/^\s*(?:while|for|async for|def|async def)\b/.test(line)) return true;
  }
  return false;
}

/** `except ValidationError: assert True`: this error is one of the ways it may go. */
function isCaught(lines: readonly string[], index: number): boolean {
  const depth = indentOf(lines[index] ?? '');
  const around = lines.slice(0, index).findLast((line) => line.trim() !== '' && indentOf(line) < depth) ?? '';
  return /^\s*except\s+\(?[\w.]+/.test(around) && !/\b(?:Base)?Exception\b|\bAssertionError\b/.test(around);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `line`: with its texts blanked; `source`: as it is written. */
function alwaysTrue(line: string, source: string): string | undefined {
  const end = line.trimEnd().length;
  const asserted = /^\s*assert\s+(.*)$/.exec(source.slice(0, end))?.[1];
  if (asserted !== undefined) {
    const value = asserted.replace(/,\s*[frb]?["'].*$/, '').trim();
    if (/^\(?True\)?$|^[1-9]\d*$|\bor True$/.test(value)) return 'true is always true';
    if (/^len\([^()]*\)\s*>=\s*0$/.test(value)) return 'a length is never below zero';
    if (/^\([^()]+,\s*f?["'][^"']*["']\)$/.test(asserted.trim())) return 'a tuple is always true';
    return isSame(/^(\S+|"[^"]*"|'[^']*')\s*(?:==|is)\s*(.+)$/.exec(value))
      ? 'a value is compared with itself'
      : undefined;
  }
  const called = /^\s*self\.assert(\w+)\((.*)\)$/.exec(source.slice(0, end));
  if (called === null) return undefined;
  const [, name = '', given = ''] = called;
  if ((name === 'True' && /^True(?:,|$)/.test(given)) || (name === 'False' && /^False(?:,|$)/.test(given)))
    return 'a constant is always what it is';
  if (name === 'GreaterEqual' && /^len\([^()]*\),\s*0$/.test(given)) return 'a length is never below zero';
  const pair = /^([^,()]+),\s*([^,()]+)$/.exec(given);
  return /^(?:Equals?|Is|CountEqual|ListEqual|DictEqual)$/.test(name) && isSame(pair)
    ? 'a value is compared with itself'
    : undefined;
}

/** The same words on both sides, and nothing is called. */
function isSame(sides: RegExpExecArray | null): boolean {
  const [left, right] = [sides?.[1]?.trim(), sides?.[2]?.trim()];
  return left !== undefined && left === right && !/[([]/.test(left);
}

/** Tests of pytest and unittest, and the functions they may leave their assertions to. */
export const pythonTests: SyntaxFinder = {
  language: 'python',
  words: ['def '],
  applies: ({ isTest, path }) => isTest || /test/i.test(path),
  find(root, facts, file) {
    for (const each of methodsIn(root)) method(each, facts, file);
  },
};
