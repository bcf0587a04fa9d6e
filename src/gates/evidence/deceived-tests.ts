import { type Detected, type FileChange, identityIn, isTest } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import type { CheckWithResult } from './blinded.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, GivenAnswers } from '../context.ts';
import type { Work } from '../gate.ts';
import { namesPath } from '../changes/may-change.ts';
import { runOn, treeWithout } from './run-without.ts';

/** One call: the file, the function in it, and what it is given; for a method (`Cart.total`), the fields of its object. */
export type Call = readonly [file: string, name: string, args: readonly unknown[], fields?: unknown];

/** A call that answers differently on base and branch, outside of the runner. */
export type DifferingCall = {
  readonly call: Call;
  /** Test files that made it; empty: none did. */
  readonly callers: readonly string[];
  /** Its arguments as the function sees them. */
  readonly key: string;
  /** The answers as JSON, each in a list. */
  readonly before: string;
  readonly after: string;
};

export type Deceiving = {
  readonly answered: readonly DifferingCall[];
  readonly product: readonly FileChange[];
  /** A check that sees the changed functions; missing: none does. */
  readonly seeing: CheckWithResult | undefined;
};

/**
 * Whether base's tests accept what the branch answers to their own calls (EVID-02). The branch's code answered in another
 * process; here base's code runs, and only data of the branch: nothing can patch an assertion, recognise the runner or be
 * equal to everything. The same with base's answers has to pass, or nothing is decided.
 */
export async function deceivedTests(
  context: GateContext,
  work: Work,
  { answered, product, seeing }: Deceiving,
): Promise<readonly Detected[]> {
  const asked = answered.filter(({ callers }) => callers.length > 0);
  // A person allowed these tests to change: base's own say nothing about the work.
  const isNamed = namesPath(context, work);
  const isAllowed = work.changes.some(
    (change) => change.before !== null && isTest(change) && isNamed(change.path),
  );
  if (asked.length === 0 || seeing === undefined || isAllowed) return [];
  const run = async (side: 'before' | 'after'): Promise<string> => {
    const tree = await answeringTree(context, work, { product, given: givenBy(asked, side) });
    return tree === undefined ? 'BROKEN' : (await runOn(context, tree, seeing.check, seeing.cell)).status;
  };
  if ((await run('before')) !== 'PASS' || (await run('after')) !== 'FAIL') return [];
  return [deceived(work, seeing.cell, asked)];
}

function givenBy(
  asked: readonly DifferingCall[],
  side: 'before' | 'after',
): ReadonlyMap<string, GivenAnswers> {
  const byFunction = Map.groupBy(asked, ({ call: [file, name] }) => `${file}:${name}`);
  return new Map(
    [...byFunction].map(([id, all]) => {
      const answers = all.map((each) => `${JSON.stringify(each.key)}:${each[side]}`);
      const callers = [...new Set(all.flatMap((each) => each.callers))];
      return [id, { answers: `{${answers.join(',')}}`, callers }];
    }),
  );
}

/** Base with these answers; undefined where a function cannot give them. */
async function answeringTree(
  context: GateContext,
  work: Work,
  {
    product,
    given,
  }: { readonly product: readonly FileChange[]; readonly given: ReadonlyMap<string, GivenAnswers> },
): Promise<string | undefined> {
  const atBase = product.flatMap((change): FileChange[] =>
    change.before === null ? [] : [{ ...change, before: change.after, after: change.before }],
  );
  const answering = await context.takeOut?.(atBase, 'keep', given);
  if (answering === undefined || answering.functions.length === 0) return undefined;
  return treeWithout(context, { ...work, head: work.base, changes: atBase }, answering);
}

const SHOWN = 10;

function deceived(work: Work, cell: CheckResult, asked: readonly DifferingCall[]): Detected {
  const check = checkName(cell);
  // Dismissals know it by its former words.
  const former = `${check} passes here. Its base version fails when given the results that the changed functions return outside the tests.`;
  const lines = asked
    .slice(0, SHOWN)
    .map(
      ({ call: [file, name], key, before, after }) =>
        `${file} ${name}${key}: ${before} at base, ${after} here`,
    );
  return {
    rule: 'deceived-tests',
    severity: 'HIGH',
    file: asked[0]?.call[0] ?? '',
    line: 0,
    message: `${check} passes on this commit, but the changed functions return other results outside the tests. With those results its base version fails.`,
    identity: identityIn(work, former),
    evidence: lines.join('\n').slice(0, 4000),
    fix: 'Make the functions return the same results in tests and in production. If a result has to change, a person has to name the tests in `mayChange`.',
  };
}
