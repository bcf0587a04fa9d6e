import { expect, test } from 'vitest';
import { suggester } from './suggest.ts';

const suggest = suggester();
const known = ['depth', 'needs', 'acceptance', 'title', 'tickets'];

test.each([
  ['depht', 'depth'],
  ['acceptence', 'acceptance'],
  ['titel', 'title'],
  ['NEEDS', 'needs'],
  ['eneds', 'needs'],
  ['tickts', 'tickets'],
  ['ticketss', 'tickets'],
  ['dept', 'depth'],
])('DISPATCH-01 "%s" is taken for "%s"', (word, meant) => {
  expect(suggest(word, known)).toBe(`did you mean "${meant}"?`);
});

test('DISPATCH-01 a word that is not close to anything gets no guess', () => {
  expect(suggest('zebra', known)).toBe('');
  expect(suggest('d', known)).toBe('');
  expect(suggest('dexxh', known)).toBe('');
});

test('DISPATCH-01 two letters are only corrected in case, three in one letter', () => {
  expect(suggest('ac', ['AB', 'AC'])).toBe('did you mean "AC"?');
  expect(suggest('ad', ['AB', 'AC'])).toBe('');
  expect(suggest('abd', ['abc'])).toBe('did you mean "abc"?');
  expect(suggest('axd', ['abc'])).toBe('');
});

test('DISPATCH-01 of several close words the closest wins, of equals the first', () => {
  expect(suggest('needed', ['needle', 'needed1', 'needs'])).toBe('did you mean "needed1"?');
  expect(suggest('abcx', ['abca', 'abcb'])).toBe('did you mean "abca"?');
});

test('DISPATCH-01 a word is never explained by itself', () => {
  expect(suggest('depth', ['depth'])).toBe('');
});

test('DISPATCH-01 guesses stop when their budget is used up', () => {
  const frugal = suggester(2);
  expect(frugal('dept', ['depth'])).toBe('did you mean "depth"?');
  expect(frugal('dept', ['depth'])).toBe('did you mean "depth"?');
  expect(frugal('dept', ['depth'])).toBe('');
});
