import { expect, test } from 'vitest';

import { parseDeveloper } from '../../formats/index.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { claimedFiles, provedAbout } from './judge.ts';

test('FOUND-01 000#2 files named under tests or by an earlier delivery are named, unless they are no longer changed', async () => {
  const context = siteOf();
  const changed = ['src/a.js', 'test/a.test.js', 'src/b.js'];
  expect(await claimedFiles(context, 'A', changed)).toEqual([]);
  await deliver(
    context,
    'Files Modified:\n- src/a.js: new\n- src/gone.js: new\n\nTests Written:\n- test/a.test.js: a',
  );
  expect(await claimedFiles(context, 'A', changed)).toEqual(['src/a.js', 'src/gone.js', 'test/a.test.js']);
  await deliver(context, 'Files Modified:\n- src/b.js: fixed');
  expect(await claimedFiles(context, 'A', changed)).toEqual(['src/b.js', 'src/a.js', 'test/a.test.js']);
});

async function deliver(context: ReturnType<typeof siteOf>, report: string): Promise<void> {
  const { run } = handOut(context, 'develop');
  const answer = parseDeveloper(`${report}\n\nREADY_FOR_REVIEW: T-1\n`, { ticket: 'T-1' });
  await context.records.put(run, 'delivered', {
    commit: 'c1',
    tree: 't1',
    leftOut: [],
    problems: [],
    answer,
  });
}

test('REAL-08 a merge is proved by the gate that passed last, and a red gate proves nothing', async () => {
  const context = siteOf();
  const evidence = [{ check: 'unit', environment: 'local', tests: null }];
  const base = { findings: [], environments: [], cells: [], evidence, changed: true, because: '', gates: [] };
  const green = handOut(context, 'gate', { commit: 'merge' });
  await context.records.put(green.run, 'validation', { ...base, outcome: 'pass' });
  expect(await provedAbout(context, 'A', 'merge')).toEqual(['unit: proved by exit code alone']);
  const red = handOut(context, 'gate', { commit: 'merge2' });
  await context.records.put(red.run, 'validation', { ...base, outcome: 'fail' });
  expect(await provedAbout(context, 'A', 'merge2')).toEqual([]);
});
