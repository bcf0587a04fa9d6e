import { expect, test } from 'vitest';
import { earlierFeedback, noFeedback } from '../records/earlier-feedback.ts';
import { runsOf } from './dossier.ts';
import { lastWork } from '../records/last-work.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';

const used = { usd: 0, tokens: 0 };

test('runs are known by stage and seat, the newest last; a wait is none', () => {
  const context = siteOf();
  const first = handOut(context, 'review', { seat: 1 });
  const again = handOut(context, 'review', { seat: 1, try: 1 });
  handOut(context, 'review', { seat: 1, type: 'wait_started' });
  expect(runsOf(context.dossier('A'), 'review', 1)).toEqual([first.run, again.run]);
  expect(runsOf(context.dossier('A'), 'review', 0)).toEqual([]);
});

test('the base is the tip at the first dispatch and stays it', () => {
  const context = siteOf();
  handOut(context, 'develop');
  context.tell({ type: 'base_synced', base: 'b2', commit: 'tip2', tree: 't', by: 'ada' });
  handOut(context, 'develop', { attempt: 1 });
  expect(context.dossier('A').base).toBe('base');
});

test('REWORK-03 an attempt that was sent back has the runs that failed it, and the next one starts without them', async () => {
  const context = siteOf();
  const critic = handOut(context, 'review', { commit: 'work' });
  await context.records.put(critic.run, 'feedback', {
    ...noFeedback,
    attempt: 0,
    kind: 'review',
    requiredFixes: ['a'],
  });
  context.tell(
    { type: 'critic_fail', ticket: 'A', run: critic.run, used, commit: 'work', findings: [] },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
  );
  const checks = handOut(context, 'validate', { commit: 'work2', attempt: 1 });
  await context.records.put(checks.run, 'feedback', {
    ...noFeedback,
    attempt: 1,
    kind: 'validation',
    requiredFixes: ['b'],
  });
  context.tell(
    { type: 'validation_failed', ticket: 'A', run: checks.run, used, commit: 'work2', findings: [] },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'validation', because: 'red' },
  );
  const all = await earlierFeedback(context, 'A');
  expect(all.map(({ kind, requiredFixes }) => [kind, requiredFixes])).toEqual([
    ['review', ['a']],
    ['validation', ['b']],
  ]);
});

test('several critics of one attempt speak as one, and an attempt without records says its reason', async () => {
  const context = siteOf();
  for (const seat of [0, 1]) {
    const { run } = handOut(context, 'review', { seat, commit: 'work' });
    const requiredFixes = ['same', `of ${seat}`];
    await context.records.put(run, 'feedback', {
      ...noFeedback,
      attempt: 0,
      kind: 'review',
      requiredFixes,
      revisionNotes: `note ${seat}`,
    });
    context.tell({ type: 'critic_fail', ticket: 'A', run, used, commit: 'work', findings: [] });
  }
  context.tell(
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'validation', because: 'it changes nothing' },
  );
  const [both, alone] = await earlierFeedback(context, 'A');
  expect(both).toMatchObject({
    requiredFixes: ['same', 'of 0', 'of 1'],
    revisionNotes: 'note 0\nnote 1',
    kind: 'review',
  });
  expect(alone).toMatchObject({ findings: [], revisionNotes: 'it changes nothing' });
});

test('REMEDY-01 what failed on broken infrastructure is not held against the work afterwards', () => {
  const context = siteOf();
  const { run } = handOut(context, 'validate', { commit: 'work' });
  context.tell(
    { type: 'validation_failed', ticket: 'A', run, used, commit: 'work', findings: [] },
    { type: 'infrastructure_blocked', ticket: 'A', because: 'red at base' },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
  );
  expect(context.dossier('A').sentBack.at(-1)?.runs).toEqual([]);
});

test('FLOW-10 an answer stands with the question it answers, and any other word of a person is a note', () => {
  const context = siteOf();
  const { run } = handOut(context, 'develop');
  const by = 'ada';
  context.tell(
    { type: 'developer_question', ticket: 'A', run, used, question: 'which?' },
    { type: 'decision_answered', ticket: 'A', question: 1, choice: 'answer', by, why: 'this' },
    { type: 'decision_answered', ticket: 'A', question: 2, choice: 'retry', by, why: 'smaller' },
    { type: 'decision_answered', ticket: 'A', question: 3, choice: 'retry', by, why: '' },
  );
  const { answers, notes } = context.dossier('A');
  expect(answers).toEqual([{ question: 'which?', answer: 'this', by }]);
  expect(notes).toEqual([{ text: 'smaller', by }]);
});

test('FLOW-09 the newest work counts, but never what was delivered from a workspace that had been meddled with', async () => {
  const context = siteOf();
  const delivered = { commit: 'good', tree: 't', leftOut: [], problems: [], answer: null };
  const runs = [handOut(context, 'develop'), handOut(context, 'develop'), handOut(context, 'develop')].map(
    ({ run }) => run,
  );
  await context.records.put(runs[0] ?? -1, 'delivered', delivered);
  await context.records.put(runs[1] ?? -1, 'delivered', {
    ...delivered,
    commit: 'bad',
    problems: ['no branch'],
  });
  const dossier = context.dossier('A');
  expect(await lastWork(context.records, dossier)).toBe('good');
  expect(await lastWork(context.records, dossier, runs[0])).toBe('base');
});

test('a ticket that has landed leaves nothing behind', () => {
  const context = siteOf();
  handOut(context, 'develop');
  context.tell({
    type: 'task_complete',
    ticket: 'A',
    run: 1,
    commit: 'c',
    tree: 't',
    used: { usd: 0, tokens: 0 },
  });
  expect(context.dossier('A').runs.size).toBe(0);
});

test('BEYOND-10 a ticket that failed keeps what is known of it, for it may be taken up again', () => {
  const context = siteOf();
  handOut(context, 'develop');
  const counts = { reviewAttempts: 0, auditAttempts: 0 };
  context.tell({ type: 'workflow_failed', ticket: 'A', kind: null, reason: 'x', ...counts });
  context.tell({ type: 'ticket_reopened', ticket: 'A', by: 'ada', why: 'once more' });
  expect(context.dossier('A')).toMatchObject({ behind: true, notes: [{ text: 'once more', by: 'ada' }] });
  expect(context.dossier('A').runs.size).toBe(1);
});
