import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { goParameters } from '../../syntax/go/view.ts';
import { annotationsOf, javaMembers, javaTypes, modifiersOf } from '../../syntax/java/view.ts';
import { calleeOf, field, type LanguageView, statementsIn, textAt } from '../../syntax/language-view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';
import { blanked, calledNames } from '../../syntax/blanked.ts';
import type { Facts } from '../../engine/facts.ts';
import { testFlawsIn } from './flaws-in-others.ts';

/** A function of a test file. */
type Declared = {
  readonly name: SyntaxNode;
  /** What is read of it, and where that begins. */
  readonly read: SyntaxNode;
  readonly line: number;
  readonly isTest: boolean;
  /** Left out, and nobody says why: where. */
  readonly skippedAt?: number | undefined;
  readonly isLeftOut?: boolean;
  readonly isEmpty: boolean;
  readonly asserts?: boolean;
};

type Words = {
  readonly applies: (file: ScannedFile) => boolean;
  readonly asserts: RegExp;
  /** Named after what must not happen: running through is what is checked. */
  readonly runsThrough: RegExp;
  readonly leaves?: RegExp;
  readonly declared: (root: SyntaxNode, file: ScannedFile, facts: Facts) => readonly Declared[];
};

const vocabularies: Readonly<Record<LanguageView['language'], Words>> = {
  // pytest and unittest
  python: {
    applies: ({ isTest, path }) => isTest || /test/i.test(path),
    asserts:
      /^\s*assert\b|\bassert\w*\(|\.assert\w*\(|\bself\.fail\w*\(|\bpytest\.(?:raises|warns|fail|deprecated_call)|\braises\(|\bexpect\w*\(|\.should\b|^\s*raise\b|\btesting\.|\bsnapshot|\.wait_for_|\.fail\(|_assert|\.verify\(/m,
    runsThrough:
      /no_(?:error|exception|crash|raise|op\b)|not?_(?:raise|crash|throw|fail|error|break)|without_(?:error|rais|exception|crash)|doesn?_?t_(?:raise|crash|throw|fail|error)|smoke|import/,
    leaves: /\bpytest\.skip\(/,
    declared: (root, file) => pythonFunctions(root, '', file),
  },
  // xUnit, NUnit and MSTest
  csharp: {
    applies: ({ isTest, path, text }) =>
      isTest || /test/i.test(path) || /\[(?:Fact|Test|TestMethod)\b/.test(text),
    asserts:
      /\b\w*Assert\w*\s*[.<(]|\.Should\w*[(<]|\bShould\w*\.|\w(?:Ensure|Verify)[A-Z]\w*[(<]|\.?\bVerify\w*[(<]|\.Must\w*\(|\.(?:Received|DidNotReceive)\w*\(|\bExpect\w*\s*[.(<]|\bthrow\b|\bCheck\.|\.Validate\w*\(|MustHaveHappened|MustNotHaveHappened|\bApprovals\b|WaitFor\w*\(|Snapshot|\bEnsure\w*\(|\bThat\(|AssertWasCalled/,
    runsThrough:
      /not_?(?:throw|fail|crash)|no_?(?:error|exception)|without_?(?:error|exception|throw)|smoke|doesnt_?throw/i,
    leaves: /\bSkip\b|Assert\.(?:Ignore|Inconclusive)/,
    declared: (root, _, facts) => csharpMethods(root, false, facts),
  },
  // JUnit and TestNG
  java: {
    applies: ({ isTest, text }) => isTest || /@(?:Parameterized)?Test\b/.test(text),
    asserts:
      /\b\w*[aA]ssert\w*\s*[.(<:]|\bassert\s|\b[vV]erif\w*\s*[.(]|\bfail\w*\s*\(|\.andExpect\w*\(|\b\w*[eE]xpect\w*\s*[.(]|\.should\w*\(|(?<!\.)\bthen\w*\s*\(|\.statusCode\(|\bcheck\w*\s*\(|\bthrow\s|\bArch\w+|[aA]pprov\w+|\buntil\w*\s*\(|\bStepVerifier\b|\.isEqualTo\(|\bensure\w*\(/,
    runsThrough:
      /not_?(?:throw|fail|crash)|no_?(?:error|exception)|without_?(?:error|exception|throw)|smoke|contextLoads|mainMethod|main$|_(?:passes|succeeds)$/i,
    declared: (root, _, facts) => javaTypes(root).flatMap((type) => javaMethods(type, facts)),
  },
  go: {
    applies: ({ isTest, path }) => isTest || /test/i.test(path),
    asserts:
      /\b\w+\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|Failf)\(|\b(?:assert|require|must|is|qt|check|golden|snaps|autogold|approvals)\.\w+\(|\b\w*(?:[aA]ssert|[eE]xpect|[vV]erif|[cC]heck|[mM]ust|[rR]equire|[cC]ompare)\w*(?:\.\w+)*\s*\(|\bEventually\(|\bpanic\(|\b[a-z]\w*\.(?:Equal\w*|NoError|True|False|Nil|NotNil|Len|Contains|Empty|NotEmpty|Require|Assert|ErrorIs|ErrorContains|EqualValues|Panics\w*|JSONEq|Subset|Zero|Greater\w*|Less\w*)\(/,
    runsThrough:
      /not_?(?:panic|fail|crash|block|hang)|no_?(?:error|panic|race|leak|op)|without_?(?:error|panic)|smoke|race|deadlock|concurren|idempotent|twice/i,
    declared: (root, { path }) => within(root, ...views.go.methods).flatMap((node) => goFunction(node, path)),
  },
};

const RUN_BY_PYTEST =
  /(?:^|\/)(?:test[^/]*|[^/]*_tests?)\.py$|(?:^|\/)tests?\/(?!.*(?:conftest|factories|fixtures|utils|helpers))[^/]*\.py$/;
/** Left out, and nobody says why: words such as "later" are no reason. */
const SKIPPED =
  /@(?:pytest\.mark\.|unittest\.|mark\.)?skip\s*(?:\(\s*(?:(?:reason\s*=\s*)?["'](?:\s*(?:todo|fixme|later|wip|flaky|broken|failing|fails|temporar\w*|disabled?|skip(?:ped)?|for now|fix(?: me| this)?(?: later)?)[\s.!,:-]*)+["']\s*)?\))?\s*$/im;
/** What is named like a check and is not what the file imports to test it. */
const CHECKS = /\b((?:_*check|verify|ensure|compare|validate)_\w+)\(/g;

/** Functions of a file and of its classes; what is inside of functions belongs to them. */
function pythonFunctions(node: SyntaxNode, above: string, file: ScannedFile): readonly Declared[] {
  const inner = field(node, 'definition');
  if (node.type === 'decorated_definition' && inner !== null) {
    const marks = childrenOf(node).filter(({ type }) => type === 'decorator');
    return pythonFunctions(inner, marks.map(({ text }) => text).join('\n'), file);
  }
  if (/^(?:module|class_definition|block|if_statement)$/.test(node.type))
    return childrenOf(node).flatMap((each) => pythonFunctions(each, '', file));
  const name = field(node, 'name');
  const body = field(node, 'body');
  if (node.type !== 'function_definition' || name === null || body === null) return [];
  const line = lineOf(node);
  const checks = [...blanked(node.text, 'python').matchAll(CHECKS)];
  return [
    {
      name,
      read: node,
      line,
      isTest: name.text.startsWith('test') && !/fixture/.test(above) && RUN_BY_PYTEST.test(file.path),
      skippedAt: SKIPPED.test(above) ? line : undefined,
      isLeftOut: /skip|xfail/.test(above),
      isEmpty: statementsIn(body).every(isNothing),
      asserts: checks.some(([, check = '']) => !isTested(check, file)),
    },
  ];
}

/** `pass`, `...`, a text. */
function isNothing(node: SyntaxNode): boolean {
  const [only] = node.type === 'expression_statement' ? childrenOf(node) : [];
  return node.type === 'pass_statement' || only?.type === 'ellipsis' || only?.type === 'string';
}

/** Whether a name comes from the product, not from what helps tests. */
function isTested(name: string, { text }: ScannedFile): boolean {
  const imported = new RegExp(String.raw`^from\s+([\w.]+)\s+import\s+(?:\([^)]*|[^(\n]*)\b${name}\b`, 'm');
  const from = imported.exec(text)?.[1] ?? '.';
  return !from.startsWith('.') && !/test|helper|util|assert|check|fixture|conftest/i.test(from);
}

type Mark = { readonly name: string; readonly text: string };

function attributesOf(node: SyntaxNode): readonly Mark[] {
  return childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .flatMap(childrenOf)
    .filter(({ type }) => type === 'attribute')
    .map((each) => ({ name: textAt(each, 'name').replace(/Attribute$/, ''), text: each.text }));
}

const AROUND =
  /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list|class_declaration)$/;
const isIgnored = ({ name, text }: Mark): boolean =>
  name === 'Ignore' || (/^(?:Fact|Theory)$/.test(name) && /\bSkip\s*=/.test(text));

function csharpMethods(node: SyntaxNode, isLeftOut: boolean, facts: Facts): readonly Declared[] {
  const marks = attributesOf(node);
  const name = field(node, 'name');
  if (node.type === 'method_declaration') {
    const body = field(node, 'body') ?? childrenOf(node).find(({ type }) => /block|arrow/.test(type));
    if (name === null || body === undefined) return [];
    const isEmpty = body.type === 'block' && statementsIn(body).length === 0;
    const isOff = isEmpty && childrenOf(node).some(({ text }) => text === 'override');
    return [
      {
        name,
        read: body,
        line: lineOf(name),
        isTest: marks.some((each) =>
          /^(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SkippableFact|SkippableTheory)$/.test(
            each.name,
          ),
        ),
        skippedAt: marks.some(isIgnored) ? lineOf(name) : undefined,
        isLeftOut: isLeftOut || isOff || marks.some(({ text }) => /Explicit|ExpectedResult/.test(text)),
        isEmpty,
        asserts: marks.some((each) => /ExpectedException/.test(each.name)),
      },
    ];
  }
  if (!AROUND.test(node.type)) return [];
  const own = node.type === 'class_declaration' ? marks : [];
  if (name !== null && own.some(isIgnored)) leftGroup(name, facts);
  const isLeft = isLeftOut || own.some((each) => /^(?:Ignore|Explicit)$/.test(each.name));
  return childrenOf(node).flatMap((each) => csharpMethods(each, isLeft, facts));
}

function leftGroup(name: SyntaxNode, facts: Facts): void {
  facts.testFlaws.push({ kind: 'skipped', line: lineOf(name), what: 'group' });
}

function javaMethods(type: SyntaxNode, facts: Facts): readonly Declared[] {
  const isLeft = (node: SyntaxNode): boolean =>
    annotationsOf(node).some(({ name }) => name === 'Ignore' || name === 'Disabled');
  const group = field(type, 'name');
  const isLeftOut = isLeft(type);
  if (isLeftOut && group !== null) leftGroup(group, facts);
  return javaMembers(type).flatMap((method) => {
    const name = field(method, 'name');
    const body = field(method, 'body');
    if (method.type !== 'method_declaration' || name === null || body === null) return [];
    const marks = annotationsOf(method);
    const isTest = marks.some((each) =>
      /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/.test(each.name),
    );
    const skippedAt = isLeft(method) ? lineOf(name) : undefined;
    const isEmpty = statementsIn(body).length === 0;
    const asserts = marks.some((each) => each.named.has('expected'));
    // An empty override switches off a test of the base class that does not fit here; only such a one is protected.
    const isOverride = marks.some((each) => each.name === 'Override') || isProtectedIn(type, method);
    const isOff = isLeftOut || (isEmpty && isOverride);
    return [{ name, read: body, line: lineOf(name), isTest, skippedAt, isLeftOut: isOff, isEmpty, asserts }];
  });
}

function isProtectedIn(type: SyntaxNode, method: SyntaxNode): boolean {
  return field(type, 'superclass') !== null && /\bprotected\b/.test(modifiersOf(method));
}

function goFunction(node: SyntaxNode, path: string): readonly Declared[] {
  const name = field(node, 'name');
  const body = field(node, 'body');
  // Only files of this name are run as tests; elsewhere a function may be called so.
  if (name === null || body === null || (name.text.startsWith('Test') && !path.endsWith('_test.go')))
    return [];
  const given = goParameters(field(node, 'parameters'));
  const isSuite = node.type === 'method_declaration' && given.length === 0;
  const isRun = isSuite || /^\*?testing\.T$/.test(given[0]?.type ?? '');
  const statements = statementsIn(body);
  const skip = statements.find((each) => /^\w+(?:\.T\(\))?\.Skip(?:f|Now)?\(/.test(each.text));
  return [
    {
      name,
      read: body,
      line: lineOf(name),
      isTest: /^Test(?:[A-Z_]|$)/.test(name.text) && name.text !== 'TestMain' && isRun,
      skippedAt: skip === undefined ? undefined : lineOf(skip),
      isEmpty: statements.length === 0,
      asserts: within(body, 'call_expression').some(isHandedOut),
    },
  ];
}

/** `fixture.Run(t, …)`: whoever is given the test may fail it. Of the functions of the same package it is known. */
function isHandedOut(call: SyntaxNode): boolean {
  const callee = calleeOf(views.go, call);
  return (
    callee.includes('.') &&
    !/^(?:t|tt|s)\.|\.(?:Parallel|Helper|Cleanup|Setup\w*|New\w*|Open\w*|Start\w*|Create\w*)$/.test(callee) &&
    views.go.call(call).args.some(({ text }) => /^(?:t|tt|s\.T\(\))$/.test(text))
  );
}

function learn(view: LanguageView, each: Declared, file: ScannedFile, facts: Facts): void {
  const { asserts: says, runsThrough, leaves } = vocabularies[view.language];
  const { name, read, line } = each;
  const source = read.text;
  const text = blanked(source, view.language);
  const calls = calledNames(view.language === 'python' ? text.slice(text.indexOf(':')) : text);
  const asserts = each.asserts === true || says.test(text);
  if (!each.isTest) return void facts.helpers.push({ name: name.text, asserts, calls });
  if (each.skippedAt !== undefined)
    return void facts.testFlaws.push({ kind: 'skipped', line: each.skippedAt, what: 'test' });
  if (each.isLeftOut === true) return;
  const isThrough = runsThrough.test(name.text) || leaves?.test(text) === true;
  if (each.isEmpty && !(isThrough && view.language === 'java'))
    return void facts.testFlaws.push({ kind: 'empty', line, what: name.text });
  if (each.isEmpty) return;
  const lastLine = lineOf(read) + source.split('\n').length - 1;
  facts.tests.push({ title: name.text, line, lastLine, asserts: asserts || isThrough, calls });
  facts.testFlaws.push(...testFlawsIn(view, read, text, file));
}

/** Tests, the functions they may leave their assertions to, and what is wrong with them, in every language but TypeScript. */
export const testsInOthers: readonly SyntaxFinder[] = Object.values(views).map((view) => {
  const { applies, declared } = vocabularies[view.language];
  return {
    language: view.language,
    applies,
    find(root, facts, file) {
      for (const each of declared(root, file, facts)) learn(view, each, file, facts);
    },
  };
});
