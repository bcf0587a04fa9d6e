import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { calleeOf, type LanguageView, textAt } from '../../syntax/language-view.ts';
import { lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';
import type { TestFlawFact } from './typescript.ts';

/** What one call in a test says: `args` as they are written. */
type Said = { readonly callee: string; readonly args: readonly string[]; readonly node: SyntaxNode };

type Words = {
  /** For how many milliseconds a call sleeps. */
  readonly sleeps: (said: Said) => number | undefined;
  /** In a loop it asks again and again; in a function that is handed on it is somebody else's slowness. */
  readonly nests: RegExp;
  readonly isAlways: (said: Said) => boolean;
};

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^milli/i, 1],
  [/^second/i, 1_000],
  [/^minute/i, 60_000],
];

function milliseconds(count: string | undefined, unit = 'milli'): number | undefined {
  const factor = UNITS.find(([name]) => name.test(unit))?.[1];
  return count === undefined || factor === undefined ? undefined : Number(count.replaceAll('_', '')) * factor;
}

const isSame = ([left, right]: readonly (string | undefined)[], plain: RegExp): boolean =>
  left !== undefined && left.trim() === right?.trim() && plain.test(left.trim());

const vocabularies: Readonly<Record<Exclude<LanguageView['language'], 'python'>, Words>> = {
  csharp: {
    sleeps({ callee, args: [time = ''], node }) {
      const isWaited = callee === 'Task.Delay' && node.parent?.type === 'await_expression';
      if (callee !== 'Thread.Sleep' && !isWaited) return undefined;
      const [, unit, count] = /TimeSpan\.From(\w+)\(\s*([\d.]+)\s*\)/.exec(time) ?? [];
      return milliseconds(count ?? /^\d[\d_]*$/.exec(time)?.[0], unit);
    },
    nests:
      /^(?:while_statement|for_statement|foreach_statement|do_statement|lambda_expression|anonymous_method_expression|arrow_expression_clause)$/,
    isAlways({ callee, args, node }) {
      const told = /^(true|false)\.Should\(\)\.Be(True|False)$/.exec(callee);
      if (told !== null) return told[1] === told[2]?.toLowerCase();
      const matcher = /(?:^|\.)(?:\w*Assert|Expect)\.(\w+)(?:<\w+>)?$/.exec(callee)?.[1] ?? '';
      if (node.parent?.type !== 'expression_statement') return false;
      const isTold = args.length === 1 || args[1] === 'Is.True' || args[1]?.startsWith('"') === true;
      if (/^(?:True|IsTrue|That)$/.test(matcher)) return args[0] === 'true' && isTold;
      if (/^(?:False|IsFalse)$/.test(matcher)) return args[0] === 'false' && isTold;
      const isEqual = /^(?:Equal|AreEqual|Same|AreSame|StrictEqual)$/.test(matcher) && args.length === 2;
      return isEqual && isSame(args, /^"[^"]*"$|^[^,()]+$/);
    },
  },
  java: {
    sleeps({ callee, args: [time = ''] }) {
      const [, unit] = /^(?:TimeUnit\.)?(MILLISECONDS|SECONDS|MINUTES)\.sleep$/.exec(callee) ?? [];
      if (callee !== 'Thread.sleep' && unit === undefined) return undefined;
      const [, of, count] =
        /^(?:Duration\.of(Millis|Seconds|Minutes)\(\s*)?(\d[\d_]*)L?\s*\)?$/.exec(time) ?? [];
      return milliseconds(count, unit ?? of);
    },
    nests:
      /^(?:while_statement|for_statement|enhanced_for_statement|do_statement|lambda_expression|object_creation_expression)$/,
    isAlways({ callee, args, node }) {
      const plain = /^"[^"]*"$|^-?\d[\w.]*$|^\w+$/;
      const [first, second] = args;
      const matcher = /^(?:Assert(?:ions)?\.)?assert(\w+)$/.exec(callee)?.[1];
      const isTold = args.length === 1 || second?.startsWith('"') === true;
      if (matcher === 'True' || matcher === 'False') return first === matcher.toLowerCase() && isTold;
      if (matcher === 'Equals' || matcher === 'Same') return args.length === 2 && isSame(args, plain);
      // `assertThat(1).isEqualTo(1)`
      const { on, name } = views.java.call(node);
      if (on?.type !== 'method_invocation' || !/^(?:Assertions\.)?assertThat\(/.test(on.text)) return false;
      const [given] = views.java.call(on).args;
      if (name === 'isTrue' || name === 'isFalse') return given?.text === name.slice(2).toLowerCase();
      return /^is(?:EqualTo|SameAs)$/.test(name) && args.length === 1 && isSame([given?.text, first], plain);
    },
  },
  go: {
    sleeps({ callee, args: [time = ''] }) {
      if (callee !== 'time.Sleep') return undefined;
      const found = /^(?:(\d+)\s*\*\s*)?time\.(Millisecond|Second|Minute)(?:\s*\*\s*(\d+))?$/.exec(time);
      return found === null ? undefined : milliseconds(found[1] ?? found[3] ?? '1', found[2]);
    },
    nests: /^(?:for_statement|go_statement|func_literal|expression_switch_statement)$/,
    isAlways({ callee, args }) {
      const matcher = /^(?:assert|require|is|s|suite)\.(\w+)$/.exec(callee)?.[1] ?? '';
      const values = args.filter((each) => each !== 't' && each !== 's.T()');
      if (matcher === 'True' || matcher === 'False') return values[0] === matcher.toLowerCase();
      if (matcher === 'Nil' || matcher === 'NoError') return values[0] === 'nil';
      return /^(?:Equal|Same|EqualValues|Exactly)$/.test(matcher) && isSame(values, /^[^(]*$/);
    },
  },
};

/** Sleeps, and assertions that cannot fail. `text` is that of the node with comments and texts made blank. */
export function testFlawsIn(
  view: LanguageView,
  node: SyntaxNode,
  text: string,
  file: ScannedFile,
): readonly TestFlawFact[] {
  if (view.language === 'python') return pythonFlaws(node, text, file);
  const { sleeps, nests, isAlways } = vocabularies[view.language];
  return within(node, view.calls[0]).flatMap((call): readonly TestFlawFact[] => {
    const args = view.call(call).args.map((each) => each.text);
    const said = { callee: calleeOf(view, call), args, node: call };
    const line = lineOf(call);
    if (isAlways(said) && !isEquality(said, text))
      return [{ kind: 'always true', line, what: 'a constant is compared with itself' }];
    const time = sleeps(said);
    if (time === undefined || time < 50) return [];
    const nest = nearestAround(call, nests);
    // `t.Run("…", func(t *testing.T) { … })` is a test of its own.
    const isRun = nest?.type === 'func_literal' && textAt(nest.parent?.parent, 'function').endsWith('.Run');
    return nest === undefined || isRun ? [{ kind: 'sleep', line, what: `${time} ms` }] : [];
  });
}

/** `assertThat(a).isEqualTo(a)` beside what it must not be equal to: that something equals itself is what is tested. */
function isEquality({ callee, args }: Said, text: string): boolean {
  const isNamed = args.every((each) => /^[a-z]\w*$/.test(each) && !/^(?:true|false|null|nil)$/.test(each));
  return isNamed && /[eE]qual|Same/.test(callee) && /NotEqual|[hH]ash_?[cC]ode|isNotSame/.test(text);
}

function pythonFlaws(node: SyntaxNode, text: string, file: ScannedFile): readonly TestFlawFact[] {
  const lines = text.split('\n');
  const sources = node.text.split('\n');
  return lines.flatMap((each, index): readonly TestFlawFact[] => {
    const line = lineOf(node) + index;
    const why = alwaysTrue(each, sources[index] ?? '');
    if (why !== undefined && !isCaught(lines, index)) return [{ kind: 'always true', line, what: why }];
    const seconds = /\b(?:time\.|asyncio\.)?sleep\(\s*([\d.]+)\s*\)/.exec(each)?.[1];
    if (seconds === undefined || Number(seconds) < 0.05 || /patch\w*\([^)]*sleep/.test(file.text)) return [];
    return isInLoop(lines, index) ? [] : [{ kind: 'sleep', line, what: `${seconds} s` }];
  });
}

/** The lines that a line is inside of, innermost first. */
function linesAround(lines: readonly string[], index: number): readonly string[] {
  const found: string[] = [];
  let depth = indentOf(lines[index] ?? '');
  for (const line of lines.slice(0, index).toReversed()) {
    if (line.trim() === '' || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    found.push(line);
  }
  return found;
}

/** The first line is the function itself. */
function isInLoop(lines: readonly string[], index: number): boolean {
  return linesAround(lines.slice(1), index - 1).some((line) =>
    /^\s*(?:while|for|async for|def|async def)\b/.test(line),
  );
}

/** `except ValidationError: assert True`: this error is one of the ways it may go. */
function isCaught(lines: readonly string[], index: number): boolean {
  const [around = ''] = linesAround(lines, index);
  return /^\s*except\s+\(?[\w.]+/.test(around) && !/\b(?:Base)?Exception\b|\bAssertionError\b/.test(around);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `line`: with its texts blanked; `source`: as it is written. */
function alwaysTrue(line: string, source: string): string | undefined {
  const written = source.slice(0, line.trimEnd().length);
  const asserted = /^\s*assert\s+(.*)$/.exec(written)?.[1];
  if (asserted !== undefined) {
    const value = asserted.replace(/,\s*[frb]?["'].*$/, '').trim();
    if (/^\(?True\)?$|^[1-9]\d*$|\bor True$/.test(value)) return 'true is always true';
    if (/^len\([^()]*\)\s*>=\s*0$/.test(value)) return 'a length is never below zero';
    if (/^\([^()]+,\s*f?["'][^"']*["']\)$/.test(asserted.trim())) return 'a tuple is always true';
    const sides = /^(\S+|"[^"]*"|'[^']*')\s*(?:==|is)\s*(.+)$/.exec(value) ?? [];
    return isSame(sides.slice(1), /^[^([]*$/) ? 'a value is compared with itself' : undefined;
  }
  const [, name = '', given = ''] = /^\s*self\.assert(\w+)\((.*)\)$/.exec(written) ?? [];
  if (/^(?:True|False)$/.test(name) && new RegExp(`^${name}(?:,|$)`).test(given))
    return 'it asserts a constant';
  if (name === 'GreaterEqual' && /^len\([^()]*\),\s*0$/.test(given)) return 'a length is never below zero';
  const pair = /^([^,()]+),\s*([^,()]+)$/.exec(given) ?? [];
  return /^(?:Equals?|Is|CountEqual|ListEqual|DictEqual)$/.test(name) && isSame(pair.slice(1), /^[^([]*$/)
    ? 'a value is compared with itself'
    : undefined;
}
