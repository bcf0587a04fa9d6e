import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jobId, kinds, queueName } from './queues.ts';

test('jobs of different runs have different ids of the right shape, and the same run always the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), fc.nat(), (epic, run, other, another) => {
      expect(jobId(epic, run)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      const isSame = epic === other && run === another;
      expect(jobId(epic, run) === jobId(other, another)).toBe(isSame);
    }),
  );
});

test('whatever a release or a label is called, its queue has a name that the engine takes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.string(), fc.option(fc.string()), (kind, version, label) => {
      const name = queueName({ kind, version, enforcement: 'verified', label });
      expect(name).toMatch(/^gauntlet-[\w.-]*$/);
      expect(name.length).toBeLessThan(200);
    }),
  );
});
