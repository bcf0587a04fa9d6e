import type { AssignmentEvent, Event, Stage } from '../../src/model/events.ts';
import { ClusterRun } from '../../test/support/cluster-run.ts';
import type { World } from '../../test/support/world.ts';
import { median } from '../table.ts';
import { loadOf } from './database-load.ts';

/** Stages that a worker carries out. */
const elsewhere: readonly Stage[] = ['baseline', 'develop', 'validate', 'review', 'audit', 'gate'];

/** Milliseconds from the event that hands an effect out to the one that says what it came to, medians by stage. */
export type Durations = ReadonlyMap<Stage, number>;

export type RealEffects = {
  readonly inProcess: Durations;
  readonly cluster: Durations;
  /** Whole runs, start of the command to its end. */
  readonly wallInProcess: number;
  readonly wallCluster: number;
  /** Statements that the database carries out for each effect, those of merging and landing counted as well. */
  readonly statements: number;
};

/** One ticket after the other, agents that answer at once, in a sandbox and with git as ever; both ways in turn. */
export async function realEffects(
  newDatabase: () => Promise<string>,
  { rounds, tickets }: { readonly rounds: number; readonly tickets: number },
): Promise<RealEffects> {
  const found = { here: new Map<Stage, number[]>(), there: new Map<Stage, number[]>() };
  const walls = { here: [] as number[], there: [] as number[] };
  const statements: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const where of ['here', 'there'] as const) {
      const url = await newDatabase();
      const run = new ClusterRun(worldOf(tickets), url);
      const worker = where === 'there' ? await run.worker() : undefined;
      const load = await loadOf(url);
      const before = await load.statements();
      const began = performance.now();
      const { ended } = where === 'there' ? run.coordinate() : run.start(['run', 'epic.yaml', '--no-input']);
      const { code, stderr } = await ended;
      walls[where].push(performance.now() - began);
      if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
      const effects = [...durationsIn(await run.look())];
      for (const [stage, ms] of effects) found[where].set(stage, [...(found[where].get(stage) ?? []), ms]);
      if (where === 'there') statements.push(((await load.statements()) - before) / effects.length);
      await load.close();
      worker?.child.kill('SIGTERM');
      await worker?.ended;
      run.remove();
    }
  }
  return {
    inProcess: medians(found.here),
    cluster: medians(found.there),
    wallInProcess: median(walls.here),
    wallCluster: median(walls.there),
    statements: median(statements),
  };
}

function worldOf(count: number): World {
  const limits = { maxParallel: 1, maxAgents: 1, maxVerify: 1, agentTimeout: '2m', stall: '2m' };
  return { config: { limits }, tickets: Array.from({ length: count }, (_, nth) => ({ id: `T${nth}` })) };
}

function* durationsIn(events: readonly Event[]): Generator<readonly [Stage, number]> {
  const open = new Map<number, AssignmentEvent>();
  for (const event of events) {
    if ('reserved' in event) open.set(event.run, event);
    if (!('used' in event)) continue;
    const assignment = open.get(event.run);
    if (assignment === undefined) continue;
    open.delete(event.run);
    yield [assignment.stage, event.at - assignment.at];
  }
}

function medians(all: ReadonlyMap<Stage, readonly number[]>): Durations {
  return new Map([...all].map(([stage, values]) => [stage, median(values)]));
}

/** What the median effect of a worker's stages takes, each stage counted once. */
export function meanOf(durations: Durations): number {
  const values = elsewhere.flatMap((stage) => durations.get(stage) ?? []);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
