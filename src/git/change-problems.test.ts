import { expect, test } from 'vitest';

import { leadsOutside } from './change-problems.ts';

test('T7 a link that leads out by itself or by way of another one is told from one that stays', () => {
  const out = [
    ['a', '..'],
    ['a/b', '../../x'],
    ['a', '/etc/passwd'],
    ['a', 'here/..'],
    ['a', 'here/./../x'],
    ['a/b', '../here/../x'],
    ['a', 'x/...//../y'],
    ['a', 'sub/.git/config'],
  ] as const;
  expect(out.filter(([path, target]) => !leadsOutside(path, target))).toEqual([]);
  const within = [
    ['a', '.'],
    ['a', 'b/c'],
    ['a/b', '../c'],
    ['a/b', './../c/d'],
    ['a', 'b/...'],
    ['a', '..b/c'],
  ] as const;
  expect(within.filter(([path, target]) => leadsOutside(path, target))).toEqual([]);
});
