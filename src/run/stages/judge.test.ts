import { expect, test } from 'vitest';

import { parseDeveloper } from '../../formats/index.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { claimedFiles, provedAbout } from './judge.ts';

test('FOUND-01 000#2 a file that the developer names under its tests is one that it named', () => {
  const text =
    'Files Modified:\n- src/a.js: new\n\nTests Written:\n- test/a.test.js: covers a\n\nREADY_FOR_REVIEW: T-1\n';
  const answer = parseDeveloper(text, { ticket: 'T-1' });
  const changed = ['src/a.js', 'test/a.test.js', 'src/b.js'];
  expect(claimedFiles(answer, changed)).toEqual(['src/a.js', 'test/a.test.js']);
  expect(claimedFiles(null, changed)).toEqual([]);
});

test('REAL-08 a merge is proved by the gate that passed last, and a red gate proves nothing', async () => {
  const site = siteOf();
  const evidence = [{ check: 'unit', environment: 'local', tests: null }];
  const base = { findings: [], environments: [], cells: [], evidence, changed: true, because: '', gates: [] };
  const green = handOut(site, 'gate', { commit: 'merge' });
  await site.records.put(green.run, 'validation', { ...base, outcome: 'pass' });
  expect(await provedAbout(site, 'A', 'merge')).toEqual(['unit: proved by exit code alone']);
  const red = handOut(site, 'gate', { commit: 'merge2' });
  await site.records.put(red.run, 'validation', { ...base, outcome: 'fail' });
  expect(await provedAbout(site, 'A', 'merge2')).toEqual([]);
});
