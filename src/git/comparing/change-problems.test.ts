import { expect, test } from 'vitest';

import { linkProblem } from './change-problems.ts';

const files = ['a', 'b', 'dir', 'dir/file', 'dir/...', '..b', '..b/c', 'dir/deep', 'dir/deep/x'];
const links = {
  up: '..',
  loop: 'loop',
  round: 'dir/back',
  'dir/back': '../round',
  in: 'dir/deep',
  etc: '/etc',
};

/** What is wrong with a link at this path to this target, in a tree with files, folders and other links. */
function problem(path: string, target: string): string | undefined {
  const targets = new Map(Object.entries({ ...links, [path]: target }));
  return linkProblem(path, {
    has: (each) => each === '' || files.includes(each) || targets.has(each),
    target: (each) => targets.get(each),
  });
}

test.each([
  ['new', '..'],
  ['dir/new', '../../x'],
  ['new', '/etc/passwd'],
  ['new', 'dir/../../x'],
  ['new', 'in/../../../x'],
  ['new', 'up/x'],
  ['new', 'etc/passwd'],
  ['new', 'dir/.git/config'],
  ['new', 'C:x'],
  ['new', ''],
])('T7 EVID-08 a link at %s to %j leads out, by itself or by way of another one', (path, target) => {
  expect(problem(path, target)).toMatch(/^that leads out of the repository/);
});

test.each([
  ['new', '.'],
  ['new', 'dir/file'],
  ['dir/new', '../a'],
  ['dir/new', './../dir/file'],
  ['new', 'dir/...'],
  ['new', '..b/c'],
  ['new', 'dir/../a'],
  ['new', 'in/../file'],
  ['new', 'in/x'],
])('EVID-08 a link at %s to %j ends at a file or folder of the repository', (path, target) => {
  expect(problem(path, target)).toBeUndefined();
});

test.each([
  ['new', 'gone', /^to "gone", which is not in the repository$/],
  ['new', 'in/../gone', /which is not in the repository$/],
  ['new', 'loop', /^that leads back to itself, by "loop"$/],
  ['new', 'round/x', /^that leads back to itself/],
])('EVID-08 a link at %s to %j ends nowhere, and says why', (path, target, why) => {
  expect(problem(path, target)).toMatch(why);
});
