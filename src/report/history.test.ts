import { expect, test } from 'vitest';

import { direct, type Director } from '../../test/support/director.ts';
import { sampleFinding } from '../../test/support/sample-audit.ts';
import { chronicleOf } from './chronicle.ts';
import { parseEpicState, writeEpicState } from './run/epic-state.ts';
import { epicStateOf } from './run/epic-state-of.ts';
import { eventWords } from './event-words.ts';
import { runReport } from './run/run-report.ts';
import { summaryMarkdown } from './run/run-document.ts';

/** Sent back once by the critic, then passed and landed; B is escalated and accepted by a person. */
function told(): Director {
  const stage = direct({ tickets: ['A', 'B', 'C'] }, { maxRevisions: 1, onLimit: 'escalate' });
  stage.later(1000);
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail', { findings: ['a.ts:1', 'a.ts:2'] });
  stage.later(1000);
  stage.land('A');
  for (const _ of [1, 2]) {
    stage.drive('B', 'review');
    stage.answer('B', 'critic_fail');
  }
  return stage;
}

test('EPIC-09 the exported view has status, revisions and one entry per review, passes included', () => {
  const stage = told();
  const epic = epicStateOf(stage.state(), chronicleOf(stage.journal), () => ({
    overallScore: 55,
    blockingIssues: 1,
    notes: 'again',
    report: { dimension: 'x' },
  }));
  const read = parseEpicState(writeEpicState(epic));
  expect(read.reasons).toEqual([]);
  expect(read.state?.tickets.get('A')).toMatchObject({
    status: 'completed',
    revisionCount: 1,
    reviewApproved: true,
    reviewStartedAt: '1970-01-01T00:00:02.000Z',
    completedAt: '1970-01-01T00:00:02.000Z',
    failureReason: null,
    currentReviewReport: { dimension: 'x' },
    reviewHistory: [
      {
        attempt: 0,
        status: 'fail',
        overallScore: 55,
        blockingIssuesCount: 1,
        reviewedAt: '1970-01-01T00:00:01.000Z',
      },
      { attempt: 1, status: 'pass' },
    ],
  });
  expect(read.state?.tickets.get('C')).toMatchObject({
    reviewApproved: null,
    reviewHistory: [],
    completedAt: null,
  });
});

test('EPIC-09 states the founding schema lacks are exported as the nearest, the exact word beside them', () => {
  const stage = told();
  const value = JSON.parse(writeEpicState(epicStateOf(stage.state(), chronicleOf(stage.journal)))) as {
    tickets: Record<string, Record<string, unknown>>;
  };
  expect(value.tickets['B']).toMatchObject({
    status: 'blocked',
    gauntlet_status: 'escalated',
    review_approved: false,
  });
});

test('EPIC-09 while a review is under way, when it ended and what it said are open; the earlier one is history', () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 2, onLimit: 'fail' });
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  const shown = () => epicStateOf(stage.state(), chronicleOf(stage.journal)).tickets.get('A');
  expect(shown()).toMatchObject({ reviewCompletedAt: expect.any(String), reviewApproved: false });
  stage.later(1000);
  stage.drive('A', 'review');
  expect(shown()).toMatchObject({
    status: 'reviewing',
    reviewStartedAt: '1970-01-01T00:00:01.000Z',
    reviewCompletedAt: null,
    reviewApproved: null,
    reviewHistory: [{ status: 'fail', reviewedAt: '1970-01-01T00:00:00.000Z' }],
  });
});

test('EPIC-09 003#14 of several critics the strictest report is the current one, whoever answered last', () => {
  const stage = direct({ tickets: [{ id: 'A', critics: 3 }] }, { maxRevisions: 2, onLimit: 'fail' });
  stage.drive('A', 'review');
  stage.answer('A#0', 'critic_fail');
  stage.answer('A#1', 'critic_fail');
  stage.answer('A#2', 'critic_pass');
  const chronicle = chronicleOf(stage.journal);
  const reviews = chronicle.of('A').runs.filter(({ assigned }) => assigned.stage === 'review');
  const scores = new Map(reviews.map(({ run }, at) => [run, [60, 40, 95][at] ?? null]));
  const { tickets } = epicStateOf(stage.state(), chronicle, (run) => ({
    overallScore: scores.get(run) ?? null,
    blockingIssues: 0,
    notes: null,
    report: { run: scores.get(run) },
  }));
  expect(tickets.get('A')).toMatchObject({ reviewApproved: false, currentReviewReport: { run: 40 } });
});

test('EPIC-09 003#14 of several critics who pass the work the one with the lowest score is the current one', () => {
  const stage = direct({ tickets: [{ id: 'A', critics: 3 }] });
  stage.drive('A', 'review');
  for (const seat of [0, 1, 2]) stage.answer(`A#${seat}`, 'critic_pass');
  const chronicle = chronicleOf(stage.journal);
  const reviews = chronicle.of('A').runs.filter(({ assigned }) => assigned.stage === 'review');
  const scores = new Map(reviews.map(({ run }, at) => [run, [91, 87, 95][at] ?? null]));
  const { tickets } = epicStateOf(stage.state(), chronicle, (run) => ({
    overallScore: scores.get(run) ?? null,
    blockingIssues: 0,
    notes: null,
    report: { run: scores.get(run) },
  }));
  expect(tickets.get('A')).toMatchObject({ reviewApproved: true, currentReviewReport: { run: 87 } });
});

test.each([
  { said: 'a failed review decides, though a pass has a lower score', scores: [93, 89, 95], current: 93 },
  {
    said: 'a failed review without scores decides, and the others’ lowest is shown',
    scores: [null, 91, 89],
    current: null,
  },
])('EPIC-09 003#14 of several critics $said', ({ scores, current }) => {
  const stage = direct({ tickets: [{ id: 'A', critics: 3 }] }, { maxRevisions: 2, onLimit: 'fail' });
  stage.drive('A', 'review');
  stage.answer('A#0', 'critic_fail');
  stage.answer('A#1', 'critic_pass');
  stage.answer('A#2', 'critic_pass');
  const chronicle = chronicleOf(stage.journal);
  const reviews = chronicle.of('A').runs.filter(({ assigned }) => assigned.stage === 'review');
  const given = new Map(reviews.map(({ run }, at) => [run, scores[at] ?? null]));
  const { tickets } = epicStateOf(stage.state(), chronicle, (run) => ({
    overallScore: given.get(run) ?? null,
    blockingIssues: 0,
    notes: null,
    report: { own: given.get(run), overall_score: given.get(run) },
  }));
  expect(tickets.get('A')).toMatchObject({
    reviewApproved: false,
    currentReviewReport: { own: current, overall_score: 89 },
    reviewHistory: scores.map((overallScore) => ({ overallScore })),
  });
});

test('EPIC-09 a failed ticket says why', () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0, onLimit: 'fail' });
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  const { tickets } = epicStateOf(stage.state(), chronicleOf(stage.journal));
  expect(tickets.get('A')).toMatchObject({ status: 'failed', failureReason: 'review_failure_limit' });
});

test('the step of a check that found nothing changed says so', () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0, onLimit: 'fail' });
  stage.pass('A');
  stage.answer('A', 'validation_passed', { changed: false });
  expect(stage.events('validation_passed').map(eventWords)).toEqual([
    'checks: pass, but nothing was changed',
  ]);
});

test('DISPATCH-10 the summary names what landed, who judged it, and whose risk it is', () => {
  const stage = told();
  stage.decide('B', 'accept', 'ship *now*');
  stage.land('B');
  const chronicle = chronicleOf(stage.journal);
  const [judged] = chronicle.of('A').runs;
  const odd = { ...sampleFinding, message: 'looks odd' };
  const report = runReport(stage.state(), chronicle, {
    titles: new Map([['A', 'Add [a](http://x) <b>']]),
    word: 'running',
    diff: null,
    epicBranch: 'epic/told',
    left: (run) => ({ findings: [], setAside: run === judged?.run ? [odd] : [], said: undefined }),
    people: [],
    calibrated: () => undefined,
    lastLines: () => [],
  });
  const text = summaryMarkdown(report);
  expect(text).toMatch(/^# told: RUNNING\n\n- 3 tickets: 2 completed, 0 failed/);
  expect(text).toContain('## A Add \\[a\\](http:\u2060//x) \\<b\\>\n\n- completed; landed as `m');
  expect(text).toContain('- attempt 1, review, run ');
  expect(text).toContain('- sent back (review): the critic found problems that must be fixed');
  expect(text).toContain('- not counted, not tied to any code: src/a b.ts:3 looks odd');
  expect(text).toContain('- **risk accepted by somebody**: ship \\*now\\*');
});

test('a result that comes twice or late is not the result of its run', () => {
  const stage = direct({ tickets: ['A'] });
  const events = [...stage.journal];
  const [sent] = stage.events('developer_dispatched');
  const run = sent?.run ?? -1;
  const result = { v: 1, seq: 90, at: 5, ticket: 'A', run, used: { usd: 0, tokens: 0 } } as const;
  events.push(
    { ...result, type: 'agent_unclear', because: 'hm' },
    { ...result, type: 'task_complete', commit: 'c', tree: 't' },
  );
  const history = chronicleOf(events).of('A');
  expect(history.runs.map(({ ended }) => ended?.type)).toEqual(['agent_unclear']);
  expect(history.landedCommit).toBeNull();
});
