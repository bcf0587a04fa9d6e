import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { blanked, calledIn, calledNames } from '../syntax/blanked.ts';
import type { Facts } from './facts.ts';

const TEST =
  /^(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SkippableFact|SkippableTheory)$/;
const ASSERTS =
  /\b\w*Assert\w*\s*[.<(]|\.Should\w*[(<]|\.?\bVerify\w*[(<]|\.Must\w*\(|\.(?:Received|DidNotReceive)\w*\(|\bExpect\w*\s*[.(<]|\bthrow\b|\bCheck\.|\.Validate\w*\(|MustHaveHappened|MustNotHaveHappened|\bApprovals\b|WaitFor\w*\(|Snapshot|\bEnsure\w*\(|\bThat\(|AssertWasCalled/;
const RUNS_THROUGH =
  /not_?(?:throw|fail|crash)|no_?(?:error|exception)|without_?(?:error|exception|throw)|smoke|doesnt_?throw/i;

type Attribute = { readonly name: string; readonly text: string };

function attributesOf(node: SyntaxNode): readonly Attribute[] {
  return childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .flatMap(childrenOf)
    .filter(({ type }) => type === 'attribute')
    .map((each) => ({
      name: (each.childForFieldName('name')?.text ?? '').replace(/Attribute$/, ''),
      text: each.text,
    }));
}

function method(node: SyntaxNode, isLeftOut: boolean, facts: Facts): void {
  const name = node.childForFieldName('name');
  const body =
    node.childForFieldName('body') ?? childrenOf(node).find(({ type }) => /block|arrow/.test(type));
  if (name === null || body === undefined) return;
  const attributes = attributesOf(node);
  const source = body.text;
  const text = blanked(source, 'csharp');
  const calls = calledNames(calledIn(text));
  const asserts = ASSERTS.test(text) || attributes.some((each) => /ExpectedException/.test(each.name));
  if (!attributes.some((each) => TEST.test(each.name)))
    return void facts.helpers.push({ name: name.text, asserts, calls });
  const line = lineOf(name);
  if (attributes.some(isIgnored)) return void facts.testFlaws.push({ kind: 'skipped', line, what: 'test' });
  if (isLeftOut || attributes.some((each) => /Explicit|ExpectedResult/.test(each.text))) return;
  if (/^\{\s*\}$/.test(text)) return void facts.testFlaws.push({ kind: 'empty', line, what: name.text });
  const isThrough = RUNS_THROUGH.test(name.text) || /\bSkip\b|Assert\.(?:Ignore|Inconclusive)/.test(text);
  const lastLine = lineOf(body) + source.split('\n').length - 1;
  facts.tests.push({ title: name.text, line, lastLine, asserts: asserts || isThrough, calls });
  flawsIn(source, text, lineOf(body), facts);
}

function isIgnored({ name, text }: Attribute): boolean {
  return name === 'Ignore' || (/^(?:Fact|Theory)$/.test(name) && /\bSkip\s*=/.test(text));
}

function flawsIn(source: string, text: string, firstLine: number, facts: Facts): void {
  const lineAt = (at: number): number => firstLine + (text.slice(0, at).match(/\n/g)?.length ?? 0);
  for (const found of text.matchAll(/\b(?:Thread\.Sleep|await\s+Task\.Delay)\(([^;]*)\)/g)) {
    const time = millisecondsOf(found[1] ?? '');
    if (time === undefined || time < 50 || isNested(text.slice(0, found.index))) continue;
    facts.testFlaws.push({ kind: 'sleep', line: lineAt(found.index), what: `${time} ms` });
  }
  for (const found of text.matchAll(
    /\b(\w*Assert|Expect)\.(\w+)(?:<\w+>)?\(([^;]*)\)\s*;|\b(true|false)\.Should\(\)\.Be(True|False)\(/g,
  )) {
    const [whole, , matcher = '', , literal, wanted] = found;
    const inside = source.slice(found.index, found.index + whole.length);
    const given = /\(([\s\S]*)\)\s*;$/.exec(inside)?.[1]?.trim() ?? '';
    const isSo = literal === undefined ? isAlways(matcher, given) : literal === wanted?.toLowerCase();
    if (isSo)
      facts.testFlaws.push({
        kind: 'always true',
        line: lineAt(found.index),
        what: 'a constant is compared with itself',
      });
  }
}

function isAlways(matcher: string, given: string): boolean {
  if (/^(?:True|IsTrue|That)$/.test(matcher)) return /^true(?:\s*,\s*Is\.True)?(?:\s*,\s*".*)?$/.test(given);
  if (/^(?:False|IsFalse)$/.test(matcher)) return /^false(?:\s*,\s*".*)?$/.test(given);
  if (!/^(?:Equal|AreEqual|Same|AreSame|StrictEqual)$/.test(matcher)) return false;
  const pair = /^("[^"]*"|[^,()]+)\s*,\s*("[^"]*"|[^,()]+)$/.exec(given);
  return pair !== null && pair[1]?.trim() === pair[2]?.trim();
}

function millisecondsOf(text: string): number | undefined {
  const plain = /^\s*(\d[\d_]*)\s*(?:,.*)?$/.exec(text)?.[1];
  if (plain !== undefined) return Number(plain.replaceAll('_', ''));
  const span = /TimeSpan\.From(Milliseconds|Seconds|Minutes)\(\s*([\d.]+)\s*\)?/.exec(text);
  const factor = { Milliseconds: 1, Seconds: 1_000, Minutes: 60_000 }[span?.[1] ?? ''];
  return factor === undefined ? undefined : Number(span?.[2]) * factor;
}

/** In a loop it asks again and again; in a function that is handed on it is somebody else's slowness. */
function isNested(before: string): boolean {
  const heads: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of before.matchAll(/[{};]/g)) {
    if (mark === '{') heads.push(before.slice(from, index));
    if (mark === '}') heads.pop();
    from = index + 1;
  }
  const last = before.slice(from);
  return [...heads.slice(1), last].some((head) => /\b(?:while|for|foreach|do)\b|=>|\bdelegate\b/.test(head));
}

function visit(node: SyntaxNode, isLeftOut: boolean, facts: Facts): void {
  if (node.type === 'method_declaration') return method(node, isLeftOut, facts);
  if (!AROUND.test(node.type)) return;
  const attributes = node.type === 'class_declaration' ? attributesOf(node) : [];
  const isIgnoredHere = attributes.some(({ name }) => name === 'Ignore' || name === 'Explicit');
  const name = isIgnoredHere ? node.childForFieldName('name') : null;
  if (name !== null && attributes.some(isIgnored))
    facts.testFlaws.push({ kind: 'skipped', line: lineOf(name), what: 'group' });
  for (const each of childrenOf(node)) visit(each, isLeftOut || isIgnoredHere, facts);
}

const AROUND =
  /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list|class_declaration)$/;

/** Tests of xUnit, NUnit and MSTest, and the methods they may leave their assertions to. */
export const csharpTests: SyntaxFinder = {
  language: 'csharp',
  words: ['[Fact', '[Theory', '[Test', 'Assert', 'Should', 'Verify'],
  applies: ({ isTest, path, text }) =>
    isTest || /test/i.test(path) || /\[(?:Fact|Test|TestMethod)\b/.test(text),
  find(root, facts) {
    visit(root, false, facts);
  },
};
