import { expect, test } from 'vitest';
import type { AgentCall } from '../../ports/agents.ts';
import type { OpenAt } from '../../ports/git.ts';
import type { Readiness } from '../../ports/setup.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene } from '../../../test/support/site.ts';
import { develop } from './develop.ts';

const never = new AbortController().signal;

const ready = ({ token }: AgentCall) =>
  `READY_FOR_REVIEW: A ${token}\n\nFiles Modified:\n- src/a.ts\n\nSummary: as asked\n`;

async function developed(says: Scene['says'], more: Scene = {}) {
  const context = siteOf({ ...(says === undefined ? {} : { says }), ...more });
  const assignment = handOut(context, 'develop');
  return { context, assignment, result: await develop(context, assignment, never) };
}

test('FLOW-01 what a developer hands in is the commit that was fetched, not what it says', async () => {
  const { context, assignment, result } = await developed(ready);
  expect(result).toMatchObject({ type: 'developer_ready_for_review', commit: 'work', tree: 'tree of work' });
  expect(await context.records.get(assignment.run, 'delivered')).toMatchObject({ commit: 'work' });
  expect(context.calls[0]).toMatchObject({ role: 'developer', cwd: '/workspace/A', readOnly: false });
});

test.each([
  ['TASK_INCOMPLETE', 'Blocker: the ticket is unclear\n\nAttempted: a\n\nNeeded: b', 'developer_incomplete'],
  ['QUESTION', 'Question: which one?\n\nOptions:\n- a\n- b\n\nContext: c', 'developer_question'],
  [
    'INFRA_BLOCKED',
    'Issue: no registry\n\nCommand: npm i\n\nEnvironment: local\n\nChecks:\n- unit',
    'developer_blocked',
  ],
])('FLOW-09 %s keeps the partial work', async (name, body, type) => {
  const { context, assignment, result } = await developed(({ token }) => `${name}: A ${token}\n\n${body}\n`);
  expect(result).toMatchObject({ type });
  expect(await context.records.get(assignment.run, 'delivered')).toMatchObject({ commit: 'work' });
});

test('SIGNAL-04 without a signal the work is brought in all the same, and the developer is asked again', async () => {
  const { context, assignment, result } = await developed(() => 'done!');
  expect(result).toMatchObject({ type: 'agent_unclear' });
  expect(await context.records.get(assignment.run, 'delivered')).toMatchObject({ commit: 'work' });
});

test('SIGNAL-07 a signal with a token of another dispatch hands nothing in', async () => {
  const { result } = await developed(() => ready({ token: 'word00000000000000009999' } as AgentCall));
  expect(result).toMatchObject({ type: 'agent_unclear' });
});

test('DISPATCH-05 a workspace that is not the recorded one is not worked in', async () => {
  const { context, result } = await developed(ready, {
    workspaces: { prove: async () => ['another branch'] },
  });
  expect(result).toMatchObject({ type: 'agent_failed', trouble: 'void' });
  expect(context.calls).toEqual([]);
});

test('RECOVER-01 a run that was answered goes on to deliver: nobody is asked, nothing is reset or set up again', async () => {
  const opened: OpenAt[] = [];
  const setUp: string[] = [];
  let fails = true;
  const context = {
    ...siteOf({
      says: ready,
      workspaces: {
        open: async (ticket, at) => {
          opened.push(at);
          return { path: `/workspace/${ticket}`, branch: `ticket/${ticket}`, ...at, conflicts: [] };
        },
        deliver: async () => {
          if (fails) throw new Error('killed here');
          return { commit: 'work', tree: 'tree of work', leftOut: [], problems: [] };
        },
      },
    }),
    setups: {
      ready: async (path: string): Promise<Readiness> => {
        setUp.push(path);
        return { kind: 'ready', env: {} };
      },
    },
  };
  const assignment = handOut(context, 'develop');
  await expect(develop(context, assignment, never)).rejects.toThrow('killed here');
  fails = false;
  expect(await develop(context, assignment, never)).toMatchObject({ type: 'developer_ready_for_review' });
  expect([opened.length, context.calls.length, setUp.length]).toEqual([1, 1, 1]);
});

test('a run that was killed before it answered starts from the last work that was delivered', async () => {
  const opened: OpenAt[] = [];
  const context = siteOf({
    says: () => 'done!',
    workspaces: {
      open: async (ticket, at) => {
        opened.push(at);
        return { path: `/workspace/${ticket}`, branch: `ticket/${ticket}`, ...at, conflicts: [] };
      },
    },
  });
  await develop(context, handOut(context, 'develop'), never);
  await develop(context, handOut(context, 'develop', { try: 1 }), never);
  expect(opened.map(({ head }) => head)).toEqual(['base', 'work']);
});

test.each([
  [{ kind: 'limit', until: 9, because: '' }, 'agent_limited', 'work'],
  [{ kind: 'budget', because: 'the money is gone' }, 'agent_failed', 'work'],
  [{ kind: 'crash', because: 'x' }, 'agent_failed', 'base'],
] as const)('TEAM-16 RECOVER-02 after %j (%s) the next run starts from %s', async (stop, type, from) => {
  const opened: OpenAt[] = [];
  const context = siteOf({
    config: 'limits: { budgetUsd: 1 }',
    says: ({ mayGoOn }) => {
      mayGoOn({ tokensIn: 1, tokensOut: 1, usd: 2 });
      return { stop };
    },
    workspaces: {
      open: async (ticket, at) => {
        opened.push(at);
        return { path: `/workspace/${ticket}`, branch: `ticket/${ticket}`, ...at, conflicts: [] };
      },
    },
  });
  context.tell({ type: 'ticket_routed', ticket: 'A', stage: 'develop', seats: 1, claim: null, because: '' });
  expect(await develop(context, handOut(context, 'develop'), never)).toMatchObject({ type });
  await develop(context, handOut(context, 'develop'), never);
  expect(opened.map(({ head }) => head)).toEqual(['base', from]);
});

test('REWORK-11 work after a person’s own commits is not dropped for them', async () => {
  const opened: OpenAt[] = [];
  const context = siteOf({
    says: () => 'done!',
    delivery: { commit: 'later', tree: 'tree of later' },
    commits: { byHand: { files: {}, parents: ['base'] }, later: { files: {}, parents: ['byHand'] } },
    workspaces: {
      open: async (ticket, at) => {
        opened.push(at);
        return { path: `/workspace/${ticket}`, branch: `ticket/${ticket}`, ...at, conflicts: [] };
      },
    },
  });
  context.tell({ type: 'manual_work_found', ticket: 'A', commit: 'byHand', tree: 't' });
  await develop(context, handOut(context, 'develop'), never);
  await develop(context, handOut(context, 'develop', { try: 1 }), never);
  expect(opened.map(({ head }) => head)).toEqual(['byHand', 'later']);
});

test('ENV-02 a workspace that cannot be set up is the infrastructure’s fault', async () => {
  const context = {
    ...siteOf({ says: ready }),
    setups: { ready: async () => ({ kind: 'broken', because: 'npm' }) as const },
  };
  const result = await develop(context, handOut(context, 'develop'), never);
  expect(result).toMatchObject({ type: 'developer_blocked', because: 'setup failed: npm' });
  expect(context.calls).toEqual([]);
});
