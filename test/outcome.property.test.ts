// One function says what a run, a review or an audit came to. These properties feed it random states and compare what
// the terminal, HTML, Markdown, the dashboard, JSON, SARIF, JUnit and the comment on a pull request say.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { outcomeExitCode } from '../src/model/exit-codes.ts';
import { runAsReport } from '../src/app/report/run-as-report.ts';
import { asReport } from '../src/inspect/review/as-report.ts';
import { resultOf, reviewLines } from '../src/inspect/review/result.ts';
import type { Event } from '../src/model/events.ts';
import type { Finding } from '../src/model/finding.ts';
import { headline, type Outcome, outcomeOf, type RedAtBase } from '../src/model/outcome.ts';
import { type Report, reportOf } from '../src/model/report.ts';
import { severities } from '../src/model/severity.ts';
import {
  auditHtml,
  auditMarkdownEnd,
  auditText,
  chronicleOf,
  endOfRun,
  reviewComment,
  runHtml,
  runJunit,
  runOutcome,
  runReport,
  runWord,
  sarifOf,
  statusText,
  statusValue,
  summaryMarkdown,
  writeJunit,
} from '../src/report/index.ts';
import type { ReviewInputs, RunRecords } from '../src/run/index.ts';
import { openBook } from '../src/serve/book.ts';
import { stateView } from '../src/serve/view/state-view.ts';
import { evolve, initialState, reviewIn, type State } from '../src/state/index.ts';
import { anyEvent } from './support/any-event.ts';
import { golden, Paper } from './support/paper-desk.ts';
import { planOf } from './support/sketch.ts';

const words =
  /\b(?:PASSED|FAILED|NOT PROVED|NEEDS YOUR DECISION|BLOCKED|NO AGENT COULD WORK|STOPPED AT A LIMIT|STATE CONFLICT|INTERRUPTED|PAUSED|RUNNING|NOT STARTED)\b/g;

/** Every verdict in a text is this one, and it is there. */
function says(text: string, outcome: Outcome): void {
  expect(text).toContain(headline(outcome));
  expect(new Set(text.match(words))).toEqual(new Set([outcome.word]));
}

const unescaped = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const unmarked = (markdown: string): string => markdown.replaceAll(/\\([^\w\s])/g, '$1');

type Sarif = {
  readonly runs: readonly {
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly properties: { readonly outcome: string };
  }[];
};

/** Formats that programs read without the exit code pass only where it is 0. */
function machinesAgree(report: Report, junit: string): void {
  const { outcome } = report;
  const [run] = (sarifOf(report, '1.0.0') as unknown as Sarif).runs;
  expect(run?.properties.outcome).toBe(headline(outcome));
  const isPassed = outcome.verdict === 'passed';
  expect(run?.invocations[0]?.executionSuccessful === true && report.failing === 0).toBe(isPassed);
  expect(/^<testsuites [^>]* failures="0" errors="0"/m.test(junit)).toBe(isPassed);
}

const plan = planOf({
  tickets: [{ id: 'A', milestone: 'm', touchClass: 0 }, { id: 'B', needs: ['A'] }, { id: 'C' }],
  milestones: [{ id: 'm' }],
  overlaps: [[0, 0], [0]],
});
const started: Event = { type: 'run_started', v: 1, seq: 1, at: 0, overtaking: 2, plan };
const ended = fc.constantFrom('completed', 'partial', 'failed', 'escalated', 'limit', 'conflict');
const runEnded = fc.record({
  type: fc.constant('run_ended' as const),
  v: fc.constant(1 as const),
  seq: fc.constant(100),
  at: fc.constant(100),
  status: ended,
  because: fc.constant(''),
}) as fc.Arbitrary<Event>;
const told = fc.nat(golden.length).map((length) => golden.slice(0, length));
const invented = fc
  .tuple(fc.array(anyEvent, { maxLength: 40, size: 'max' }), fc.option(runEnded))
  .map(([events, end]): readonly Event[] => [started, ...events, ...(end === null ? [] : [end])])
  .map((events) => events.map((event, nth): Event => ({ ...event, seq: nth + 1 })));
const journals = fc.oneof(invented, told, fc.constant(golden));

const titles = new Map<string, string>();
const face = { width: 200, ascii: false, paint: (_: string, text: string) => text };

test('FIRST-06 whatever happened in a run, every surface prints the outcome of one function', () => {
  fc.assert(
    fc.property(journals, fc.boolean(), (journal, held) => {
      const state = journal.reduce<State>(evolve, initialState);
      const word = runWord(state, held);
      const outcome = runOutcome(state, word);
      const exitCode = outcomeExitCode(outcome);
      const end = { titles, word, exitCode, elapsed: 0, epicBranch: null, enforcement: null, notes: [] };
      says(
        endOfRun(state, end)
          .split('\n')
          .find((line) => line.startsWith('QUALITY GATE')) ?? '',
        outcome,
      );
      const status = statusText(state, { ...end, face, now: 0, only: undefined });
      says(status.split('\n').find((line) => line.includes('QUALITY GATE')) ?? '', outcome);
      const value = statusValue(state, { held, epicBranch: null, exitCodeOf: outcomeExitCode });
      expect([value.outcome, value.exitCode]).toEqual([outcome, exitCode]);
      const paper = new Paper(journal);
      paper.held = held;
      const book = openBook(paper.desk().open('told'));
      const view = stateView(book, { repository: 'shop', epics: [], readOnly: false, person: 'ada' });
      book.close();
      expect(view.run.outcome).toEqual(outcome);
      const report = runReport(state, chronicleOf(journal), {
        titles,
        word,
        epicBranch: null,
        diff: null,
        left: () => ({ findings: [], setAside: [], said: undefined }),
        people: [],
        calibrated: () => undefined,
        lastLines: () => [],
      });
      expect(report.outcome).toEqual(outcome);
      says(unescaped(/<h1>(.*)<\/h1>/.exec(runHtml(report))?.[1] ?? ''), outcome);
      says(unmarked(summaryMarkdown(report).split('\n')[0] ?? ''), outcome);
      machinesAgree(runAsReport(report), runJunit(report));
      // A pass leaves nothing open that the page shows beside it.
      const { failed, deciding, blocked, running, waiting } = view.run.counts;
      const open = failed + deciding + blocked + running + waiting;
      expect(outcome.verdict === 'passed' && open > 0).toBe(false);
    }),
  );
});

const finding: fc.Arbitrary<Finding> = fc.record({
  source: fc.constant({ kind: 'scan' as const, name: 'mock' }),
  rule: fc.constant('MOCK-001'),
  severity: fc.constantFrom(...severities),
  file: fc.constant('src/a.ts'),
  line: fc.nat(9),
  message: fc.constant('made up'),
  evidence: fc.constant(''),
  fix: fc.constant(''),
  fingerprint: fc.constantFrom('f1', 'f2', 'f3'),
  grounding: fc.constant('located' as const),
  suppressed: fc.constantFrom(null, 'it is a demo'),
  baseline: fc.constantFrom('new', 'known', null),
});
const crash = fc.record({ rule: fc.constant('X'), file: fc.constant('a'), because: fc.constant('boom') });
const audits = fc
  .tuple(
    fc.array(finding, { maxLength: 4 }),
    fc.record({
      failOn: fc.constantFrom(...severities),
      crashes: fc.array(crash, { maxLength: 1 }),
      scanned: fc.record({ files: fc.nat(2), bytes: fc.nat() }),
      health: fc.constantFrom('passed', 'needs-fixes', 'critical', 'unknown'),
      overallScore: fc.constantFrom(0, 0.5, 1),
    }),
  )
  .map(([findings, about]) => reportOf(findings, about as Partial<Report>));

test('FIRST-06 whatever an audit found, every surface prints its outcome, and no score beside it', () => {
  fc.assert(
    fc.property(audits, (audit) => {
      const { outcome } = audit;
      const text = auditText(audit, { paint: (_, words) => words, all: false, path: '' }).join('\n');
      const page = unescaped(auditHtml(audit, { title: 'x' }).replace(/<style>.*?<\/style>/s, ''));
      says(text, outcome);
      says(page, outcome);
      says(unmarked(auditMarkdownEnd(audit)).replaceAll('## FAILED', ''), outcome);
      for (const surface of [text, page])
        expect(surface).not.toMatch(/\bscore|\bhealth|needs-fixes|critical/);
      machinesAgree(audit, writeJunit(audit));
      const failing = audit.findings.filter(
        ({ severity, suppressed, baseline }) =>
          suppressed === null &&
          baseline !== 'known' &&
          severities.indexOf(severity) <= severities.indexOf(audit.failOn),
      );
      expect(outcome.verdict === 'failed').toBe(failing.length > 0);
    }),
  );
});

const red: fc.Arbitrary<RedAtBase> = fc.record({
  check: fc.constantFrom('unit', 'e2e'),
  state: fc.constantFrom('red', 'not-computed'),
  ranNoTest: fc.boolean(),
  reason: fc.constantFrom('', 'exit code 1'),
  allowed: fc.constantFrom(null, '--allow-red', 'override'),
});
const opened: Event = {
  type: 'review_opened',
  v: 1,
  seq: 1,
  at: 0,
  ticket: 'review:1',
  inputs: '',
  branch: 'feature',
  base: 'main',
  from: 'a'.repeat(40),
  head: 'a'.repeat(40),
  rounds: 3,
  reviewers: 1,
  fix: true,
  failOn: 'HIGH',
};
const inputs = {
  branch: 'feature',
  base: { name: 'main', found: 'main', commit: 'a'.repeat(40) },
  dimensions: [],
  reviewer: { settings: { use: 'claude', model: null }, hash: '' },
  programs: [],
  surroundings: {},
  files: 1,
  from: 'a'.repeat(40),
  config: { review: { coverage: null }, scans: {}, verify: [] },
} as unknown as ReviewInputs;
const reviews = fc.record({
  status: fc.constantFrom('clean', 'unclean', 'blocked', 'accepted', 'unknown', null),
  limit: fc.boolean(),
  question: fc.constantFrom(null, 7),
  isFixed: fc.boolean(),
  branchAt: fc.constantFrom(undefined, 'a'.repeat(40), 'b'.repeat(40)),
  redAtBase: fc.array(red, { maxLength: 2 }),
  found: fc.array(finding, { maxLength: 3 }),
});

test('FIRST-06 however a review ended, its text, JSON, comment and files say the same', async () => {
  const begun = reviewIn(evolve(initialState, opened));
  if (begun === undefined) throw new Error('no review was opened');
  await fc.assert(
    fc.asyncProperty(reviews, async ({ status, limit, question, isFixed, branchAt, redAtBase, found }) => {
      const open = found.map((each) => ({ ...each, suppressed: null, baseline: null }));
      const mustFix = open.filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL').length;
      const isClean = status === 'clean' && mustFix > 0;
      const isUnclean = status === 'unclean' && mustFix === 0;
      fc.pre(!isClean && !isUnclean);
      const answer = { run: 1, round: 1, mustFix, critical: 0, important: 0, minor: 0, document: null };
      const about = { type: 'review_ended', v: 1, seq: 9, at: 0, ticket: 'review:1', because: 'as it is' };
      const state = {
        ...begun,
        question: status === null ? question : null,
        because: 'two rounds',
        answers: [answer as unknown as (typeof begun)['answers'][number]],
        head: (isFixed ? 'b' : 'a').repeat(40),
        commits: isFixed ? ['b'.repeat(40)] : [],
        ended: status === null ? null : ({ ...about, status, limit: limit && status === 'unknown' } as never),
      };
      const kept = { roundFindings: { open, setAside: [], dismissed: [], redAtBase } };
      const records = { get: async (_: number, name: 'roundFindings') => kept[name] };
      const told = { inputs, notes: [], branchAt };
      const result = await resultOf(state, records as unknown as RunRecords, told);
      const { outcome } = result;
      expect(JSON.parse(JSON.stringify(result))).toMatchObject({ outcome, exitCode: result.exitCode });
      expect(result.exitCode).toBe(outcomeExitCode(outcome));
      says(reviewLines(result, 'HIGH', true).find((line) => line.startsWith('REVIEW')) ?? '', outcome);
      says(unmarked(reviewComment(result, 'HIGH').split('\n')[1] ?? ''), outcome);
      const report = asReport(result, 'HIGH');
      if (outcome.verdict !== 'decision') machinesAgree(report, writeJunit(report));
      const passed: readonly string[] = ['clean', 'accepted'];
      expect(passed.includes(result.status)).toBe(outcome.verdict === 'passed');
    }),
  );
});

test('FIRST-06 every verdict has its own word and its own reason', () => {
  expect(headline(outcomeOf({ open: 'running' }))).toBe('RUNNING');
  expect(headline(outcomeOf({ failing: ['1 finding'], notComputed: ['x'] }))).toBe('FAILED: 1 finding; x');
  expect(headline(outcomeOf({ notComputed: ['x'], besides: ['y'] }))).toBe('NOT PROVED: x; y');
});
