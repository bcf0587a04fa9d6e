import type { SyntaxNode } from '../../ports/syntax.ts';
import { goArguments, goCallee, goFunctions, goParameters, goStatements } from '../parse/go.ts';
import { lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { blanked, calledIn, calledNames } from '../syntax/blanked.ts';
import type { Facts } from './facts.ts';

const ASSERTS =
  /\b\w+\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|Failf)\(|\b(?:assert|require|must|is|qt|check|golden|snaps|autogold|approvals)\.\w+\(|\b\w*(?:[aA]ssert|[eE]xpect|[vV]erif|[cC]heck|[mM]ust|[rR]equire|[cC]ompare)\w*(?:\.\w+)*\s*\(|\bEventually\(|\bpanic\(|\b[a-z]\w*\.(?:Equal\w*|NoError|True|False|Nil|NotNil|Len|Contains|Empty|NotEmpty|Require|Assert|ErrorIs|ErrorContains|EqualValues|Panics\w*|JSONEq|Subset|Zero|Greater\w*|Less\w*)\(/;
const RUNS_THROUGH =
  /not_?(?:panic|fail|crash|block|hang)|no_?(?:error|panic|race|leak|op)|without_?(?:error|panic)|smoke|race|deadlock|concurren/i;

function declared(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (name === null || body === null) return;
  const source = body.text;
  const text = blanked(source, 'go');
  const calls = calledNames(calledIn(text));
  const asserts = ASSERTS.test(text) || isHandedOut(body);
  const given = goParameters(node.childForFieldName('parameters'));
  const isSuite = node.type === 'method_declaration' && given.length === 0;
  const isTest =
    /^Test(?:[A-Z_]|$)/.test(name.text) && (isSuite || /^\*?testing\.T$/.test(given[0]?.type ?? ''));
  if (!isTest || name.text === 'TestMain')
    return void facts.helpers.push({ name: name.text, asserts, calls });
  const line = lineOf(name);
  const statements = goStatements(body);
  if (statements.length === 0) return void facts.testFlaws.push({ kind: 'empty', line, what: name.text });
  const skip = statements.find((each) => /^\w+(?:\.T\(\))?\.Skip(?:f|Now)?\(/.test(each.text));
  if (skip !== undefined)
    return void facts.testFlaws.push({ kind: 'skipped', line: lineOf(skip), what: 'test' });
  const lastLine = lineOf(body) + source.split('\n').length - 1;
  const isThrough = RUNS_THROUGH.test(name.text);
  facts.tests.push({
    title: name.text,
    line,
    lastLine,
    asserts: asserts || isThrough,
    calls,
  });
  for (const call of within(body, 'call_expression')) flawsIn(call, facts);
}

/** `fixture.Run(t, …)`: whoever is given the test may fail it. Of the functions of the same package it is known. */
function isHandedOut(body: SyntaxNode): boolean {
  return within(body, 'call_expression').some((call) => {
    const callee = goCallee(call);
    return (
      callee.includes('.') &&
      !/^(?:t|tt|s)\.|\.(?:Parallel|Helper|Cleanup|Setup\w*|New\w*|Open\w*|Start\w*|Create\w*)$/.test(
        callee,
      ) &&
      goArguments(call).some(({ text }) => /^(?:t|tt|s\.T\(\))$/.test(text))
    );
  });
}

const UNITS: Readonly<Record<string, number>> = { Millisecond: 1, Second: 1_000, Minute: 60_000 };

function flawsIn(call: SyntaxNode, facts: Facts): void {
  const callee = goCallee(call);
  if (callee === 'time.Sleep') {
    const time = millisecondsOf(goArguments(call)[0]?.text ?? '');
    const isNested = nearestAround(
      call,
      /^(?:for_statement|go_statement|func_literal|expression_switch_statement)$/,
    );
    const isOfRun =
      isNested?.type === 'func_literal' && goCallee(isNested.parent?.parent ?? call).endsWith('.Run');
    if (time !== undefined && time >= 50 && (isNested === undefined || isOfRun))
      facts.testFlaws.push({ kind: 'sleep', line: lineOf(call), what: `${time} ms` });
  }
  if (
    isAlways(
      callee,
      goArguments(call).map(({ text }) => text),
    )
  )
    facts.testFlaws.push({
      kind: 'always true',
      line: lineOf(call),
      what: 'a constant is compared with itself',
    });
}

function millisecondsOf(text: string): number | undefined {
  const found = /^(?:(\d+)\s*\*\s*)?time\.(Millisecond|Second|Minute)(?:\s*\*\s*(\d+))?$/.exec(text);
  if (found === null) return undefined;
  return Number(found[1] ?? found[3] ?? 1) * (UNITS[found[2] ?? ''] ?? 1);
}

function isAlways(callee: string, given: readonly string[]): boolean {
  const matcher = /^(?:assert|require|is|s|suite)\.(\w+)$/.exec(callee)?.[1];
  if (matcher === undefined) return false;
  const values = given.filter((each) => each !== 't' && each !== 's.T()');
  const [left, right] = values;
  if (matcher === 'True') return left === 'true';
  if (matcher === 'False') return left === 'false';
  if (matcher === 'Nil' || matcher === 'NoError') return left === 'nil';
  return (
    /^(?:Equal|Same|EqualValues|Exactly)$/.test(matcher) &&
    left !== undefined &&
    left === right &&
    !left.includes('(')
  );
}

/** Tests of Go, and the functions they may leave their assertions to. */
export const goTests: SyntaxFinder = {
  language: 'go',
  words: ['testing', 'Test'],
  applies: ({ isTest, path }) => isTest || /test/i.test(path),
  find(root, facts, { path }) {
    for (const each of goFunctions(root))
      // Only files of this name are run as tests; elsewhere a function may be called so.
      if (path.endsWith('_test.go') || !(each.childForFieldName('name')?.text ?? '').startsWith('Test'))
        declared(each, facts);
  },
};
