import {
  type Detected,
  type FileChange,
  identityIn,
  isTest,
  isTestFile,
  languageOf,
  writtenTitles,
} from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import { sha256 } from '../../model/sha256.ts';
import { inOrder } from './ask-checks.ts';
import { listed } from '../base-tests/beyond-base.ts';
import type { CheckWithResult } from './blinded.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { definingChanges, partsAtBase } from '../base-tests/defining-changes.ts';
import type { Gate, Work } from '../gate.ts';
import { mayChange } from '../changes/may-change.ts';
import { knownInputs, knownReport, runKey } from '../checks/reports-at.ts';
import { LONGEST_ASKED } from './run-without.ts';
import { titleIn } from '../test-report/passes.ts';
import type { TestReport } from '../test-report/test-report.ts';
import { runOnce, verify } from '../checks/verify.ts';
import { isMap } from '../../schema/fits.ts';

/**
 * A changed test has to notice what it noticed at base (EVID-02). The functions that it names are taken out on both sides: a
 * test that fails without them at base and passes without them here tests something else now, whatever was written into it.
 */
export const testsNotice: Gate = {
  name: 'tests-notice',
  asks: 'Do changed tests still fail when the functions they test are taken out?',
  tells: [
    'Existing tests that are changed until they pass without the functions they tested: these are taken out on both sides, and the tests compared by name',
  ],
  applies: ({ takeOut }) => takeOut !== undefined,
  async check(context, work) {
    const changed = await judgingChanges(context, work);
    const cells = changed.length === 0 ? [] : (await work.verified()).cells;
    const green = cells.filter(({ status, flaky, ms }) => status === 'PASS' && !flaky && ms <= LONGEST_ASKED);
    const detected: Detected[] = [];
    for (const seeing of inOrder(context, green)) {
      const titles = await voidedTests(context, work, { ...seeing, changed });
      if (titles.length > 0) detected.push(voided(context, work, { ...seeing, changed, titles }));
    }
    return { detected };
  },
};

type CheckWithChanges = CheckWithResult & { readonly changed: readonly FileChange[] };

/** Changed tests, and what else defines the checks. Dependencies alone decide nothing here. */
async function judgingChanges(context: GateContext, work: Work): Promise<readonly FileChange[]> {
  const defining = (await definingChanges(context, work)).filter(({ change, role }) => {
    const parts = role === 'mixed' ? partsAtBase(change, role) : undefined;
    return parts == null || !('text' in parts) || parts.text !== change.after?.text;
  });
  const known = new Set(defining.map(({ change }) => change));
  return work.changes.filter((change) => known.has(change) || (change.before !== null && isTest(change)));
}

/** The titles of tests that noticed at base and notice nothing here; the check's own name where it names no tests. */
async function voidedTests(
  context: GateContext,
  work: Work,
  { check, cell, changed }: CheckWithChanges,
): Promise<readonly string[]> {
  const words = await wordsOfTests(context, work, changed);
  const here = await runWithout(context, work.head, { check, cell, words });
  if (here === undefined) return [];
  const passing = cell.report?.passes ?? null;
  const blind = passing === null ? null : blindIn(passing, here.report);
  if (blind?.length === 0 || (blind === null && here.status !== 'PASS')) return [];
  const known = await knownReport(context, work.base, cell);
  const at = { checks: [check.id], environments: [cell.environment] };
  const base =
    known === undefined ? (await verify(context, work.base, at)).cells[0] : { status: 'PASS', ...known };
  if (base?.status !== 'PASS') return [];
  // A test that fails by chance would accuse an honest change.
  let noticing: ReadonlySet<string> | undefined;
  for (let nth = 0; nth < 2; nth++) {
    const there = await runWithout(context, work.base, { check, cell, words, nth });
    if (there?.status !== 'FAIL') return [];
    if (blind === null || passing === null) continue;
    const passed = new Set(base.report?.passes);
    const failed = (there.report?.failures ?? []).map(titleIn).filter((title) => passed.has(title));
    noticing = new Set(failed.filter((title) => noticing?.has(title) !== false));
  }
  if (noticing === undefined || blind === null || passing === null) return [checkName(cell)];
  return lostAmong(noticing, { passing, passed: base.report?.passes ?? [], blind });
}

/** Tests under their old title, and new ones where more noticing tests went than came. */
function lostAmong(
  noticing: ReadonlySet<string>,
  { passing, passed, blind }: Readonly<Record<'passing' | 'passed' | 'blind', readonly string[]>>,
): readonly string[] {
  const [now, before, unseeing] = [new Set(passing), new Set(passed), new Set(blind)];
  const same = [...noticing].filter((title) => unseeing.has(title));
  const gone = [...noticing].filter((title) => !now.has(title)).length;
  const fresh = [...now].filter((title) => !before.has(title));
  const seeing = fresh.filter((title) => !unseeing.has(title)).length;
  const instead = fresh.filter((title) => unseeing.has(title)).slice(0, Math.max(0, gone - seeing));
  return [...same, ...instead];
}

/** Tests that pass although functions are gone; none where the report does not name all. */
function blindIn(passing: readonly string[], report: TestReport | null): readonly string[] {
  if (report?.passes == null || report.failures === null) return [];
  const failed = new Set(report.failures.map(titleIn));
  const passed = new Set(report.passes);
  return passing.filter((title) => passed.has(title) && !failed.has(title));
}

const MOST_FILES = 2000;
const LARGEST_FILE = 512 * 1024;

async function textsAt({ hub }: GateContext, commit: string, paths: readonly string[]) {
  const texts = new Map<string, string>();
  for (const path of paths.slice(0, MOST_FILES)) {
    const bytes = await hub.file(commit, path, LARGEST_FILE);
    if (bytes !== undefined) texts.set(path, new TextDecoder().decode(bytes));
  }
  return texts;
}

/** The words of the changed tests on both sides; where something else decides what tests say, of all tests of base. */
async function wordsOfTests(
  context: GateContext,
  { base }: Work,
  changed: readonly FileChange[],
): Promise<ReadonlySet<string>> {
  const isCases = ({ path, before }: FileChange) => writtenTitles(path, before?.text ?? '').length > 0;
  const all = changed.every(isCases) ? [] : (await context.hub.paths(base)).filter(isTestFile);
  const texts = [
    ...changed.flatMap(({ before, after }) => [before?.text ?? '', after?.text ?? '']),
    ...(await textsAt(context, base, all)).values(),
  ];
  return new Set(texts.flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
}

type Without = CheckWithResult & { readonly words: ReadonlySet<string>; readonly nth?: number };
type Ended = { readonly status: string; readonly report: TestReport | null };

/** A check on a commit without the functions that tests name, or without any where they name none. */
async function runWithout(
  context: GateContext,
  commit: string,
  { check, cell, words, nth = 0 }: Without,
): Promise<Ended | undefined> {
  const environment = context.plan.environments.find(({ id }) => id === cell.environment);
  const taken = await namedOut(context, commit, { cell, words });
  if (environment === undefined || taken === undefined) return undefined;
  const overlay = [...taken.texts].map(([path, text]) => {
    return [path, { text, mode: text.startsWith('#!') ? '100755' : '100644' }] as const;
  });
  const tree = await context.hub.compose(commit, new Map(overlay));
  const key = await runKey(context, tree, check, environment.id);
  const kept = key === undefined ? '' : sha256(`without ${nth} ${key}`);
  const known = context.measurements?.get(kept);
  if (isEnded(known)) return known;
  const usual = check.timeout ?? context.plan.limits.agentTimeout;
  const timeout = Math.min(usual, Math.max(SHORTEST, 3 * cell.ms));
  const { status, report, how } = await runOnce(context, {
    commit: tree,
    check: { ...check, timeout },
    environment,
    // A test file that cannot be loaded without them must not keep pytest from the others.
    env: {
      PYTEST_ADDOPTS: [environment.env['PYTEST_ADDOPTS'], '--continue-on-collection-errors']
        .filter(Boolean)
        .join(' '),
    },
  });
  // Ended for its time, it says nothing about any test.
  if (status === 'BROKEN' || how !== 'exited') return undefined;
  if (key !== undefined) context.measurements?.put(kept, { status, report });
  return { status, report };
}

function isEnded(known: unknown): known is Ended {
  return isMap(known) && known['status'] !== undefined && known['report'] !== undefined;
}

/** Code without its functions may wait for ever. */
const SHORTEST = 20_000;

async function namedOut(
  context: GateContext,
  commit: string,
  { cell, words }: Pick<Without, 'cell' | 'words'>,
): Promise<TakenOut | undefined> {
  const inputs = (await knownInputs(context, commit, cell))?.inputs;
  const read = inputs == null ? undefined : new Set(inputs.read);
  const paths = (await context.hub.paths(commit)).filter(
    (path) => languageOf(path) !== undefined && !isTestFile(path) && read?.has(path) !== false,
  );
  const texts = await textsAt(context, commit, paths);
  const changes = [...texts].map(([path, text]): FileChange => {
    return { path, before: null, after: { mode: '100644', blob: '', text, unread: null } };
  });
  // Code without its guards stays inside the sandbox; without one it must not go on at all.
  const removal = context.processes.enforcement === 'enforced' ? 'return' : 'throw';
  const all = await context.takeOut?.(changes, removal, 'all');
  // The name of a class stands for all its methods: tests need not name an operator.
  const named = (all?.functions ?? []).filter(({ name }) =>
    name.split(/[.#]/).some((part) => words.has(part)),
  );
  if (named.length === 0) return all?.functions.length === 0 ? undefined : all;
  return context.takeOut?.(changes, removal, new Set(named.map(({ file, name }) => `${file}:${name}`)));
}

function voided(
  context: GateContext,
  work: Work,
  { cell, changed, titles }: CheckWithChanges & { readonly titles: readonly string[] },
): Detected {
  const may = mayChange(context, work);
  const has = ({ path, after }: FileChange) =>
    writtenTitles(path, after?.text ?? '').some((title) => titles.includes(title));
  const file = (changed.find(has) ?? changed[0])?.path ?? '';
  const message = `Changed tests no longer test the product: without the functions that they name they fail at base and pass on this commit (check ${checkName(cell)}).`;
  return {
    rule: 'voided-test',
    severity: changed.every(({ path }) => may(path)) ? 'MEDIUM' : 'HIGH',
    file,
    line: 0,
    message,
    identity: identityIn(work, message),
    evidence: listed(titles),
    fix: 'Let these tests call the product and compare what it returns, as they do at base. If the change is right, a person dismisses this finding.',
  };
}
