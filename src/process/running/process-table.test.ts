import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { belonging } from './end-tree.ts';
import { parseStat, type ProcessEntry } from './process-table.ts';

const stat = (name: string): string =>
  `42 (${name}) S 7 42 41 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 2990080 200 18446744073709551615\n`;

test('a process may call itself what it likes without being taken for another', () => {
  const names = fc.string({ maxLength: 15 }).filter((name) => !name.includes('\n'));
  fc.assert(
    fc.property(names, (name) => {
      const expected = { pid: 42, parent: 7, group: 42, session: 41, start: '987654', dead: false };
      expect(parseStat(stat(name))).toEqual(expected);
    }),
  );
  expect(parseStat(stat(') Z 1 1 1'))?.parent).toBe(7);
  expect(parseStat('')).toBeUndefined();
  expect(parseStat('42 (cut off')).toBeUndefined();
});

test('children of children, members of the session and of the group belong to a run; strangers and the dead do not', () => {
  const seen = (pid: number, more: Partial<ProcessEntry>): ProcessEntry => ({
    pid,
    parent: 1,
    group: pid,
    session: pid,
    start: '1',
    dead: false,
    ...more,
  });
  const root = 2 ** 22 + 10;
  const all = [
    seen(root, {}),
    seen(root + 1, { parent: root }),
    seen(root + 2, { parent: root + 1 }),
    seen(root + 3, { session: root }),
    seen(root + 4, { group: root }),
    seen(root + 5, {}),
    seen(root + 6, { parent: root, dead: true }),
    seen(root + 7, { parent: root + 6 }),
  ];
  const found = belonging([{ tag: 'x', root }], all).map((each) => each.pid - root);
  expect(found).toEqual([0, 1, 2, 3, 4, 7]);
  expect(belonging([{ tag: 'x', root: undefined }], all)).toEqual([]);
});
