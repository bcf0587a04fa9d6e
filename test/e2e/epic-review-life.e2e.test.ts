// Review in the life of a ticket: what the critic gets, in which order things happen, and what is exported of it.
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { parseEpicState } from '../../src/report/index.ts';
import { auditFailed, reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';
import { listedIn } from '../support/prompt-parts.ts';

let epic: EpicRun;
let ended: Ended;
type Exported = Readonly<Record<string, unknown>>;
let exported = '';
/** The statuses of the ticket without a review, as the file had them while the run was on. */
const seen = new Set<string>();
let tickets: Readonly<Record<string, Exported>>;

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [
      { id: 'TWICE' },
      { id: 'STUCK' },
      { id: 'OFF', review: false },
      { id: 'AFTER', needs: ['STUCK'] },
    ],
    playbook: [
      {
        role: 'critic',
        ticket: 'TWICE',
        attempt: 0,
        say: reviewFailed(['parts/TWICE.txt:1: too short'], ['lengthen it']),
      },
      { role: 'auditor', ticket: 'STUCK', say: auditFailed(['AC1: FAILED - never there']) },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--max-revisions', '1', '--no-input']);
  const folder = join(epic.repository, '.gauntlet/epics', epicId);
  const file = join(folder, 'epic-state.json');
  await vi.waitUntil(() => existsSync(file), { timeout: 20_000 });
  const watcher = watch(folder, () => {
    const { OFF } = (JSON.parse(readFileSync(file, 'utf8')) as { tickets: Record<string, Exported> }).tickets;
    seen.add(String(OFF?.['status']));
  });
  ended = await running.ended;
  watcher.close();
  await epic.look();
  const text = readFileSync(file, 'utf8');
  exported = text;
  tickets = (JSON.parse(text) as { tickets: Readonly<Record<string, Exported>> }).tickets;
}, patience);
afterAll(() => epic.remove());

test('EPIC-01 EPIC-02 a ticket is reviewed only after its very commit was validated, and audited only after it was passed', () => {
  const order = [
    'developer_ready_for_review',
    'validation_passed',
    'critic_fail',
    'ticket_sent_back',
    'critic_pass',
    'auditor_pass',
    'task_complete',
  ];
  expect(epic.story('TWICE').filter((type) => order.includes(type))).toEqual([
    'developer_ready_for_review',
    'validation_passed',
    'critic_fail',
    'ticket_sent_back',
    'developer_ready_for_review',
    'validation_passed',
    'critic_pass',
    'auditor_pass',
    'task_complete',
  ]);
  const validated = epic.of('TWICE', 'validation_passed').map(({ commit }) => commit);
  expect(epic.runs('TWICE', 'review').map(({ commit }) => commit)).toEqual(validated);
});

test('EPIC-03 003#3 the critic gets every field of the review context in a fresh conversation, and earlier feedback as claims', async () => {
  const prompt = async (attempt: string) =>
    (await epic.ask('logs', 'TWICE', '--stage', 'review', '--attempt', attempt, '--prompt')).stdout;
  const [first, second] = [await prompt('1'), await prompt('2')];
  const context = listedIn(second, 'Review Context').join('\n');
  const [, last] = epic.runs('TWICE', 'review');
  for (const field of [
    'Ticket file: ',
    'Epic file: ',
    'Branch: ticket/TWICE',
    'Base commit: ',
    `Final commit: ${last?.commit}`,
    'Test suite: passing',
    'Criteria claimed as met: AC1',
    'Revision count: 1',
  ])
    expect(context).toContain(field);
  expect(second).toContain('AC1');
  expect(listedIn(second, 'Files to Review')).toContain('- parts/TWICE.txt');
  expect(listedIn(second, 'Previous Review Feedback').join('\n')).toContain('too short');
  expect(second).toContain('They are claims to verify against the code as it is now, not facts.');
  expect(first).not.toContain('Previous Review Feedback');
  const tokens = [first, second].map((prompt) => /^TOKEN: (\w+)$/m.exec(prompt)?.[1]);
  expect(tokens[0]).not.toBe(tokens[1]);
});

test('EPIC-07 003#12 with one revision allowed the second failed attempt escalates, and what waits for it is blocked', () => {
  expect(ended.code).toBe(3);
  expect(epic.runs('STUCK', 'develop').map(({ attempt }) => attempt)).toEqual([0, 1]);
  expect(epic.of('STUCK', 'ticket_escalated')).toMatchObject([
    { kind: 'audit', reason: 'audit_failure_limit' },
  ]);
  expect(epic.runs('AFTER', 'develop')).toEqual([]);
});

test('EPIC-09 003#13 epic-state.json has one entry for each review, the exact status, and nothing of it is lost on the way', () => {
  expect(parseEpicState(exported).reasons).toEqual([]);
  expect(tickets['TWICE']).toMatchObject({
    status: 'completed',
    gauntlet_status: 'completed',
    revision_count: 1,
    review_approved: true,
  });
  expect(tickets['TWICE']?.['review_history']).toMatchObject([
    { status: 'fail' },
    { status: 'pass', overall_score: 95 },
  ]);
  expect(tickets['TWICE']?.['completed_at']).toEqual(expect.any(String));
  expect(tickets['STUCK']).toMatchObject({ status: 'blocked', gauntlet_status: 'escalated' });
});

test('FOUND-03 003#14 epic-state.json has the scores of the last review', () => {
  expect(tickets['TWICE']?.['current_review_report']).toMatchObject({
    status: 'pass',
    approved: true,
    overall_score: 95,
    dimension_scores: { requirement_adherence: { score: 95, weight: 'critical' } },
  });
});

test('EPIC-10 003#18 a ticket with review switched off is validated and lands, and the record says that nobody reviewed it', () => {
  expect(epic.landed()).toContain('OFF');
  expect(epic.runs('OFF', 'review')).toEqual([]);
  expect(epic.runs('OFF', 'validate')).toHaveLength(1);
  expect(tickets['OFF']).toMatchObject({ status: 'completed', review_approved: null });
  expect([...seen]).toContain('executing');
  expect([...seen]).not.toContain('reviewing');
});
