import { expect, test } from 'vitest';
import { memoryJournal } from '../../../test/support/memory-journal.ts';
import type { AssignmentEvent, Draft, Event } from '../../model/events.ts';
import type { Journal } from '../../ports/journal.ts';
import { defaultPolicy, overtakingBound } from '../../decide/index.ts';
import { evolve, initialState, jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { planOf } from '../../../test/support/sketch.ts';
import type { Sketch } from '../../../test/support/sketch.ts';
import { foldJournal } from './fold-journal.ts';
import { runLoop } from './run-loop.ts';
import type { Loop, Perform } from './run-loop.ts';

const policy = { ...defaultPolicy, endOfRun: false, perMilestone: false };
const free = { usd: 0, tokens: 0 };

/** What an obliging world answers: everything passes. */
function good(assignment: AssignmentEvent): Draft {
  const { ticket, run, stage, commit } = assignment;
  const head = { v: 1, ticket, run, used: free } as const;
  const made = { commit: `c-${ticket}`, tree: `t-${ticket}` };
  switch (stage) {
    case 'baseline':
      return { ...head, type: 'baseline_measured', red: [], inconclusive: [] };
    case 'develop':
      return { ...head, type: 'developer_ready_for_review', ...made };
    case 'validate':
      return { ...head, type: 'validation_passed', ...made, changed: true };
    case 'review':
      return { ...head, type: 'critic_pass', commit: commit ?? '' };
    case 'audit':
      return { ...head, type: 'auditor_pass', commit: commit ?? '' };
    case 'confirm':
      return { ...head, type: 'claim_confirmed', claim: 'audit_pass' };
    case 'merge':
      return { ...head, type: 'merged', commit: `m-${ticket}`, tree: `mt-${ticket}`, overlapping: false };
    case 'gate':
      return { ...head, type: 'landing_gate_passed', tree: `mt-${ticket}` };
    case 'land':
    case 'survey':
    case 'recover':
    case 'reconcile':
    case 'team':
    case 'score':
      return { ...head, type: 'task_complete', commit: `m-${ticket}`, tree: `mt-${ticket}` };
  }
}

type Stage = {
  readonly journal: Journal;
  readonly appends: Event[][];
  readonly started: AssignmentEvent[];
  readonly drain: AbortController;
  readonly kill: AbortController;
  readonly go: (perform: Perform, from?: Partial<Loop>) => ReturnType<typeof runLoop>;
};

async function stage(sketch: Sketch): Promise<Stage> {
  const inner = memoryJournal();
  const appends: Event[][] = [];
  const journal: Journal = {
    ...inner,
    async append(events) {
      await inner.append(events);
      appends.push([...events]);
    },
  };
  const plan = planOf(sketch);
  const begun: Event = {
    type: 'run_started',
    v: 1,
    seq: 1,
    at: 0,
    plan,
    overtaking: overtakingBound(policy),
  };
  await journal.append([begun]);
  const drain = new AbortController();
  const kill = new AbortController();
  const started: AssignmentEvent[] = [];
  return {
    journal,
    appends,
    started,
    drain,
    kill,
    go: (perform, from = {}) =>
      runLoop({
        journal,
        clock: { now: () => 1 },
        policy,
        state: evolve(initialState, begun),
        open: [],
        perform: (assignment, cancel) => {
          started.push(assignment);
          return perform(assignment, cancel);
        },
        onEvents: () => undefined,
        drain: drain.signal,
        kill: kill.signal,
        ...from,
      }),
  };
}

const two: Sketch = { tickets: ['A', 'B'] };

test('STATE-01 an assignment is in the journal before it is carried out', async () => {
  const { journal, go } = await stage(two);
  const perform: Perform = (assignment) => {
    const known = [...journal.read()].some((event) => 'reserved' in event && event.run === assignment.run);
    expect(known, `run ${assignment.run}`).toBe(true);
    return Promise.resolve(good(assignment));
  };
  const { state } = await go(perform).end;
  expect(state.status).toBe('completed');
});

test('what follows from a result is appended together with it, so that no kill comes between them', async () => {
  const { appends, go } = await stage({ tickets: ['A'] });
  await go((assignment) => Promise.resolve(good(assignment))).end;
  const delivered = appends.find((batch) => batch[0]?.type === 'developer_ready_for_review');
  expect(delivered?.map(({ type }) => type)).toEqual([
    'developer_ready_for_review',
    'ticket_routed',
    'validation_started',
  ]);
});

test('results that arrive in the same turn share one append', async () => {
  const { appends, go } = await stage(two);
  await go((assignment) => Promise.resolve(good(assignment))).end;
  const types = appends.map(
    (batch) => batch.filter(({ type }) => type === 'developer_ready_for_review').length,
  );
  expect(Math.max(...types)).toBe(2);
});

test('so do those that arrive one after the other in one turn of the event loop', async () => {
  const { appends, go } = await stage(two);
  const later = (draft: Draft): Promise<Draft> =>
    new Promise((resolve) => {
      setImmediate(() => resolve(draft));
    });
  await go((assignment) => later(good(assignment))).end;
  const delivered = appends.map(
    (batch) => batch.filter(({ type }) => type === 'developer_ready_for_review').length,
  );
  expect(Math.max(...delivered)).toBe(2);
});

test('Ctrl-C once: nothing new is handed out, what runs is recorded, and the run can go on from there', async () => {
  const { journal, started, drain, go } = await stage(two);
  const end = await go((assignment) => {
    if (assignment.stage === 'develop') drain.abort();
    return Promise.resolve(good(assignment));
  }).end;
  expect(end.interrupted).toBe(true);
  expect(started.map(({ stage: name }) => name)).toEqual(['baseline', 'develop', 'develop']);
  const folded = [...journal.read()].reduce(evolve, initialState);
  expect(jobNamed(folded, 'A')?.commit).toBe('c-A');
  const again = await go((assignment) => Promise.resolve(good(assignment)), {
    state: folded,
    drain: new AbortController().signal,
  }).end;
  expect(again.state.status).toBe('completed');
});

test('Ctrl-C twice: what runs is called off and leaves no result', async () => {
  const { journal, kill, go } = await stage(two);
  const end = await go((assignment, cancel) => {
    if (assignment.stage !== 'develop') return Promise.resolve(good(assignment));
    queueMicrotask(() => kill.abort());
    return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined)));
  }).end;
  expect(end.interrupted).toBe(true);
  expect([...journal.read()].map(({ type }) => type)).not.toContain('developer_ready_for_review');
});

test('RECOVER-01 work that was handed out and never came back is carried out again under the same number', async () => {
  const { journal, started, kill, go } = await stage({ tickets: ['A'] });
  await go((assignment, cancel) => {
    if (assignment.stage !== 'develop') return Promise.resolve(good(assignment));
    queueMicrotask(() => kill.abort());
    return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined)));
  }).end;
  const open = started.filter(({ stage: name }) => name === 'develop');
  const folded = [...journal.read()].reduce(evolve, initialState);
  const again = await go((assignment) => Promise.resolve(good(assignment)), {
    state: folded,
    open,
    kill: new AbortController().signal,
  }).end;
  expect(again.state.status).toBe('completed');
  expect(started.filter(({ stage: name }) => name === 'develop').map(({ run }) => run)).toEqual([1, 1]);
});

test('a failure of the machinery ends the loop, after everything else has been called off', async () => {
  const { go } = await stage(two);
  let calledOff = 0;
  const end = go((assignment, cancel) => {
    if (assignment.stage === 'baseline') return Promise.resolve(good(assignment));
    if (assignment.ticket === 'A') return Promise.reject(new Error('disk gone'));
    return new Promise((resolve) =>
      cancel.addEventListener('abort', () => {
        calledOff += 1;
        resolve(undefined);
      }),
    );
  }).end;
  await expect(end).rejects.toThrow('disk gone');
  expect(calledOff).toBe(1);
});

test('DISPATCH-09 a tip that nobody here has made ends the run, and calls off what still runs', async () => {
  const { go } = await stage(two);
  const { state } = await go((assignment, cancel): Promise<Draft | undefined> => {
    const { ticket, run } = assignment;
    if (assignment.stage === 'land')
      return Promise.resolve({ type: 'foreign_tip_found', v: 1, ticket, run, used: free, tip: 'x' });
    if (ticket === 'B')
      return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined)));
    return Promise.resolve(good(assignment));
  }).end;
  expect(state.status).toBe('conflict');
});

test('what a person says is recorded, and only then is the message done with', async () => {
  const { journal, go } = await stage({ tickets: ['A'] });
  let release: (draft: Draft) => void = () => undefined;
  const { intake, end } = go((assignment) =>
    assignment.stage === 'baseline'
      ? new Promise((resolve) => {
          release = resolve;
        })
      : Promise.resolve(good(assignment)),
  );
  const recorded = new Promise<boolean>((resolve) => {
    const answer = { ticket: 'A', question: 99, choice: 'retry', by: 'ada', why: '' } as const;
    intake.put({ type: 'decision_answered', v: 1, ...answer }, () =>
      resolve([...journal.read()].some(({ type }) => type === 'decision_answered')),
    );
  });
  expect(await recorded).toBe(true);
  release({
    type: 'baseline_measured',
    v: 1,
    ticket: 'baseline',
    run: 0,
    used: free,
    red: [],
    inconclusive: [],
  });
  expect(((await end).state satisfies State).status).toBe('completed');
});

/** A and B are developed at the same time; A's agent has met a limit and waits. */
function limited(assignment: AssignmentEvent, cancel: AbortSignal): Promise<Draft | undefined> {
  const { ticket, run, stage: name, type } = assignment;
  const head = { v: 1, ticket, run, used: free } as const;
  if (type === 'wait_started')
    return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined)));
  if (ticket === 'A' && name === 'develop')
    return Promise.resolve({ ...head, type: 'agent_limited', until: 7 * 24 * 3_600_000 });
  return Promise.resolve(good(assignment));
}

test('Ctrl-C once does not wait for the limit of a provider, and the wait goes on after a restart', async () => {
  const { journal, started, drain, go } = await stage(two);
  const end = await go((assignment, cancel) => {
    if (assignment.type === 'wait_started') queueMicrotask(() => drain.abort());
    return limited(assignment, cancel);
  }).end;
  expect(end.interrupted).toBe(true);
  const waits = started.filter(({ type }) => type === 'wait_started');
  expect(waits).toHaveLength(1);
  const { open } = foldJournal(journal);
  expect(open.map(({ run }) => run)).toContain(waits[0]?.run);
});

test('a wait that is taken up while the run is stopping is called off at once', async () => {
  const { journal, drain, go } = await stage(two);
  await go((assignment, cancel) => {
    if (assignment.type === 'wait_started') queueMicrotask(() => drain.abort());
    return limited(assignment, cancel);
  }).end;
  const { state, open } = foldJournal(journal);
  const end = await go(limited, { state, open: open.filter(({ type }) => type === 'wait_started') }).end;
  expect(end.interrupted).toBe(true);
});

test('a journal that cannot be written ends the loop, after everything that runs has been called off', async () => {
  const { journal, go } = await stage(two);
  let calledOff = 0;
  const end = go(
    (assignment, cancel) => {
      if (assignment.ticket !== 'B') return Promise.resolve(good(assignment));
      return new Promise((resolve) =>
        cancel.addEventListener('abort', () => {
          calledOff += 1;
          resolve(undefined);
        }),
      );
    },
    {
      journal: {
        ...journal,
        append: (events) =>
          events.some(({ type }) => type === 'developer_ready_for_review')
            ? Promise.reject(new Error('disk full'))
            : journal.append(events),
      },
    },
  ).end;
  await expect(end).rejects.toThrow('disk full');
  expect(calledOff).toBe(1);
});

test('STATE-02 what waited since before is heard ahead of the first decision, even where that is to end the run', async () => {
  const { journal, go } = await stage({ tickets: ['A'] });
  const stuck = (assignment: AssignmentEvent): Promise<Draft> => {
    const { ticket, run, stage: name } = assignment;
    if (name !== 'develop') return Promise.resolve(good(assignment));
    const head = { v: 1, ticket, run, used: free } as const;
    return Promise.resolve({ ...head, type: 'developer_question', question: 'which?' });
  };
  const asked = await go(stuck).end;
  expect(asked.state.status).toBe('escalated');
  const question = jobNamed(asked.state, 'A')?.question?.id ?? -1;
  const resumed: Event = { type: 'run_resumed', v: 1, seq: asked.state.seq + 1, at: 1 };
  await journal.append([resumed]);
  const { state } = await go((assignment) => Promise.resolve(good(assignment)), {
    state: evolve(asked.state, resumed),
    gather: (intake) => {
      const answer = { ticket: 'A', question, choice: 'answer', by: 'ada', why: 'this one' } as const;
      intake.put({ type: 'decision_answered', v: 1, ...answer });
      return Promise.resolve();
    },
  }).end;
  expect(state.status).toBe('completed');
});

test('what cannot be gathered ends the loop before anything is started', async () => {
  const { started, go } = await stage(two);
  const end = go((assignment) => Promise.resolve(good(assignment)), {
    gather: () => Promise.reject(new Error('no mailbox')),
  }).end;
  await expect(end).rejects.toThrow('no mailbox');
  expect(started).toEqual([]);
});
