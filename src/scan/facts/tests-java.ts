import type { SyntaxNode } from '../../ports/syntax.ts';
import { annotationsOf, javaMembers, javaTypes, statementsOf } from '../parse/java.ts';
import { lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { blanked, calledIn, calledNames } from '../syntax/blanked.ts';
import type { Facts } from './facts.ts';

const TEST = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/;
const ASSERTS =
  /\b\w*[aA]ssert\w*\s*[.(<]|\bassert\s|\b[vV]erif\w*\s*[.(]|\bfail\w*\s*\(|\.andExpect\w*\(|\b\w*[eE]xpect\w*\s*[.(]|\.should\w*\(|(?<!\.)\bthen\w*\s*\(|\.statusCode\(|\bcheck\w*\s*\(|\bthrow\s|\bArch\w+|[aA]pprov\w+|\buntil\w*\s*\(|\bStepVerifier\b|\.isEqualTo\(|\bensure\w*\(/;
const RUNS_THROUGH =
  /not_?(?:throw|fail|crash)|no_?(?:error|exception)|without_?(?:error|exception|throw)|smoke|contextLoads|mainMethod|main$/i;

function method(node: SyntaxNode, isLeftOut: boolean, facts: Facts): void {
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (name === null || body === null) return;
  const annotations = annotationsOf(node);
  const source = body.text;
  const text = blanked(source, 'java');
  const calls = calledNames(calledIn(text));
  const asserts = ASSERTS.test(text) || annotations.some((each) => each.named.has('expected'));
  if (!annotations.some((each) => TEST.test(each.name)))
    return void facts.helpers.push({ name: name.text, asserts, calls });
  const line = lineOf(name);
  if (annotations.some(isIgnored)) return void facts.testFlaws.push({ kind: 'skipped', line, what: 'test' });
  if (isLeftOut) return;
  if (statementsOf(body).length === 0)
    return RUNS_THROUGH.test(name.text)
      ? undefined
      : void facts.testFlaws.push({ kind: 'empty', line, what: name.text });
  const lastLine = lineOf(body) + source.split('\n').length - 1;
  const isThrough = RUNS_THROUGH.test(name.text);
  facts.tests.push({ title: name.text, line, lastLine, asserts: asserts || isThrough, calls });
  for (const call of within(body, 'method_invocation')) flawsIn(call, facts);
}

function isIgnored({ name }: { readonly name: string }): boolean {
  return name === 'Ignore' || name === 'Disabled';
}

const SLEEP =
  /^Thread\.sleep\(\s*(?:Duration\.of(Millis|Seconds|Minutes)\()?\s*(\d[\d_]*)L?\s*\)?\s*\)$|^(?:TimeUnit\.)?(MILLISECONDS|SECONDS|MINUTES)\.sleep\(\s*(\d+)L?\s*\)$/;
const UNITS: Readonly<Record<string, number>> = {
  Millis: 1,
  MILLISECONDS: 1,
  Seconds: 1_000,
  SECONDS: 1_000,
  Minutes: 60_000,
  MINUTES: 60_000,
};

function flawsIn(call: SyntaxNode, facts: Facts): void {
  const slept = SLEEP.exec(call.text);
  if (slept !== null) {
    const [, unit = 'Millis', length, named, count] = slept;
    const time = Number((length ?? count ?? '').replaceAll('_', '')) * (UNITS[named ?? unit] ?? 1);
    const isNested =
      nearestAround(
        call,
        /^(?:while_statement|for_statement|enhanced_for_statement|do_statement|lambda_expression|object_creation_expression)$/,
      ) !== undefined;
    if (time >= 50 && !isNested)
      facts.testFlaws.push({ kind: 'sleep', line: lineOf(call), what: `${time} ms` });
  }
  if (isAlways(call.text.replaceAll(/\s+/g, ' ')))
    facts.testFlaws.push({
      kind: 'always true',
      line: lineOf(call),
      what: 'a constant is compared with itself',
    });
}

const LITERAL = /^(?:"[^"]*"|-?\d[\w.]*|true|false|null)$/;

function isAlways(text: string): boolean {
  if (
    /^(?:Assert(?:ions)?\.)?assertTrue\( ?true ?(?:, ?".*)?\)$|^(?:Assert(?:ions)?\.)?assertFalse\( ?false ?(?:, ?".*)?\)$/.test(
      text,
    )
  )
    return true;
  if (
    /^(?:Assertions\.)?assertThat\( ?true ?\)\.isTrue\(\)$|^(?:Assertions\.)?assertThat\( ?false ?\)\.isFalse\(\)$/.test(
      text,
    )
  )
    return true;
  const pair =
    /^(?:Assert(?:ions)?\.)?assert(?:Equals|Same)\( ?("[^"]*"|[^,()]+?) ?, ?("[^"]*"|[^,()]+?) ?\)$/.exec(
      text,
    );
  const told =
    pair ??
    /^(?:Assertions\.)?assertThat\( ?("[^"]*"|[^,()]+?) ?\)\.is(?:EqualTo|SameAs)\( ?("[^"]*"|[^,()]+?) ?\)$/.exec(
      text,
    );
  const [, left, right] = told ?? [];
  return left !== undefined && left === right && (LITERAL.test(left) || /^\w+$/.test(left));
}

/** Tests of JUnit and TestNG, and the methods they may leave their assertions to. */
export const javaTests: SyntaxFinder = {
  language: 'java',
  words: ['@Test', 'Test\n', 'assert', 'verify', '@ParameterizedTest', 'expect'],
  applies: ({ isTest, text }) => isTest || /@(?:Parameterized)?Test\b/.test(text),
  find(root, facts) {
    for (const type of javaTypes(root)) {
      const annotations = annotationsOf(type);
      const left = annotations.find(isIgnored);
      const name = type.childForFieldName('name');
      if (left !== undefined && name !== null)
        facts.testFlaws.push({ kind: 'skipped', line: lineOf(name), what: 'group' });
      for (const member of javaMembers(type))
        if (member.type === 'method_declaration') method(member, left !== undefined, facts);
    }
  },
};
