import { expect, test } from 'vitest';

import { readAnswer } from './ask-here.ts';

const all = ['manual', 'accept', 'retry'] as const;

test('LOOP-08 a typed line is a choice, a choice with its reason, or the reason of the choice before it', () => {
  expect(readAnswer('b', undefined, all)).toEqual({ choice: 'accept', why: '' });
  expect(readAnswer('b) only a demo', undefined, all)).toEqual({ choice: 'accept', why: 'only a demo' });
  expect(readAnswer('only a demo', 'accept', all)).toEqual({ choice: 'accept', why: 'only a demo' });
  expect(readAnswer('b only a demo', 'accept', all)).toEqual({ choice: 'accept', why: 'only a demo' });
  expect(readAnswer('a demo', 'accept', all)).toEqual({ choice: 'accept', why: 'a demo' });
  expect(readAnswer('a', 'accept', all)).toEqual({ choice: 'manual', why: '' });
  expect(readAnswer('only a demo', undefined, all)).toEqual({ choice: undefined, why: '' });
  expect(readAnswer('c', undefined, ['manual', 'accept'])).toEqual({ choice: undefined, why: '' });
});
