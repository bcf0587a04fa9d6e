// `npm run sweep`: the coordinator is killed at every point of a small epic, resumed, and has to reach the same end.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { cleanRun, compared, drive, type Driven, type Kills } from './drive.ts';
import type { EndState } from './end-state.ts';
import { makeWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'boolean', default: false },
    random: { type: 'boolean', default: false },
    points: { type: 'string' },
    keep: { type: 'boolean', default: false },
    parallel: { type: 'string', default: String(Math.min(2, cpus().length)) },
  },
});

const began = Date.now();
process.exitCode = await sweep();

async function sweep(): Promise<number> {
  const clean = await cleanOne();
  const [from, to] = bounds(clean.points);
  const points = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  say(`clean run: ${clean.points} points, ${clean.agentRuns} agent runs, ${seconds()} s`);
  const totals = { runs: 0, kills: 0, agents: 0, different: 0 };
  const kinds = new Map<string, number>();
  await inParallel(points, Number(values.parallel), async (point) => {
    const driven = await oneWorld(killsFrom(point), clean.end);
    totals.runs += 1;
    totals.kills += driven.killedAt.length;
    totals.agents += driven.agentRuns;
    for (const where of driven.killedAt) count(kinds, where.split(' ').slice(0, 2).join(' '));
    if (driven.differences.length > 0) totals.different += 1;
    const word = driven.differences.length === 0 ? 'same' : 'DIFFERENT';
    say(`${String(totals.runs).padStart(4)}/${points.length}  point ${point}: ${word}  ${killsText(driven)}`);
    for (const difference of driven.differences) say(`      ${difference}`);
  });
  say(
    `killed at: ${[...kinds]
      .map(([kind, many]) => `${kind} ${many}`)
      .sort()
      .join(', ')}`,
  );
  say(
    `${totals.runs} runs, ${totals.kills} kills, ${totals.agents} agent runs, ${totals.different} with differences, ${seconds()} s`,
  );
  return totals.different === 0 ? 0 : 1;
}

async function cleanOne(): Promise<Driven> {
  const world = makeWorld();
  try {
    return await cleanRun(world);
  } finally {
    world.remove();
  }
}

async function oneWorld(kills: Kills, clean: EndState): Promise<Driven> {
  const world = makeWorld();
  let isFine = false;
  try {
    const driven = await drive(world, kills);
    const differences = [...driven.differences, ...compared(clean, driven.end)];
    isFine = differences.length === 0;
    return { ...driven, differences };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { end: clean, killedAt: [], points: 0, agentRuns: 0, differences: [words] };
  } finally {
    if (values.keep && !isFine) {
      say(`      kept: ${world.repository}`);
      world.close();
    } else world.remove();
  }
}

function killsFrom(point: number): Kills {
  if (values.random) return anyTime(point);
  return values.chain ? chained(point) : single(point);
}

/** One kill, at the nth point since the beginning; an end that comes first (the decision) is passed. */
function single(point: number): Kills {
  let isDone = false;
  return (start, passed) => {
    if (start === 0) return point;
    if (isDone || passed >= point) {
      isDone = true;
      return undefined;
    }
    return point - passed;
  };
}

/** A kill at every restart, each at another point, so that recovery itself is interrupted too. */
function chained(point: number): Kills {
  const next = numbersFrom(point);
  return (start) => {
    if (start === 0) return point;
    return start > 40 ? undefined : 1 + (next() % 24);
  };
}

/** A kill from outside at any moment, in the middle of whatever it is doing; the number is a seed here. */
function anyTime(seed: number): Kills {
  const next = numbersFrom(seed);
  return (start) => (start > 25 ? undefined : { after: 150 + (next() % 2500) });
}

function numbersFrom(seed: number): () => number {
  let now = seed;
  return () => {
    now = (now * 1_103_515_245 + 12_345) % 2 ** 31;
    return now >> 8;
  };
}

function bounds(most: number): readonly [number, number] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(values.points ?? `1-${most}`) ?? [];
  if (from === undefined) throw new Error('--points takes a number or a range: 12 or 10-20');
  return [Number(from), Math.min(most, Number(to ?? from))];
}

async function inParallel<T>(
  items: readonly T[],
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
}

function killsText({ killedAt }: Driven): string {
  if (killedAt.length === 0) return 'not reached';
  return killedAt.length === 1 ? (killedAt[0] ?? '') : `${killedAt.length} kills`;
}

function count(kinds: Map<string, number>, kind: string): void {
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}

function seconds(): number {
  return Math.round((Date.now() - began) / 1000);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
