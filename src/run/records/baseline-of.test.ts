import { expect, test } from 'vitest';
import { memoryRecords } from '../../../test/support/memory-records.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { learnBaseline } from './baseline-of.ts';
import type { RunRecords } from './run-records.ts';

test('QUEUE-02 a worker takes over what was measured at base, once, and keeps what it measured itself', async () => {
  const context = siteOf({});
  const { run } = handOut(context, 'baseline', { ticket: 'baseline' });
  const records = memoryRecords() as RunRecords;
  await records.put(run, 'measured', { report: { report: null }, inputs: { inputs: null } });
  const kept = new Map<string, unknown>([['inputs', 'my own']]);
  const put: string[] = [];
  const measurements = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => {
      put.push(key);
      kept.set(key, value);
    },
  };
  const learn = async (): Promise<void> =>
    learnBaseline({ records, measurements }, context.dossier('baseline'), {
      keys: ['report', 'inputs', 'gone'],
    });
  await learn();
  await learn();
  expect(kept).toEqual(
    new Map<string, unknown>([
      ['inputs', 'my own'],
      ['report', { report: null }],
    ]),
  );
  expect(put).toEqual(['report']);
});
