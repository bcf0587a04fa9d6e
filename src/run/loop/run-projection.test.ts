import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { play } from '../../../test/simulation/play.ts';
import { scenarioFor } from '../../../test/simulation/scenario.ts';
import { readJournal } from '../../../test/support/journal.ts';
import { memoryJournal } from '../../../test/support/memory-journal.ts';
import type { Event } from '../../model/events.ts';
import { decide, defaultPolicy } from '../../decide/index.ts';
import { evolve, foldVersion } from '../../state/index.ts';
import { snapshotKeeper } from './keep-snapshots.ts';
import { RunProjection } from './run-projection.ts';
import { foldJournal } from './fold-journal.ts';

/**
 * What the golden journals fold to. When this is red the fold has changed: old snapshots must not be used, so change
 * `foldVersion`, and then this to what the failure shows.
 */
const folded = { version: '38', sha256: 'c0d1cc0c0b373bf25aef21bab708860a998d078d95d0cb7117bc057b941e6e3c' };

const folder = join(import.meta.dirname, '../../../test/fixtures/journals');
const golden = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => readJournal(join(folder, name)));

test('RECOVER-01 a changed fold has a version of its own, so that no old snapshot is taken for one of it', () => {
  const sum = createHash('sha256');
  for (const journal of golden) {
    const memory = new RunProjection();
    for (const event of journal) {
      memory.learn(event);
      if (event.seq % 5 === 0 || event.seq === journal.length) sum.update(text(memory.kept()));
    }
  }
  expect({ version: foldVersion, sha256: sum.digest('hex') }).toEqual(folded);
});

test('RECOVER-01 going on from a snapshot is the same as from the first event, wherever it was taken', async () => {
  const simulated = fc.record({ seed: fc.nat(100_000), part: fc.double({ min: 0, max: 1, noNaN: true }) });
  await fc.assert(
    fc.asyncProperty(simulated, async ({ seed, part }) => {
      const events = play(scenarioFor(seed)).journal;
      await expectSame(events, Math.floor(part * events.length));
    }),
    { numRuns: 150 },
  );
});

test('RECOVER-01 a golden journal goes on from a snapshot of every one of its events', async () => {
  for (const events of golden) for (let at = 0; at <= events.length; at += 7) await expectSame(events, at);
});

async function expectSame(events: readonly Event[], at: number): Promise<void> {
  const journal = memoryJournal([...events]);
  const before = new RunProjection();
  for (const event of events.slice(0, at)) before.learn(event);
  const zero = foldJournal({ read: () => events });
  await journal.saveSnapshot(at, before.kept(), foldVersion);
  const resumed = foldJournal(journal);
  expect(resumed.memory.kept()).toEqual(zero.memory.kept());
  expect(resumed.open).toEqual(zero.open);
  expect(decide(resumed.state, defaultPolicy)).toEqual(decide(zero.state, defaultPolicy));
}

test('a snapshot is kept now and then and at the end, and never for a handful of events', async () => {
  const events = Array.from({ length: 50 }, (_, seed) => play(scenarioFor(seed)).journal).find(
    ({ length }) => length > 250,
  );
  if (events === undefined) throw new Error('no scenario is long enough');
  const saved: number[] = [];
  const keeper = snapshotKeeper(
    {
      saveSnapshot: (seq) => Promise.resolve(void saved.push(seq)),
      loadSnapshot: () => undefined,
    },
    new RunProjection(),
    100,
  );
  let state = foldJournal({ read: () => [] }).state;
  for (const event of events.slice(0, 250)) {
    state = evolve(state, event);
    keeper.learn([{ event, after: state }]);
    await Promise.resolve();
    await Promise.resolve();
  }
  await keeper.finish();
  expect(saved).toEqual([100, 200, 250]);
});

/** The one text of a value, maps included. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each] : each));
}
