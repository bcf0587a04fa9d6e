import { expect, test } from 'vitest';
import { isNothing, readBullet, readHeading } from './heading.ts';

const plain = { rest: '', isMarked: false, isBare: true, rank: 7 };
const marked = { rest: '', isMarked: true, isBare: false, rank: 7 };
const inline = { isMarked: false, isBare: false, rank: 7 };

test.each([
  ['Issues Found:', { ...plain, label: 'issues found' }],
  ['Issues Found :', { ...plain, label: 'issues found' }],
  ['   Issues  Found:  ', { ...plain, label: 'issues found' }],
  ['Issues Found (3):', { ...plain, label: 'issues found' }],
  ['Issues Found', { ...plain, label: 'issues found', isBare: false }],
  ['2. Issues Found:', { ...plain, label: 'issues found' }],
  ['### Issues Found', { ...marked, label: 'issues found', rank: 3 }],
  ['###### 2) Issues Found:', { ...marked, label: 'issues found', isBare: true, rank: 6 }],
  ['**Issues Found**', { ...marked, label: 'issues found' }],
  ['**Issues Found:**', { ...marked, label: 'issues found', isBare: true }],
  ['**Issues Found**:', { ...marked, label: 'issues found', isBare: true }],
  ['__Priority:__ HIGH', { ...marked, label: 'priority', rest: 'HIGH' }],
  ['**Priority**: HIGH', { ...marked, label: 'priority', rest: 'HIGH' }],
  ['**Summary: all good**', { ...inline, label: 'summary', rest: 'all good' }],
  ['Summary: **all** good', { ...inline, label: 'summary', rest: '**all** good' }],
  ['**Summary**: **all**', { ...marked, label: 'summary', rest: '**all**' }],
  ['**Summary: all', { ...inline, label: 'summary', rest: 'all' }],
  ['Pre-existing Failures: x', { ...inline, label: 'pre-existing failures', rest: 'x' }],
])('SIGNAL-03 %j is read as a heading', (line, heading) => {
  expect(readHeading(line)).toEqual(heading);
});

test.each([
  ['    Summary: code'],
  ['####### Summary'],
  ['- Summary: x'],
  ['a.ts:10: x'],
  ['the word then more'.repeat(5)],
  ['one two three four five six:'],
  ['REVIEW_PASSED: T-1'],
  ['12: x'],
  [''],
  ['Summary of it all, said twice: yes'],
])('SIGNAL-03 %j is no heading', (line) => {
  expect(readHeading(line)).toBeNull();
});

test.each([
  ['- a', 0, 'a'],
  ['  * a b ', 2, 'a b'],
  ['\t+ a', 1, 'a'],
  ['• a', 0, 'a'],
  ['– a', 0, 'a'],
  ['1. a', 0, 'a'],
  ['999) a', 0, 'a'],
  ['-', 0, ''],
  ['- - a', 0, '- a'],
])('SIGNAL-03 %j is a list item', (line, indent, text) => {
  expect(readBullet(line)).toEqual({ indent, text });
});

test.each([['a'], ['-a'], ['**a** b'], ['1.a'], ['1000. a'], ['a - b'], ['']])(
  'SIGNAL-03 %j is no list item',
  (line) => {
    expect(readBullet(line)).toBeNull();
  },
);

test.each([
  [''],
  ['-'],
  ['None'],
  ['none.'],
  ['**None**'],
  ['(none)'],
  ['N/A'],
  ['n/a!'],
  ['No issues found.'],
  ['—'],
])('SIGNAL-03 %j says that there is nothing', (text) => {
  expect(isNothing(text)).toBe(true);
});

test.each([
  ['None, but a.ts leaks'],
  ['nothing works'],
  ['no'],
  ['`None`'],
  ['none of the tests pass'],
  ['0'],
])('SIGNAL-03 %j says that there is something', (text) => {
  expect(isNothing(text)).toBe(false);
});
