import { expect, test } from 'vitest';
import { earlierFeedback, noFeedback } from '../records/earlier-feedback.ts';
import { runsOf } from './dossier.ts';
import { lastWork } from '../records/last-work.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';

const used = { usd: 0, tokens: 0 };

test('runs are known by stage and seat, the newest last; a wait is none', () => {
  const site = siteOf();
  const first = handOut(site, 'review', { seat: 1 });
  const again = handOut(site, 'review', { seat: 1, try: 1 });
  handOut(site, 'review', { seat: 1, type: 'wait_started' });
  expect(runsOf(site.dossier('A'), 'review', 1)).toEqual([first.run, again.run]);
  expect(runsOf(site.dossier('A'), 'review', 0)).toEqual([]);
});

test('the base is the tip at the first dispatch and stays it', () => {
  const site = siteOf();
  handOut(site, 'develop');
  site.tell({ type: 'base_synced', base: 'b2', commit: 'tip2', tree: 't', by: 'ada' });
  handOut(site, 'develop', { attempt: 1 });
  expect(site.dossier('A').base).toBe('base');
});

test('REWORK-03 an attempt that was sent back has the runs that failed it, and the next one starts without them', async () => {
  const site = siteOf();
  const critic = handOut(site, 'review', { commit: 'work' });
  await site.records.put(critic.run, 'feedback', {
    ...noFeedback,
    attempt: 0,
    kind: 'review',
    requiredFixes: ['a'],
  });
  site.tell(
    { type: 'critic_fail', ticket: 'A', run: critic.run, used, commit: 'work', findings: [] },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
  );
  const checks = handOut(site, 'validate', { commit: 'work2', attempt: 1 });
  await site.records.put(checks.run, 'feedback', {
    ...noFeedback,
    attempt: 1,
    kind: 'validation',
    requiredFixes: ['b'],
  });
  site.tell(
    { type: 'validation_failed', ticket: 'A', run: checks.run, used, commit: 'work2', findings: [] },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'validation', because: 'red' },
  );
  const all = await earlierFeedback(site, 'A');
  expect(all.map(({ kind, requiredFixes }) => [kind, requiredFixes])).toEqual([
    ['review', ['a']],
    ['validation', ['b']],
  ]);
});

test('several critics of one attempt speak as one, and an attempt without records says its reason', async () => {
  const site = siteOf();
  for (const seat of [0, 1]) {
    const { run } = handOut(site, 'review', { seat, commit: 'work' });
    const requiredFixes = ['same', `of ${seat}`];
    await site.records.put(run, 'feedback', {
      ...noFeedback,
      attempt: 0,
      kind: 'review',
      requiredFixes,
      revisionNotes: `note ${seat}`,
    });
    site.tell({ type: 'critic_fail', ticket: 'A', run, used, commit: 'work', findings: [] });
  }
  site.tell(
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'validation', because: 'it changes nothing' },
  );
  const [both, alone] = await earlierFeedback(site, 'A');
  expect(both).toMatchObject({
    requiredFixes: ['same', 'of 0', 'of 1'],
    revisionNotes: 'note 0\nnote 1',
    kind: 'review',
  });
  expect(alone).toMatchObject({ findings: [], revisionNotes: 'it changes nothing' });
});

test('REMEDY-01 what failed on broken infrastructure is not held against the work afterwards', () => {
  const site = siteOf();
  const { run } = handOut(site, 'validate', { commit: 'work' });
  site.tell(
    { type: 'validation_failed', ticket: 'A', run, used, commit: 'work', findings: [] },
    { type: 'infrastructure_blocked', ticket: 'A', because: 'red at base' },
    { type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'bad' },
  );
  expect(site.dossier('A').sentBack.at(-1)?.runs).toEqual([]);
});

test('FLOW-10 an answer stands with the question it answers, and any other word of a person is a note', () => {
  const site = siteOf();
  const { run } = handOut(site, 'develop');
  const by = 'ada';
  site.tell(
    { type: 'developer_question', ticket: 'A', run, used, question: 'which?' },
    { type: 'decision_answered', ticket: 'A', question: 1, choice: 'answer', by, why: 'this' },
    { type: 'decision_answered', ticket: 'A', question: 2, choice: 'retry', by, why: 'smaller' },
    { type: 'decision_answered', ticket: 'A', question: 3, choice: 'retry', by, why: '' },
  );
  const { answers, notes } = site.dossier('A');
  expect(answers).toEqual([{ question: 'which?', answer: 'this', by }]);
  expect(notes).toEqual([{ text: 'smaller', by }]);
});

test('FLOW-09 the newest work counts, but never what was delivered from a workspace that had been meddled with', async () => {
  const site = siteOf();
  const delivered = { commit: 'good', tree: 't', leftOut: [], problems: [], answer: null };
  const runs = [handOut(site, 'develop'), handOut(site, 'develop'), handOut(site, 'develop')].map(
    ({ run }) => run,
  );
  await site.records.put(runs[0] ?? -1, 'delivered', delivered);
  await site.records.put(runs[1] ?? -1, 'delivered', {
    ...delivered,
    commit: 'bad',
    problems: ['no branch'],
  });
  const dossier = site.dossier('A');
  expect(await lastWork(site.records, dossier)).toBe('good');
  expect(await lastWork(site.records, dossier, runs[0])).toBe('base');
});

test('a ticket that has landed leaves nothing behind', () => {
  const site = siteOf();
  handOut(site, 'develop');
  site.tell({
    type: 'task_complete',
    ticket: 'A',
    run: 1,
    commit: 'c',
    tree: 't',
    used: { usd: 0, tokens: 0 },
  });
  expect(site.dossier('A').runs.size).toBe(0);
});

test('BEYOND-10 a ticket that failed keeps what is known of it, for it may be taken up again', () => {
  const site = siteOf();
  handOut(site, 'develop');
  const counts = { reviewAttempts: 0, auditAttempts: 0 };
  site.tell({ type: 'workflow_failed', ticket: 'A', kind: null, reason: 'x', ...counts });
  site.tell({ type: 'ticket_reopened', ticket: 'A', by: 'ada', why: 'once more' });
  expect(site.dossier('A')).toMatchObject({ behind: true, notes: [{ text: 'once more', by: 'ada' }] });
  expect(site.dossier('A').runs.size).toBe(1);
});
