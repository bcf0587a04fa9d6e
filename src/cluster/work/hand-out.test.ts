import { randomUUID } from 'node:crypto';

import { expect, onTestFinished, test } from 'vitest';

import { clusterPlace } from '../../../test/support/cluster-place.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { openBoss } from '../boss.ts';
import { ANSWERS } from '../channel.ts';
import { openHandOut } from './hand-out.ts';
import type { HandOut } from './send-work.ts';
import { openWorker } from './open-worker.ts';
import type { TakenWork } from './open-worker.ts';
import { kinds } from './queues.ts';

const place = clusterPlace();

function assignmentOf(run: number): AssignmentEvent {
  return {
    type: 'validation_started',
    v: 1,
    seq: run + 1,
    at: 0,
    ticket: 'T-1',
    run,
    stage: 'validate',
    seat: 0,
    attempt: 0,
    round: 0,
    try: 0,
    clarification: 0,
    commit: 'c'.repeat(40),
    claim: null,
    reserved: { usd: 0, tokens: 0 },
    because: '',
  } as AssignmentEvent;
}

const machine = { version: '1.2.3', enforcement: 'verified', label: null } as const;

async function coordinatorOf(
  epic: string,
  notes: string[] = [],
  workerLeaseMs = 60_000,
  asked: Partial<HandOut> = {},
) {
  const { postgres, url } = place();
  const boss = await openBoss(postgres, url);
  await postgres.query('INSERT INTO gauntlet.epics (epic) VALUES ($1) ON CONFLICT DO NOTHING', [epic]);
  const handing = await openHandOut({
    ...machine,
    postgres,
    boss,
    epic,
    workerLeaseMs,
    told: () => ({ hub: '/hub', lessons: [] }),
    collect: async () => undefined,
    overheard: () => undefined,
    fence: () => 0,
    share: async () => undefined,
    onProblem: (error) => notes.push((error as Error).message),
    ...asked,
  });
  onTestFinished(async () => {
    handing.close();
    await boss.close();
  });
  return handing;
}

/** A worker that answers what it is told to. */
async function workerOf(
  answer: (work: TakenWork) => unknown,
  version: string = machine.version,
  capacity = 2,
): Promise<void> {
  const { postgres, url } = place();
  const boss = await openBoss(postgres, url);
  const worker = await openWorker({
    postgres,
    boss,
    host: 'here',
    version,
    enforcement: 'enforced',
    kinds,
    labels: [],
    capacity,
    workerLeaseMs: 60_000,
    carryOut: async (work) => answer(work) as ResultDraft,
    onTaken: () => undefined,
    onEnded: () => undefined,
    onProblem: () => undefined,
  });
  onTestFinished(async () => {
    await worker.stop();
    await boss.close();
  });
}

const passed = (run: number): ResultDraft => ({
  type: 'validation_broken',
  v: 1,
  ticket: 'T-1',
  run,
  used: { usd: 0, tokens: 0 },
  because: 'no disk',
});

const forever = (): AbortSignal => new AbortController().signal;

test('BEYOND-08 an assignment whose event is not recorded has no job, and one that is has exactly one', async () => {
  const epic = place().epic();
  const handing = await coordinatorOf(epic);
  const { postgres } = place();
  const taken: number[] = [];
  const half = postgres.transaction(async (transaction) => {
    await handing.within(transaction, [assignmentOf(1)]);
    throw new Error('the append failed');
  });
  await expect(half).rejects.toThrow('the append failed');
  for (let twice = 0; twice < 2; twice++)
    await postgres.transaction((transaction) => handing.within(transaction, [assignmentOf(2)]));
  const answered = handing.carryOut(assignmentOf(2), forever());
  await workerOf(({ run }) => {
    taken.push(run);
    return passed(run);
  });
  expect(await answered).toEqual(passed(2));
  expect(taken).toEqual([2]);
  await postgres.transaction((transaction) => handing.within(transaction, [{ ...passed(2), seq: 4, at: 0 }]));
  const left = await postgres.query('SELECT 1 FROM gauntlet.work WHERE epic = $1', [epic]);
  expect(left.count).toBe(0);
});

test.each([
  ['of another run', { ...passed(9) }],
  ['of another ticket', { ...passed(3), ticket: 'T-2' }],
  ['of no kind there is', { ...passed(3), type: 'all_good' }],
  ['that is no object', 'pass'],
  ['that is missing', undefined],
])('SIGNAL-08 an answer %s counts for nothing', async (_what, answer) => {
  const handing = await coordinatorOf(place().epic());
  const answered = handing.carryOut(assignmentOf(3), forever());
  await workerOf(() => answer);
  expect(await answered).toMatchObject({ type: 'agent_failed', trouble: 'void', run: 3, ticket: 'T-1' });
});

test('QUEUE-04 the checks of one gate are taken by several workers at the same time', async () => {
  const epic = place().epic();
  const handing = await coordinatorOf(epic);
  const checks = ['unit', 'lint', 'types'];
  const cells = checks.map((check, seat) => {
    const gate = { type: 'landing_gate_started', stage: 'gate', seat, checks: [check] };
    return { ...assignmentOf(20 + seat), ...gate } as AssignmentEvent;
  });
  await place().postgres.transaction((transaction) => handing.within(transaction, cells));
  const takenBy: number[] = [];
  // Nobody answers before all have begun: with one worker at a time this would never end.
  const all = Promise.withResolvers<void>();
  for (const worker of [1, 2, 3])
    await workerOf(
      async ({ run }) => {
        takenBy.push(worker);
        if (takenBy.length === cells.length) all.resolve();
        await all.promise;
        return { ...passed(run), type: 'landing_checks_run', tree: 't'.repeat(40), red: [] };
      },
      machine.version,
      1,
    );
  const answers = await Promise.all(cells.map((cell) => handing.carryOut(cell, forever())));
  expect(answers.map((answer) => answer?.run)).toEqual([20, 21, 22]);
  expect(takenBy.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});

test('a worker of another release takes nothing', async () => {
  const handing = await coordinatorOf(place().epic());
  const taken: string[] = [];
  const answered = handing.carryOut(assignmentOf(4), forever());
  await workerOf(() => taken.push('old'), '1.2.2');
  await workerOf(({ run }) => {
    taken.push('same');
    return passed(run);
  });
  await answered;
  expect(taken).toEqual(['same']);
});

test('what waits for workers of another release goes to those of the release that drives the run, unless it was overtaken', async () => {
  const epic = place().epic();
  const { postgres } = place();
  const before = await coordinatorOf(epic, [], 60_000, { version: '1.2.2' });
  await postgres.transaction((transaction) => before.within(transaction, [assignmentOf(8)]));
  const late = await coordinatorOf(epic, [], 60_000, { fence: () => 7 });
  await expect(late.carryOut(assignmentOf(8), forever())).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  const after = await coordinatorOf(epic);
  const answered = after.carryOut(assignmentOf(8), forever());
  await workerOf(({ run }) => passed(run));
  expect(await answered).toEqual(passed(8));
  const { rows } = await postgres.query<{ queue: string }>(
    'SELECT queue FROM gauntlet.work WHERE epic = $1',
    [epic],
  );
  expect(rows).toEqual([{ queue: 'gauntlet-verify-1.2.3-verified' }]);
});

test('what the server undoes for a deadlock while it is sent again is sent once more', async () => {
  const epic = place().epic();
  const { postgres } = place();
  const before = await coordinatorOf(epic, [], 60_000, { version: '1.2.2' });
  await postgres.transaction((transaction) => before.within(transaction, [assignmentOf(9)]));
  const after = await coordinatorOf(epic);
  await workerOf(({ run }) => passed(run));
  const waiting = async (): Promise<number> =>
    (await postgres.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).count;
  await standingStill();
  const answered = await postgres.transaction(async (other) => {
    // Whoever waits for so long looks for a deadlock, once, and gives way: it shall not be this one.
    await other.query("SET LOCAL deadlock_timeout = '1min'");
    await other.query('SELECT 1 FROM gauntlet.work WHERE epic = $1 FOR UPDATE', [epic]);
    const crossing = await postgres.transaction(async (gate) => {
      await gate.query('SELECT pg_advisory_xact_lock(1)');
      const sending = after.carryOut(assignmentOf(9), forever());
      sending.catch(() => undefined);
      await expect.poll(waiting).toBe(1);
      const locked = other.query('SELECT 1 FROM gauntlet.epics WHERE epic = $1 FOR UPDATE', [epic]);
      await expect.poll(waiting).toBe(2);
      return { sending, locked };
    });
    await crossing.locked;
    return crossing;
  });
  expect(await answered.sending).toEqual(passed(9));
});

/** Whoever removes work stands still before it, until nobody has the gate: what it waits for then, it waits for last. */
async function standingStill(): Promise<void> {
  const { postgres } = place();
  await postgres.query(
    `CREATE FUNCTION gauntlet.stand_still() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$`,
  );
  await postgres.query(
    'CREATE TRIGGER stand_still BEFORE DELETE ON gauntlet.work EXECUTE FUNCTION gauntlet.stand_still()',
  );
  onTestFinished(async () => void (await postgres.query('DROP FUNCTION gauntlet.stand_still CASCADE')));
}

test('a job that is left from a run that was removed does not keep its name from the new one', async () => {
  const epic = place().epic();
  const handing = await coordinatorOf(epic);
  const { postgres } = place();
  const assignment = assignmentOf(5);
  await postgres.transaction((transaction) => handing.within(transaction, [assignment]));
  await postgres.query('DELETE FROM gauntlet.work WHERE epic = $1', [epic]);
  await workerOf(({ run }) => passed(run));
  // The first worker has taken the old job by now, or never will: either way the run gets its answer.
  expect(await handing.carryOut(assignment, forever())).toEqual(passed(5));
});

test('RECOVER-01 who is silent for too long is given up in that moment, however long the time between two looks', async () => {
  const { postgres } = place();
  const hour = 3_600_000;
  const handing = await coordinatorOf(place().epic(), [], hour);
  const id = randomUUID();
  await postgres.query(
    `INSERT INTO gauntlet.workers (id, host, pid, version, enforcement, kinds, labels, capacity, lease, seen)
     VALUES ($1, 'gone', 1, '0', 'verified', '{}', '{}', 1, 1000, clock_timestamp() - interval '1 hour' + interval '2 s')`,
    [id],
  );
  const assignment = assignmentOf(7);
  await postgres.transaction((transaction) => handing.within(transaction, [assignment]));
  await postgres.query("UPDATE gauntlet.work SET state = 'taken', worker = $1 WHERE run = 7", [id]);
  expect(await handing.carryOut(assignment, forever())).toMatchObject({ trouble: 'stall', run: 7 });
});

test('work that nobody there can take is said to wait', async () => {
  const notes: string[] = [];
  const handing = await coordinatorOf(place().epic(), notes);
  const off = new AbortController();
  const answered = handing.carryOut(assignmentOf(6), off.signal);
  await expect
    .poll(() => notes)
    .toEqual(['work is waiting, but no connected worker can take it (release 1.2.3)']);
  off.abort();
  expect(await answered).toBeUndefined();
});

test('TEAM-16 BEYOND-08 a lost run is charged what its worker had recorded, one that no worker had nothing', async () => {
  const epic = place().epic();
  const { postgres } = place();
  const handing = await coordinatorOf(epic);
  const dear = (run: number) => ({ ...assignmentOf(run), reserved: { usd: 1, tokens: 1000 } });
  const never = handing.carryOut(dear(5), forever());
  const lost = handing.carryOut(dear(6), forever());
  await expect
    .poll(async () => (await postgres.query('SELECT 1 FROM gauntlet.work WHERE epic = $1', [epic])).count)
    .toBe(2);
  await postgres.query('INSERT INTO gauntlet.records (epic, run, name, json) VALUES ($1, 6, $2, $3)', [
    epic,
    'metered',
    JSON.stringify({ tokensIn: 3000, tokensOut: 0, usd: 2.5 }),
  ]);
  // The first was called off by a coordinator that is gone, the worker of the second is not there any more.
  await postgres.query("UPDATE gauntlet.work SET state = 'lost' WHERE epic = $1 AND run = 5", [epic]);
  await postgres.query(
    "UPDATE gauntlet.work SET state = 'taken', worker = gen_random_uuid() WHERE epic = $1 AND run = 6",
    [epic],
  );
  await postgres.query('SELECT pg_notify($1, $2)', [ANSWERS, epic]);
  expect(await never).toMatchObject({ trouble: 'stall', used: { usd: 0, tokens: 0 } });
  expect(await lost).toMatchObject({ trouble: 'stall', used: { usd: 2.5, tokens: 3000 } });
});
