// A run that is stopped, disturbed or left alone by the machine: signals, a second coordinator, killed agents, left
// processes. Two tickets are enough; every world has to end like one that nothing happened to.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeAll, expect, test } from 'vitest';

import { epicId } from '../sweep/content.ts';
import { cleanRun, compared, drive, resuming, running, sayEnd } from '../sweep/drive.ts';
import { type EndState, endState, processesOf } from '../sweep/end-state.ts';
import { makeWorld, type Running, type World } from '../sweep/world.ts';

/** Without one nothing can be promised about a process that hides where it came from. */
const hasSandbox = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
const few = ['S-1', 'S-2'];
let clean: EndState;
const worlds: World[] = [];

function makeOne(): World {
  const world = makeWorld({ only: few });
  worlds.push(world);
  return world;
}

beforeAll(async () => {
  clean = (await cleanRun(makeOne())).end;
});
afterEach(() => worlds.splice(0).forEach((world) => world.remove()));

/** Starts a run and waits until the developer of S-1 is at work, and will be until it is let go. */
async function held(world: World, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const run = world.start(running(world), { SWEEP_HOLD: 'S-1', ...env });
  await Promise.race([world.until('held S-1\n'), run.ended.then(failed)]);
  return run;
}

function failed(ended: Parameters<typeof sayEnd>[0]): never {
  throw new Error(`it ended: ${sayEnd(ended)}`);
}

/** Resumes to the end, and compares with what a run comes to that nothing has happened to. */
async function endsTheSame(world: World): Promise<readonly string[]> {
  const driven = await drive(world, () => undefined);
  expect([...driven.differences, ...compared(clean, driven.end)]).toEqual([]);
  return world.told();
}

function startsOf(told: readonly string[], what: string): number {
  return told.filter((line) => line.startsWith(`start ${what} `)).length;
}

test('RECOVER-01 Ctrl-C once lets what is running finish, says how to go on, and nothing is done twice', async () => {
  const world = makeOne();
  const run = await held(world);
  run.child.kill('SIGINT');
  await run.said('Stopping:');
  world.letGo();
  const ended = await run.ended;
  expect(ended.code).toBe(130);
  expect(ended.stdout).toContain(`gauntlet resume ${epicId}`);
  expect(processesOf(world)).toEqual([]);
  const told = await endsTheSame(world);
  expect(startsOf(told, 'developer S-1 0')).toBe(1);
});

test('RECOVER-01 RECOVER-03 Ctrl-C twice ends everything at once, and resume repeats only what had not answered', async () => {
  const world = makeOne();
  const run = await held(world);
  run.child.kill('SIGINT');
  await run.said('Stopping:');
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
  expect(processesOf(world)).toEqual([]);
  const told = await endsTheSame(world);
  expect(startsOf(told, 'developer S-1 0')).toBe(2);
});

test('RECOVER-01 RECOVER-03 SIGTERM does not wait for an agent: exit 143, nothing runs on, resume goes on', async () => {
  const world = makeOne();
  const run = await held(world);
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(143);
  expect(processesOf(world)).toEqual([]);
  await endsTheSame(world);
});

test('STATE-01 a second coordinator is refused with exit 6 and disturbs nothing', async () => {
  const world = makeOne();
  const run = await held(world);
  const before = readFileSync(join(world.epic, 'journal.db'));
  for (const args of [resuming, running(world)]) {
    const second = await world.run(args);
    expect(second.code).toBe(6);
    expect(second.stderr).toContain('another coordinator runs this epic');
  }
  expect(readFileSync(join(world.epic, 'journal.db'))).toEqual(before);
  world.letGo();
  const ended = await run.ended;
  expect(ended.code, sayEnd(ended)).toBe(0);
  expect(compared(clean, await endState(world))).toEqual([]);
});

test('RECOVER-02 an agent killed from outside is sent again, and that is no attempt of the ticket', async () => {
  const world = makeOne();
  const run = await held(world);
  const agents = processesOf(world).filter((name) => /\bagent\.sh\b/.test(name) && !/bwrap|sleep/.test(name));
  expect(agents.length).toBeGreaterThan(0);
  for (const name of agents) killIfThere(Number(name.split(' ')[0]));
  world.letGo();
  const ended = await run.ended;
  expect(ended.code, sayEnd(ended)).toBe(0);
  expect(compared(clean, await endState(world))).toEqual([]);
  expect(startsOf(await world.told(), 'developer S-1 0')).toBeGreaterThan(1);
});

test.each([
  ['says nothing', 'stall', { stall: '2s' }],
  ['does not come to an end', 'timeout', { agentTimeout: '2s' }],
] as const)(
  'RECOVER-02 000#20 an agent that %s is ended with all it started, sent twice more and then given up; no attempt is counted',
  async (_, trouble, limits) => {
    const world = makeWorld({ only: ['S-1'], limits });
    worlds.push(world);
    const env = { SWEEP_HOLD: 'S-1', SWEEP_FORK: 'S-1', SWEEP_HIDE: hasSandbox ? 'S-1' : '' };
    const ended = await world.run(running(world), env);
    // Where no agent at all could work, that is the environment's fault and nobody's decision.
    expect(ended.code, sayEnd(ended)).toBe(5);
    expect(ended.stdout).toContain('agent unavailable');
    expect(ended.stderr.match(new RegExp(`\\[S-1\\] the agent failed \\(${trouble}\\)`, 'g'))).toHaveLength(
      3,
    );
    expect(startsOf(await world.told(), 'developer S-1 0')).toBe(3);
    expect(processesOf(world)).toEqual([]);
    const status = JSON.parse((await world.run(['status', '--json'])).stdout) as {
      readonly tickets: readonly { readonly id: string; readonly attempts: number }[];
    };
    expect(status.tickets.find(({ id }) => id === 'S-1')?.attempts).toBe(1);
  },
);

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with the one before it.
  }
}

/** The programs the epic needs, without bubblewrap: nothing confines what agents leave behind. */
function withoutSandbox(world: World): Readonly<Record<string, string>> {
  const bin = join(world.folder, 'bin');
  mkdirSync(bin);
  const names = 'sh git cat sed head sort grep setsid sleep env test';
  for (const name of names.split(' ')) {
    const found = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) symlinkSync(found, join(bin, name));
  }
  return { PATH: bin };
}

const loops = /while :; do sleep 1/;

test.skipIf(!hasSandbox)(
  'RECOVER-03 processes that an agent forked away in the sandbox, without a trace, are dead once resume has started',
  () => forkedAreDead(makeOne(), { SWEEP_FORK: 'S-1', SWEEP_HIDE: 'S-1' }, {}),
);

test('RECOVER-03 processes that an agent forked away without a sandbox are dead once resume has started', async () => {
  const world = makeOne();
  await forkedAreDead(world, { SWEEP_FORK: 'S-1' }, withoutSandbox(world));
});

type Environment = Readonly<Record<string, string>>;

async function forkedAreDead(world: World, forks: Environment, around: Environment): Promise<void> {
  const run = await held(world, { ...forks, ...around });
  await world.until('forked\n', Object.keys(forks).length);
  expect(processesOf(world).filter((name) => loops.test(name)).length).toBeGreaterThan(0);
  run.child.kill('SIGKILL');
  await run.ended;
  const next = world.start(resuming, { SWEEP_HOLD: 'S-1', ...around });
  await Promise.race([world.until('held S-1\n', 2), next.ended.then(failed)]);
  expect(processesOf(world).filter((name) => loops.test(name))).toEqual([]);
  world.letGo();
  const ended = await next.ended;
  expect(ended.code, sayEnd(ended)).toBe(0);
  expect(compared(clean, await endState(world))).toEqual([]);
}
