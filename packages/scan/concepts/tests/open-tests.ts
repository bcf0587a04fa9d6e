import type * as ts from '../../syntax/typescript/view.ts';

/** By this the compiler is made to check something. */
export const TYPE_TEST = '@ts-expect-error';

/** What is remembered of it, filled in until the walk leaves it. */
export type OpenFact = { asserts: boolean; calls: string[] };

/** A test or a named function the walk is inside of. */
export type OpenTest = {
  readonly end: number;
  readonly fact: OpenFact;
  /** The same fact, where it is that of a test. */
  readonly test: (OpenFact & { readonly title: string }) | undefined;
};

/** Whoever asserts something itself is not asked what it calls. */
export function proven({ fact }: OpenTest): void {
  fact.asserts = true;
  fact.calls.length = 0;
}

/** What the walk through one test file has seen so far. */
export class TestsOfFile {
  readonly open: OpenTest[] = [];
  /** Literals the test at hand gave a name to. */
  readonly constants = new Map<string, string>();
  /** The first parameter of the test at hand: `done`, `t`. */
  given = '';
  #isRun: boolean | undefined;
  #hasTypeTests: boolean | undefined;

  /** Leaves what ends before here. */
  at(position: number): void {
    while (this.open.length > 0 && (this.open.at(-1)?.end ?? 0) <= position) this.open.pop();
  }

  /** Asked before every test is looked through for one. */
  hasTypeTests(text: string): boolean {
    return (this.#hasTypeTests ??= text.includes(TYPE_TEST));
  }

  isRun(path: string, pattern: RegExp): boolean {
    return (this.#isRun ??= pattern.test(path));
  }
}

const known = new WeakMap<ts.SourceFile, TestsOfFile>();
/** The one that is walked through is asked for again and again. */
let last: { readonly source: ts.SourceFile; readonly tests: TestsOfFile } | undefined;

export function testsOf(source: ts.SourceFile): TestsOfFile {
  if (last?.source === source) return last.tests;
  const tests = known.get(source) ?? new TestsOfFile();
  known.set(source, tests);
  last = { source, tests };
  return tests;
}
