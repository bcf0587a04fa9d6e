import { expect, test } from 'vitest';

import { likelyFirst } from './run-order.ts';

const run = (name: string, isOpen: boolean, at: number) => ({ name, isOpen, at });
const names = (runs: readonly { readonly name: string }[]) => runs.map(({ name }) => name);

const ended = run('ended', false, 30);
const endedBefore = run('ended before', false, 20);
const open = run('open', true, 10);
const openBefore = run('open before', true, 5);

test('without a name a command means the latest run that has not ended, also where another ended later', () => {
  expect(names(likelyFirst([ended, openBefore, open, endedBefore]))).toEqual([
    'open',
    'open before',
    'ended',
    'ended before',
  ]);
});

test('where all runs have ended a command means the one with the latest event', () => {
  expect(names(likelyFirst([endedBefore, ended]))).toEqual(['ended', 'ended before']);
});

test('a run that fits the command comes before one that has not ended', () => {
  const isNamed = ({ name }: { readonly name: string }) => name === 'ended before';
  expect(names(likelyFirst([open, ended, endedBefore], isNamed))[0]).toBe('ended before');
});
