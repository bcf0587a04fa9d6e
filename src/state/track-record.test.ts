import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disagreements } from '../model/events.ts';
import type { CriticName } from '../model/provenance.ts';
import { play } from '../../test/simulation/play.ts';
import { scenarioFor } from '../../test/simulation/scenario.ts';
import { criticOf, withOverturned, withPass } from './track-record.ts';
import type { TrackRecord } from './track-record.ts';

const none = { criteria: 0, quality: 0, environment: 0 };
const opus: CriticName = { agent: 'claude', model: 'opus' };
const sonnet: CriticName = { agent: 'claude', model: 'sonnet' };

test('FLOW-14 a critic is an agent with a model: version, effort and conversation make no other one', () => {
  const by = { ...opus, version: '1', effort: 'high', session: 's' };
  expect(criticOf({ by })).toEqual(opus);
  expect(criticOf({ by: { ...by, version: '2', session: 't' } })).toEqual(opus);
  expect(criticOf({})).toEqual({ agent: 'unknown', model: null });
});

test('FLOW-14 passes and overturned passes are counted for each critic, and by kind', () => {
  const passes = [opus, sonnet, opus].reduce(withPass, [] as readonly TrackRecord[]);
  const critics = withOverturned(passes, { kind: 'quality', critics: [opus, sonnet] });
  expect(withOverturned(critics, { kind: 'criteria', critics: [opus] })).toEqual([
    { ...opus, passes: 2, overturned: { criteria: 1, quality: 1, environment: 0 } },
    { ...sonnet, passes: 1, overturned: { ...none, quality: 1 } },
  ]);
});

const anyCritic = fc.record({
  agent: fc.constantFrom('a', 'b', 'others'),
  model: fc.option(fc.constantFrom('x', 'y')),
});

test('FLOW-14 nothing is lost or counted twice, whoever passes and whatever is overturned', () => {
  const anyStep = fc.record({ critic: anyCritic, kind: fc.option(fc.constantFrom(...disagreements)) });
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 80 }), (steps) => {
      const critics = steps.reduce(
        (known, { critic, kind }) =>
          kind === null ? withPass(known, critic) : withOverturned(known, { kind, critics: [critic] }),
        [] as readonly TrackRecord[],
      );
      expect(passesOf(critics)).toBe(steps.filter(({ kind }) => kind === null).length);
      for (const kind of disagreements)
        expect(critics.reduce((sum, { overturned }) => sum + overturned[kind], 0)).toBe(
          steps.filter((step) => step.kind === kind).length,
        );
      expect(new Set(critics.map(({ agent, model }) => JSON.stringify([agent, model]))).size).toBe(
        critics.length,
      );
    }),
  );
});

test('FLOW-14 an agent with a new name each time cannot make the list grow, and still counts', () => {
  let critics: readonly TrackRecord[] = [];
  for (let nth = 0; nth < 1000; nth++) critics = withPass(critics, { agent: 'a', model: `m${nth}` });
  expect(critics).toHaveLength(51);
  expect(passesOf(critics)).toBe(1000);
  expect(critics.at(-1)).toMatchObject({ agent: 'others', passes: 950 });
});

test('FLOW-14 in whatever happens to an epic, no more passes are overturned than were given', () => {
  let overturned = 0;
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), (seed) => {
      const { state } = play(scenarioFor(seed));
      for (const critic of state.critics) {
        const times = Object.values(critic.overturned).reduce((sum, many) => sum + many, 0);
        expect(times).toBeLessThanOrEqual(critic.passes);
        overturned += times;
      }
    }),
    { numRuns: 300 },
  );
  expect(overturned).toBeGreaterThan(0);
});

function passesOf(critics: readonly TrackRecord[]): number {
  return critics.reduce((sum, { passes }) => sum + passes, 0);
}
