import { expect, test } from 'vitest';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { initialState } from '../../state/index.ts';
import { land, merge } from './landing.ts';

const never = new AbortController().signal;
const commits = {
  work: { files: { 'src/a.ts': 'x' }, parents: ['base'] },
  candidate: { files: { 'src/a.ts': 'x' }, parents: ['base', 'work'] },
  'merge of work': { files: { 'src/a.ts': 'x' }, parents: ['base', 'work'] },
};

test('DISPATCH-07 a clean merge is the candidate, with the tree that will be gated', async () => {
  const context = siteOf({ commits });
  const result = await merge(context, handOut(context, 'merge', { commit: 'work' }), never);
  expect(result).toMatchObject({
    type: 'merged',
    commit: 'merge of work',
    tree: 'merged tree of work',
    overlapping: false,
    checks: ['unit', 'lint'],
  });
});

test('QUEUE-04 a candidate names the checks that it needs, by the same paths as its gate', async () => {
  const context = siteOf({ commits });
  const plan = {
    ...context.plan,
    verify: context.plan.verify.map((check) => ({ ...check, paths: ['src/**'] })),
  };
  const docs = { ...plan.verify[0], id: 'docs', paths: ['docs/**'] } as (typeof plan.verify)[number];
  const narrow = { ...context, plan: { ...plan, verify: [...plan.verify, docs] } };
  const result = await merge(narrow, handOut(context, 'merge', { commit: 'work' }), never);
  expect(result).toMatchObject({ checks: ['unit', 'lint'] });
});

test('REWORK-08 a conflict teaches its files, and more of them than an event may hold do not end the run', async () => {
  const files = Array.from({ length: 1200 }, (_, index) => `src/${'d'.repeat(250)}/${index}.ts`);
  const context = siteOf({ commits, lander: { merge: async () => ({ kind: 'conflict', files }) } });
  const assignment = handOut(context, 'merge', { commit: 'work' });
  const result = await merge(context, assignment, never);
  expect(result).toMatchObject({ type: 'merge_conflict' });
  if (result !== undefined) await context.records.finish(assignment.run, result);
  const feedback = await context.records.get(assignment.run, 'feedback');
  expect(feedback?.findings).toHaveLength(1200);
});

test('P3 what has landed is complete, with exactly the commit and tree that were asked for', async () => {
  const closed: string[] = [];
  const landed: string[] = [];
  const context = siteOf({
    commits,
    lander: {
      land: async (commit) => {
        landed.push(commit);
        return { kind: 'landed' };
      },
    },
    workspaces: { close: async (ticket) => void closed.push(ticket) },
  });
  const result = await land(context, handOut(context, 'land', { commit: 'candidate' }), never);
  expect(result).toMatchObject({
    type: 'task_complete',
    commit: 'candidate',
    tree: 'tree of candidate',
  });
  expect([landed, closed]).toEqual([['candidate'], ['A']]);
});

test('DISPATCH-09 a foreign tip is told, and the workspace is kept', async () => {
  const closed: string[] = [];
  const context = siteOf({
    commits,
    lander: { land: async () => ({ kind: 'foreign', tip: 'theirs' }) },
    workspaces: { close: async (ticket) => void closed.push(ticket) },
  });
  const result = await land(context, handOut(context, 'land', { commit: 'candidate' }), never);
  expect(result).toMatchObject({ type: 'foreign_tip_found', tip: 'theirs' });
  expect(closed).toEqual([]);
});

test('a candidate that is not in the hub is not landed', async () => {
  const context = siteOf({ commits });
  await expect(land(context, handOut(context, 'land', { commit: 'gone' }), never)).rejects.toThrow('gone');
});

test('QUEUE-05 a branch that has left its commit does not land; what had landed before a crash stays landed', async () => {
  const adopts = { branch: 'refs/heads/a', commit: 'work', tree: 'tree of work' };
  const landed: string[] = [];
  const siteAt = (tip: string) => {
    const context = siteOf({
      commits,
      lander: {
        tip: async () => tip,
        land: async (commit) => {
          landed.push(commit);
          return { kind: 'landed' };
        },
      },
      workspaces: { close: async () => undefined },
    });
    const [ticket, ...others] = context.inputs.epic.tickets;
    if (ticket === undefined) throw new Error('there is no ticket');
    const epic = { ...context.inputs.epic, tickets: [{ ...ticket, adopts }, ...others] };
    // Its ticket is gone by the time the stage looks: nobody has to be waited for.
    const state = () => initialState;
    return { ...context, inputs: { ...context.inputs, epic }, state, isWanted: async () => false };
  };
  const context = siteAt('base');
  const assignment = handOut(context, 'land', { commit: 'candidate' });
  expect(await land(context, assignment, never)).toMatchObject({ type: 'agent_failed', trouble: 'stopped' });
  expect(landed).toEqual([]);
  const again = siteAt('candidate');
  expect(await land(again, assignment, never)).toMatchObject({ type: 'task_complete', commit: 'candidate' });
});
