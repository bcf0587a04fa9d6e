// Work that is sent back: what stands in the prompt of a real second and third attempt, and where the attempts end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditFailed, reviewFailed, reviewReport } from '../support/answers.ts';
import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';
import { instructionsOf, listedIn } from '../support/prompt-parts.ts';

let epic: EpicRun;
let ended: Ended;

const twoCriteria = [
  { id: 'AC1', text: 'the part is there' },
  { id: 'AC2', text: 'it is salted' },
];

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [
      { id: 'REVIEW' },
      { id: 'AUDIT', acceptance: twoCriteria },
      { id: 'AGAIN' },
      { id: 'MIXED' },
      { id: 'REPORT' },
      { id: 'SCORES' },
      { id: 'AFTER', needs: ['REVIEW'] },
    ],
    playbook: [
      {
        role: 'critic',
        ticket: 'REVIEW',
        attempt: 0,
        say: reviewFailed(
          [
            'parts/REVIEW.txt:1: swallows the salt',
            'parts/nowhere.txt:7: was never written',
            'parts/REVIEW.txt:900: far away',
          ],
          ['put the salt in the bowl'],
          'MEDIUM',
        ),
      },
      {
        role: 'auditor',
        ticket: 'AUDIT',
        attempt: 0,
        say: auditFailed(['AC2: FAILED - there is no salt in it'], {
          'Issues Found': ['parts/AUDIT.txt:1: tastes of nothing'],
          'Passing Criteria': ['AC1: the part is there'],
          'Required Fixes': ['add salt'],
        }),
      },
      {
        role: 'developer',
        ticket: 'AGAIN',
        shell:
          'mkdir -p parts; printf "first\\nsecond\\n" >parts/AGAIN.txt; echo "$GAUNTLET_ATTEMPT" >parts/AGAIN-count.txt',
      },
      {
        role: 'critic',
        ticket: 'AGAIN',
        attempt: 0,
        say: reviewFailed(['parts/AGAIN.txt:1: the old fault'], ['fix the old one']),
      },
      {
        role: 'critic',
        ticket: 'AGAIN',
        attempt: 1,
        say: reviewFailed(
          ['parts/AGAIN.txt:2: a new fault', 'parts/AGAIN.txt:1: the old fault, still'],
          ['fix the new one'],
        ),
      },
      { role: 'critic', ticket: 'MIXED', attempt: 0, say: reviewFailed(['parts/MIXED.txt:1: first no']) },
      { role: 'auditor', ticket: 'MIXED', attempt: 1, say: auditFailed(['AC1: FAILED - second no']) },
      { role: 'developer', ticket: 'MIXED', attempt: 2, write: { 'parts/MIXED.txt': 'BROKEN\n' } },
      {
        role: 'critic',
        ticket: 'REPORT',
        attempt: 0,
        say: reviewReport(
          {
            status: 'fail',
            overall_score: 88,
            approved: false,
            revision_notes: 'salt it before serving',
            blocking_issues: [
              { dimension: 'requirement_adherence', message: 'no salt', required_action: 'add salt' },
            ],
            pass_criteria_met: {
              all_critical_dimensions_pass: false,
              no_blocking_issues: false,
              overall_score_above_threshold: true,
            },
          },
          { requirement_adherence: 60 },
        ),
      },
      { role: 'critic', ticket: 'SCORES', attempt: 0, say: lowScores({ requirement_adherence: 70 }) },
      {
        role: 'critic',
        ticket: 'SCORES',
        attempt: 1,
        say: lowScores({ requirement_adherence: 89, test_quality: 40 }),
      },
    ],
  });
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

/** A review that fails by its numbers alone. */
function lowScores(scores: Readonly<Record<string, number>>): string {
  return reviewReport({ status: 'fail', approved: false }, scores);
}

function second(ticket: string): string {
  return epic.prompts(ticket, 'develop')[1] ?? '';
}

test('REWORK-01 001#2 after a failed review the second attempt is told issues, fixes, priority, its files and the four instructions', () => {
  const prompt = second('REVIEW');
  expect(prompt).toContain('### REVISION REQUIRED');
  expect(prompt).toContain('Review Status: FAIL\nPriority: MEDIUM');
  expect(listedIn(prompt, 'Issues Found').join('\n')).toContain('swallows the salt');
  expect(listedIn(prompt, 'Required Fixes')).toEqual(['- put the salt in the bowl']);
  expect(listedIn(prompt, 'Your Previous Work')).toEqual(['- parts/REVIEW.txt']);
  expect(instructionsOf(prompt)).toEqual([
    'Read the issues carefully',
    'Fix ALL issues listed above',
    'Run the verification commands again',
    'Signal READY_FOR_REVIEW when all issues are addressed',
  ]);
  expect(epic.of('REVIEW', 'developer_rework_dispatched')).toMatchObject([
    { attempt: 1, because: 'the critic found problems that must be fixed' },
  ]);
});

test('REWORK-07 findings at files or lines that do not exist reach no developer and are shown to the person who reviews', () => {
  expect(second('REVIEW')).not.toMatch(/never written|far away/);
  const summary = readFileSync(join(epic.repository, '.gauntlet/epics', epicId, 'summary.md'), 'utf8');
  expect(summary).toContain('was never written');
  expect(summary).toContain('far away');
});

test('REWORK-02 001#3 after a failed audit the work goes through the critic again, told what failed and what already holds', () => {
  const prompt = second('AUDIT');
  expect(prompt).toContain('Audit Status: FAIL');
  expect(listedIn(prompt, 'Failed Criteria').join('\n')).toMatch(/AC2.*no salt in it/s);
  expect(listedIn(prompt, 'Issues Found').join('\n')).toContain('tastes of nothing');
  expect(listedIn(prompt, 'Required Fixes')).toEqual(['- add salt']);
  expect(listedIn(prompt, 'Passing Criteria').join('\n')).toContain('AC1');
  expect(listedIn(prompt, 'Your Previous Work')).toEqual(['- parts/AUDIT.txt']);
  expect(instructionsOf(prompt)).toHaveLength(5);
  expect(epic.story('AUDIT').filter((type) => /^(critic|auditor)_(pass|fail)$/.test(type))).toEqual([
    'critic_pass',
    'auditor_fail',
    'critic_pass',
    'auditor_pass',
  ]);
  expect(epic.of('AUDIT', 'developer_rework_dispatched')).toMatchObject([
    { attempt: 1, because: 'acceptance criteria are not met' },
  ]);
});

test('REWORK-03 001#9 the third attempt is told everything, newest first, each finding once with the attempts that had it', () => {
  const [, one = '', two = ''] = epic.prompts('AGAIN', 'develop');
  expect(listedIn(one, 'Issues Found')).toHaveLength(1);
  expect(one).not.toContain('Accumulated History');
  const issues = listedIn(two, 'Issues Found').join('\n');
  expect(issues.match(/the old fault/g)).toHaveLength(1);
  expect(issues).toContain('the old fault, still');
  expect(issues).toMatch(/attempts? 2.*a new fault/is);
  expect(issues).toMatch(/attempts 2(?:,| and) 1/i);
  const fixes = listedIn(two, 'Required Fixes').join('\n');
  expect(fixes.indexOf('fix the new one')).toBeLessThan(fixes.indexOf('fix the old one'));
  expect(two).toMatch(/Attempt 2: review failed[^\n]*\n- Attempt 1: review failed/);
});

test('REWORK-03 001#9 the second rework is told the numbers that failed both reviews', () => {
  expect(listedIn(epic.prompts('SCORES', 'develop')[2] ?? '', 'Required Changes')).toEqual([
    '- (attempt 2) requirement_adherence is 89, below 90',
    '- (attempt 2) test_quality is 40, below 70',
    '- (attempt 1) requirement_adherence is 70, below 90',
  ]);
});

test('EPIC-03 003#3 the next critic is told the numbers that failed the review before', () => {
  // A review that fails by numbers alone is asked once more what has to change: the first prompt of each attempt counts.
  const reviews = epic.runs('SCORES', 'review');
  const told = (attempt: number) =>
    epic.prompts('SCORES', 'review')[reviews.findIndex((run) => run.attempt === attempt)] ?? '';
  const [first, again, last] = [told(0), told(1), told(2)];
  expect(first).not.toContain('Previous Review Feedback');
  expect(listedIn(again, 'Previous Review Feedback')).toEqual(['- requirement_adherence is 70, below 90']);
  expect(listedIn(last, 'Previous Review Feedback').join('\n')).toContain('test_quality is 40, below 70');
});

test('REWORK-04 EPIC-07 FLOW-07 001#10 the third failed attempt escalates whatever the kinds, and no count is reset by another', () => {
  expect(epic.runs('MIXED', 'develop').map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
  expect(epic.of('MIXED', 'ticket_escalated')).toMatchObject([
    { kind: 'validation', reason: 'attempt_limit' },
  ]);
  const counted = epic.of('MIXED', 'ticket_sent_back').map(({ kind }) => kind);
  expect(counted).toEqual(['review', 'audit']);
  expect(ended.code).toBe(3);
  expect(epic.landed()).not.toContain('MIXED');
});

test('REWORK-09 003#10 a failed JSON report makes the same prompt, with scores, blocking issues and required changes', () => {
  const prompt = second('REPORT');
  expect(prompt).toContain('Review Status: FAIL');
  expect(prompt).toMatch(/Overall Score: [\d.]+\/100/);
  expect(listedIn(prompt, 'Dimension Scores').join('\n')).toContain('requirement_adherence: 60/100');
  expect(listedIn(prompt, 'Blocking Issues').join('\n')).toMatch(/no salt\n.*Required action: add salt/);
  expect(listedIn(prompt, 'Required Changes')).toEqual(['- salt it before serving']);
  expect(prompt).toContain('Maintain all previously working functionality.');
  expect(prompt).not.toContain('### Passing Criteria');
});

test('EPIC-08 003#11 a revision keeps branch and base, runs in a fresh conversation and is validated in full', () => {
  const [first, again] = epic
    .runs('REVIEW', 'develop')
    .map(({ run }) => epic.record(run, 'workspace') as Record<string, string>);
  expect(again).toMatchObject({ branch: first?.['branch'], base: first?.['base'] });
  const [earlier, later] = epic.runs('REVIEW', 'develop');
  expect(epic.record(later?.run ?? 0, 'issued')).not.toEqual(epic.record(earlier?.run ?? 0, 'issued'));
  expect(epic.runs('REVIEW', 'validate')).toHaveLength(2);
  expect(epic.runs('REVIEW', 'review')).toHaveLength(2);
});

test('REWORK-06 001#8 a ticket given up is recorded with reason and attempts, and the rest of the epic has gone on', async () => {
  expect(epic.landed()).toEqual(expect.arrayContaining(['REVIEW', 'AUDIT', 'AGAIN', 'REPORT', 'AFTER']));
  const after = await epic.decide('MIXED', '--fail', '--reason', 'not worth it');
  expect(after.code).toBe(1);
  expect(epic.of('MIXED', 'workflow_failed')).toMatchObject([
    { reason: 'rejected_by_person', reviewAttempts: 1, auditAttempts: 1 },
  ]);
});

test('TRIAL-02 a second review is shown what changed since the first, what the checks proved and what others do', () => {
  const [first = '', again = ''] = epic.prompts('AGAIN', 'review');
  expect(first).not.toContain('Changed Since the Last Review');
  const since = again.slice(again.indexOf('### Changed Since the Last Review'), again.indexOf('### Diff'));
  expect(since).toContain(`The last review was of ${epic.of('AGAIN', 'critic_fail')[0]?.commit}.`);
  expect(since).toContain('> -0\n> +1\n');
  expect(since).not.toContain('second');
  expect(listedIn(again, 'Proved by Checks').join('\n')).toMatch(/^- .*: /);
  expect(listedIn(second('REVIEW'), 'Other Tickets of This Epic').join('\n')).toContain('AFTER');
  expect(second('REVIEW')).toContain(`Commit ${epic.of('REVIEW', 'critic_fail')[0]?.commit} was judged`);
  expect(second('REVIEW')).toContain("The epic's base passes every verification command.");
});
