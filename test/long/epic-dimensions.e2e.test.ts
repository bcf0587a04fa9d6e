// What a critic scores: six dimensions and those of the project, recomputed by the coordinator, on the real path.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { reviewReport } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;

const custom = { accessibility: 80 };
const finding = {
  dimension: 'accessibility',
  severity: 'HIGH',
  file: 'parts/LOW.txt',
  line: 1,
  message: 'it cannot be read aloud: "LOW, attempt 0"',
};

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [
      { id: 'GOOD' },
      { id: 'LOW' },
      { id: 'BEST' },
      { id: 'HOLE' },
      { id: 'LIAR' },
      { id: 'MEAN' },
      { id: 'BARRED' },
    ],
    config: {
      review: {
        dimensions: [
          { id: 'accessibility', class: 'important', questions: ['Can it be used without a mouse?'] },
        ],
      },
    },
    playbook: [
      { role: 'critic', ticket: 'GOOD', say: reviewReport({}, custom) },
      // It claims a pass; by the numbers it is none: an important dimension is below 70.
      {
        role: 'critic',
        ticket: 'LOW',
        attempt: 0,
        say: reviewReport(
          { findings: [finding], revision_notes: 'say it in words', overall_score: 91 },
          { accessibility: 69.9 },
        ),
      },
      { role: 'critic', ticket: 'LOW', say: reviewReport({ revision_count: 1 }, custom) },
      // Critical dimensions need 90, whatever the mean is.
      {
        role: 'critic',
        ticket: 'BEST',
        attempt: 0,
        say: reviewReport(
          { revision_notes: 'read the ticket again' },
          { ...custom, requirement_adherence: 89 },
        ),
      },
      { role: 'critic', ticket: 'BEST', say: reviewReport({ revision_count: 1 }, custom) },
      // Every dimension reaches its minimum, the weighted mean is 74.
      {
        role: 'critic',
        ticket: 'MEAN',
        attempt: 0,
        say: reviewReport(
          { revision_notes: 'better everywhere' },
          {
            requirement_adherence: 90,
            coordination_compliance: 90,
            code_quality: 70,
            pattern_consistency: 70,
            test_quality: 70,
            security_performance: 10,
            accessibility: 70,
          },
        ),
      },
      { role: 'critic', ticket: 'MEAN', say: reviewReport({ revision_count: 1 }, custom) },
      // All numbers are good, and something blocks.
      {
        role: 'critic',
        ticket: 'BARRED',
        attempt: 0,
        say: reviewReport(
          {
            blocking_issues: [{ dimension: 'test_quality', message: 'no test', required_action: 'test it' }],
          },
          custom,
        ),
      },
      { role: 'critic', ticket: 'BARRED', say: reviewReport({ revision_count: 1 }, custom) },
      // A dimension of the project is missing: no report, and it goes back to be fixed.
      { role: 'critic', ticket: 'HOLE', clarification: 0, say: reviewReport() },
      { role: 'critic', ticket: 'HOLE', say: reviewReport({}, custom) },
      // It says fail and gives no reason, though all numbers pass.
      {
        role: 'critic',
        ticket: 'LIAR',
        try: 0,
        clarification: 0,
        say: reviewReport({ status: 'fail', approved: false }, custom),
      },
      { role: 'critic', ticket: 'LIAR', say: reviewReport({}, custom) },
    ],
  });
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

const verdicts = (ticket: string): readonly string[] =>
  epic.story(ticket).filter((type) => /^critic_|clarif|unclear/.test(type));

test('EPIC-04 003#6 the critic is asked about six dimensions and the project’s own, with their questions', async () => {
  expect(ended.code).toBe(0);
  const { stdout } = await epic.ask('logs', 'GOOD', '--stage', 'review', '--prompt');
  for (const id of ['requirement_adherence', 'coordination_compliance', 'test_quality', 'accessibility'])
    expect(stdout).toContain(id);
  expect(stdout).toContain('Can it be used without a mouse?');
  expect(verdicts('GOOD').filter((type) => type !== 'critic_dispatched')).toEqual(['critic_pass']);
});

test('EPIC-05 003#9 the numbers decide, not the claim: 69.9 of an important, 89 of a critical dimension, 74 overall or a blocking issue', async () => {
  for (const ticket of ['LOW', 'BEST', 'MEAN', 'BARRED'])
    expect(verdicts(ticket).filter((type) => type !== 'critic_dispatched')).toEqual([
      'critic_fail',
      'critic_pass',
    ]);
  const { stdout } = await epic.ask('logs', 'LOW', '--attempt', '2', '--stage', 'develop', '--prompt');
  expect(stdout).toMatch(/Dimension Scores[^]*accessibility: 69\.9/);
});

test('EPIC-06 003#8 a report with a hole, and one that contradicts itself, go back to be fixed; neither fails nor passes', () => {
  // One that fails the work without a reason, and passes it when asked, is replaced by a fresh critic.
  for (const [ticket, times] of [
    ['HOLE', 2],
    ['LIAR', 3],
  ] as const) {
    const own = verdicts(ticket);
    expect(own.filter((type) => type === 'critic_dispatched')).toHaveLength(times);
    expect(own).not.toContain('critic_fail');
    expect(own.at(-1)).toBe('critic_pass');
  }
});
