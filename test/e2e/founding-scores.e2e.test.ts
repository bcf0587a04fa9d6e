// Scores decide: what a critic's numbers do to a ticket, and where a person reads them while the run is on and afterwards.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { reviewFailed, reviewPassed, reviewReport } from '../support/answers.ts';
import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

const dimensions = [
  'requirement_adherence',
  'coordination_compliance',
  'code_quality',
  'pattern_consistency',
  'test_quality',
  'security_performance',
];
/** Every dimension at 95, but for those that are given. */
const scored = (bend: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries({ ...Object.fromEntries(dimensions.map((id) => [id, 95])), ...bend }).map(
    ([id, score]) => `${id}: ${score}`,
  );

const low = reviewPassed({
  'Dimension Scores': [...scored({ requirement_adherence: 85 }), 'privacy: 95 - no name is in it'],
  Notes: ['the name is long'],
});

/** What the document asks for the scores of, and the project's own dimension: nobody looked. */
const skipping = reviewPassed({
  'Dimension Scores': [
    ...scored({ requirement_adherence: 90, pattern_consistency: 70 }).filter(
      (line) => !/quality|security/.test(line),
    ),
    ...['code_quality', 'test_quality', 'security_performance', 'privacy'].map(
      (id) => `${id}: n/a - I did not look`,
    ),
  ],
});

const untested = {
  dimension: 'test_quality',
  severity: 'warning',
  file: 'parts/STOP.txt',
  line: 1,
  message: 'nothing tests "STOP, attempt 2"',
  suggestion: 'test it',
};

type Ticket = Readonly<Record<string, unknown>>;
let epic: EpicRun;
let ended: Ended;
const live: Ticket[] = [];
let tickets: Readonly<Record<string, Ticket>>;

const folder = (): string => join(epic.repository, '.gauntlet/epics', epicId);

function readState(): Readonly<Record<string, Ticket>> {
  return (
    JSON.parse(readFileSync(join(folder(), 'epic-state.json'), 'utf8')) as {
      tickets: Readonly<Record<string, Ticket>>;
    }
  ).tickets;
}

async function untilStatus(ticket: string, status: string): Promise<void> {
  await vi.waitUntil(() => readState()[ticket]?.['status'] === status, { timeout: 20_000 });
  live.push(readState()[ticket] ?? {});
}

beforeAll(async () => {
  epic = new EpicRun({
    config: {
      limits: { maxParallel: 1, maxVerify: 2, agentTimeout: '2m', stall: '2m' },
      onLimit: 'fail',
      review: { dimensions: [{ id: 'privacy', class: 'critical', questions: ['Is nobody named?'] }] },
    },
    tickets: [{ id: 'LOW' }, { id: 'SLOT' }, { id: 'BARE' }, { id: 'HOLE' }, { id: 'STOP' }, { id: 'PLAIN' }],
    playbook: [
      { role: 'critic', ticket: 'LOW', attempt: 0, clarification: 0, hold: 'low', say: low },
      // Asked for its reason it gives none.
      { role: 'critic', ticket: 'LOW', attempt: 0, say: low },
      { role: 'developer', ticket: 'SLOT', hold: 'slot', write: { 'parts/SLOT.txt': 'slot\n' } },
      { role: 'critic', ticket: 'BARE', say: reviewPassed({ 'Dimension Scores': [] }) },
      { role: 'critic', ticket: 'HOLE', say: skipping },
      {
        role: 'critic',
        ticket: 'PLAIN',
        attempt: 0,
        say: reviewFailed(['parts/PLAIN.txt:1: too short'], ['say more']),
      },
      ...[0, 1, 2].map((attempt) => ({
        role: 'critic' as const,
        ticket: 'STOP',
        attempt,
        say: reviewReport(
          {
            revision_count: attempt,
            status: 'fail',
            approved: false,
            overall_score: 80,
            revision_notes: `name the limit, attempt ${attempt}`,
            findings: attempt === 2 ? [untested] : [],
            blocking_issues: [
              { dimension: 'code_quality', message: 'no limit is named', required_action: 'name it' },
            ],
          },
          { code_quality: 60, privacy: 95 },
        ),
      })),
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held low');
  await untilStatus('LOW', 'reviewing');
  await epic.until('held slot');
  epic.letGo('low');
  // The only developer is busy, so the ticket waits for one.
  await untilStatus('LOW', 'needs_revision');
  epic.letGo('slot');
  ended = await running.ended;
  await epic.look();
  tickets = readState();
}, patience);
afterAll(() => epic.remove());

const shown = async (...args: readonly string[]): Promise<string> => (await epic.ask(...args)).stdout;

test('EPIC-01 003#1 a ticket is validated, reviewed, needs a revision and is worked on again', () => {
  const steps = [...ended.stderr.matchAll(/\[LOW\] (\w+) -> (\w+)/g)].map(([, from, to]) => `${from} ${to}`);
  expect(steps.slice(0, 6)).toEqual([
    'queued executing',
    'executing validating',
    'validating reviewing',
    'reviewing needs_revision',
    'needs_revision executing',
    'executing validating',
  ]);
});

test('FOUND-02 003#5 a pass with 85 for requirement adherence is sent back; one without scores does not land', async () => {
  expect(tickets['LOW']).toMatchObject({ revision_count: 1, status: 'completed' });
  expect(await shown('logs', 'LOW', '--stage', 'review', '--attempt', '1', '--prompt')).toContain(
    'requirement_adherence',
  );
  expect(epic.landed().toSorted()).toEqual(['LOW', 'PLAIN', 'SLOT']);
  expect(ended.code).toBe(3);
  // Asked once more for the scores, then a person decides.
  expect(epic.runs('BARE', 'review').map(({ clarification }) => clarification)).toEqual([0, 1]);
  expect(epic.of('BARE', 'ticket_escalated')).toMatchObject([{ kind: null, reason: 'unscored_review' }]);
  expect(await shown('status')).toMatch(/BARE .*requirement_adherence was not scored/);
  expect(epic.git('ls-tree', '--name-only', 'epic/e1', 'parts/')).not.toContain('BARE');
});

test('FOUND-02 003#6 a pass that calls what has to be scored, such as the project’s own dimension, not applicable does not land', async () => {
  expect(epic.landed()).not.toContain('HOLE');
  expect(epic.runs('HOLE', 'review')).toHaveLength(2);
  expect(await shown('status')).toMatch(/HOLE .*privacy cannot be "not applicable"/);
  expect(await shown('logs', 'HOLE', '--stage', 'review', '--prompt')).toContain('- Is nobody named?');
});

test('EPIC-07 003#12 after two revisions a ticket has failed, if the settings say so', () => {
  expect(tickets['STOP']).toMatchObject({
    status: 'failed',
    revision_count: 2,
    failure_reason: 'review_failure_limit',
  });
  expect(ended.stdout).toContain('failed  STOP: review failure limit');
});

test('FOUND-03 003#14 the review history has score, blocking issues and notes, and the report is whole', () => {
  expect(tickets['STOP']?.['review_history']).toMatchObject(
    [0, 1, 2].map((attempt) => ({
      attempt,
      status: 'fail',
      overall_score: 90,
      blocking_issues_count: 1,
      revision_notes: `name the limit, attempt ${attempt}`,
    })),
  );
  expect(tickets['STOP']?.['current_review_report']).toMatchObject({
    status: 'fail',
    overall_score: 90,
    dimension_scores: {
      code_quality: { score: 60, weight: 'important' },
      privacy: { score: 95, weight: 'critical' },
    },
    findings: [untested],
    blocking_issues: [
      { dimension: 'code_quality', message: 'no limit is named', required_action: 'name it' },
    ],
    revision_notes: 'name the limit, attempt 2',
    ticket_id: 'STOP',
    reviewer: 'critic-0',
    revision_count: 2,
    approved: false,
    pass_criteria_met: {
      all_critical_dimensions_pass: true,
      no_blocking_issues: false,
      overall_score_above_threshold: true,
    },
  });
});

test('FOUND-03 003#14 a failed review without scores has revision notes too', () => {
  expect(tickets['PLAIN']?.['review_history']).toMatchObject([
    { status: 'fail', overall_score: null, revision_notes: 'say more' },
    { status: 'pass', overall_score: 95, revision_notes: null },
  ]);
  expect(tickets['PLAIN']?.['current_review_report']).toMatchObject({
    approved: true,
    revision_count: 1,
    findings: [],
    pass_criteria_met: { all_critical_dimensions_pass: true, no_blocking_issues: true },
  });
});

test('REWORK-09 003#10 a score that is high enough, and a note, are not among the required changes', async () => {
  const told = await shown('logs', 'LOW', '--stage', 'develop', '--attempt', '2', '--prompt');
  const section = (heading: string): string =>
    new RegExp(`### ${heading}\\n([^]*?)\\n###`).exec(told)?.[1] ?? '';
  expect(section('Required Changes')).toContain('requirement_adherence is 85, below 90');
  expect(section('Required Changes')).not.toMatch(/privacy|the name is long/);
  expect(section('Dimension Scores')).toContain('privacy: 95/100 - no name is in it');
  expect(section('Notes')).toContain('the name is long');
});

test('FOUND-03 003#15 epic-state.json shows a ticket under review, and one that waits for its revision', () => {
  expect(live).toMatchObject([
    { status: 'reviewing', revision_count: 0, review_completed_at: null, review_history: [] },
    {
      status: 'needs_revision',
      revision_count: 1,
      review_approved: false,
      review_history: [{ status: 'fail', overall_score: 93 }],
    },
  ]);
});

test('FOUND-03 003#16 every review in epic-state.json is a pass or a fail, also where word and numbers disagree', () => {
  const history = (ticket: string) =>
    ((tickets[ticket] ?? {})['review_history'] as readonly Ticket[]).map(({ status }) => status);
  expect(history('LOW')).toEqual(['fail', 'pass']);
  expect(history('BARE')).toEqual([]);
  const all = Object.keys(tickets).flatMap(history);
  expect(all.join(' ')).toBe('fail pass pass fail fail fail fail pass');
});

test('FOUND-03 003#21 scores, blocking issues and notes stand in verdict, terminal, logs, status and report', async () => {
  expect(ended.stderr).toMatch(/\[STOP\] reviewing -> needs_revision \(critic: fail, score 90\.62/);
  expect(ended.stderr).toContain('STOP  critic: blocking: no limit is named');
  expect(ended.stderr).toContain('STOP  critic: name the limit, attempt 0');
  expect(ended.stderr).toContain('STOP  critic: code_quality is 60, below 70');
  for (const words of [
    'critic: fail, score 90.62',
    'code_quality is 60, below 70',
    'name the limit, attempt 0',
  ])
    expect(await shown('logs', 'STOP')).toContain(words);
  expect(ended.stderr).toContain('[PLAIN] reviewing -> auditing (review passed, score 95)');
  expect(await shown('status')).toMatch(/PLAIN .*completed .*review passed, score 95/);
  const status = JSON.parse(await shown('status', '--json')) as { tickets: readonly Ticket[] };
  expect(status.tickets.find(({ id }) => id === 'STOP')).toMatchObject({ score: 90.625 });
  const attempt = join(folder(), 'tickets/STOP/attempt-1');
  const verdict = readdirSync(attempt).find((name) => name.endsWith('review.verdict.md')) ?? '';
  const report = join(epic.repository, '.gauntlet/reports/e1.md');
  await shown('report', '--format', 'md', '-o', report);
  const summary = join(folder(), 'summary.md');
  for (const file of [join(attempt, verdict), summary, report]) {
    const text = readFileSync(file, 'utf8').replaceAll('\\', '');
    expect(text).toContain('score 90.62');
    expect(text).toContain('code_quality 60');
    expect(text).toContain('blocking (code_quality): no limit is named; required: name it');
    expect(text).toContain('revision notes: name the limit, attempt 0');
  }
});

test('DISPATCH-07 003#24 only approved work is on the epic branch, and no ticket branch is in the repository', () => {
  const parts = epic.git('ls-tree', '--name-only', 'epic/e1', 'parts/').split('\n');
  expect(parts).toEqual(['parts/LOW.txt', 'parts/PLAIN.txt', 'parts/SLOT.txt', 'parts/base.txt']);
  expect(epic.git('show', 'epic/e1:parts/LOW.txt')).toBe('LOW, attempt 1');
  expect(epic.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['epic/e1', 'main']);
});
