import { expect, test } from 'vitest';
import { complaintsOf, strangeEntry, strangeTitle } from './text-strangers.ts';

test.each([
  ['### Issues Found', { title: 'Issues Found', rest: '', isComplaint: true }],
  ['### ❌ Issues Found', { title: 'Issues Found', rest: '', isComplaint: true }],
  ['**Problems**', { title: 'Problems', rest: '', isComplaint: true }],
  ['__Problems__', { title: 'Problems', rest: '', isComplaint: true }],
  ['Problems:', { title: 'Problems', rest: '', isComplaint: true }],
  ['**Problems:** a.ts is wrong', { title: 'Problems', rest: 'a.ts is wrong', isComplaint: true }],
  [
    'Issues: the cache is never cleared',
    { title: 'Issues', rest: 'the cache is never cleared', isComplaint: true },
  ],
  ['## Overview', { title: 'Overview', rest: '', isComplaint: false }],
  ['## Overview: of the change', { title: 'Overview', rest: 'of the change', isComplaint: false }],
])('FLOW-04 %j is a heading nobody asked for', (line, title) => {
  expect(strangeTitle(line, false)).toEqual(title);
});

test.each([
  ['the change is good'],
  ['Problems were looked for and none was found'],
  ['src/issues.ts: the file with all problems in it'],
  ['the loop that runs over every issue has problems in it: always'],
  ['Overview:'],
  ['Overview'],
  ['12:30'],
  ['"Issues": []'],
])('FLOW-04 %j is none', (line) => {
  expect(strangeTitle(line, false)).toBeNull();
});

test('FLOW-04 a plain title with a colon is a heading only after a blank line, alone, and written as a title', () => {
  expect(strangeTitle('Overview of Changes:', true)).toMatchObject({ title: 'Overview of Changes' });
  expect(strangeTitle('Overview of Changes:', false)).toBeNull();
  expect(strangeTitle('Overview of Changes: it is fine', true)).toBeNull();
  expect(strangeTitle('overview of what changes:', true)).toBeNull();
});

test('FLOW-04 a list item has to be bold and a complaint to be a heading', () => {
  const entry = { label: 'Issues', rest: 'x', isMarked: true } as Parameters<typeof strangeEntry>[0];
  expect(strangeEntry(entry)).toEqual({ title: 'Issues', rest: 'x', isComplaint: true });
  expect(strangeEntry({ ...entry, isMarked: false })).toBeNull();
  expect(strangeEntry({ ...entry, label: 'Overview' })).toBeNull();
});

test('FLOW-04 below a harmless title only what names a line or speaks against the work counts', () => {
  const items = ['fine', 'none', 'a.ts:3: looked at', 'this must be fixed before it lands'];
  const below = (title: string, isComplaint: boolean): readonly string[] =>
    complaintsOf({ title, rest: '', isComplaint }, items).items;
  expect(below('Overview', false)).toEqual(['a.ts:3: looked at', 'this must be fixed before it lands']);
  expect(below('Overview', true)).toEqual([items[0], items[2], items[3]]);
  expect(below('Blockers', false)).toEqual([items[0], items[2], items[3]]);
});
