import { expect, test } from 'vitest';
import { readBody } from './markdown-body.ts';
import { epicComplaints } from '../../test/support/plan-samples.ts';

/** What is read below "Acceptance Criteria", which stands on line 1. */
function section(...lines: readonly string[]) {
  const all = ['## Acceptance Criteria', ...lines].map((text, index) => ({ number: index + 1, text }));
  const { items, unread } = readBody(all);
  return { items: items.map(({ text }) => text), unread: unread.map(({ line }) => line) };
}

test('DISPATCH-11 words under the criteria that are none of them are told with their lines', () => {
  const front = '---\nid: A\ntitle: T\n---\n## Acceptance\n';
  const files = { 't.md': `${front}It must log.\n\n- x\n\n| AC2 | y |\n` };
  const hint = '\n  hint: begin each criterion with "- ", and move other words to another section';
  expect(epicComplaints('version: 1\nepic: e\ntickets: [{file: t.md}]', files)).toEqual([
    `t.md:6:1: "It must log." is below the acceptance criteria but is not one${hint}`,
    `t.md:10:1: "| AC2 | y |" is below the acceptance criteria but is not one${hint}`,
  ]);
});

test.each([
  ['a paragraph', ['- x', '', 'y'], [4]],
  ['a row of a table', ['- x', '| y |'], [3]],
  ['an empty box', ['- x', '- [ ]'], [3]],
  ['an empty bullet', ['- x', '- '], [3]],
  ['a criterion as a heading', ['- x', '### AC2: y'], [3]],
  ['indented words before the list', ['  y', '- x'], [2]],
  ['code before the list', ['```', 'y', '```', '- x'], [2, 3, 4]],
  ['words behind a comment', ['- x', '<!-- a --> - y'], [3]],
  ['a comment without an end', ['- x', '<!--', '- y'], [3, 4]],
])('DISPATCH-11 %s is not passed over', (_, lines, unread) => {
  expect(section(...lines)).toEqual({ items: ['x'], unread });
});

test('DISPATCH-11 fences and comments begin no criteria', () => {
  expect(section('- x', '  ```', '  - y', '  ~~~', '  ```', '- z')).toEqual({
    items: ['x ``` - y ~~~ ```', 'z'],
    unread: [],
  });
  expect(section('<!--', '- old', '-->', '- x', '<!-- - y -->')).toEqual({ items: ['x'], unread: [] });
  expect(section('- x', '````', '```', '- y', '````', '- z').items).toEqual(['x ```` ``` - y ````', 'z']);
});

test('DISPATCH-11 bullets farther right belong to the criterion above them', () => {
  expect(section('- x', '  - one', '\t- two', ' - y')).toEqual({ items: ['x - one - two', 'y'], unread: [] });
  expect(section('   - x', '   - y', '     - one')).toEqual({ items: ['x', 'y - one'], unread: [] });
});

test('DISPATCH-11 headings that group, rules and blank lines are no criteria and no mistake', () => {
  expect(section('### Fast', '- x', '***', '### Phase two', '', '- y')).toEqual({
    items: ['x', 'y'],
    unread: [],
  });
});

test.each(['## **Acceptance Criteria**', '## Acceptance Criteria ##', '# acceptance:'])(
  'DISPATCH-11 the heading %j begins the criteria',
  (heading) => {
    const { items } = readBody([
      { number: 1, text: heading },
      { number: 2, text: '- x' },
    ]);
    expect(items).toEqual([{ line: 2, text: 'x' }]);
  },
);

test('DISPATCH-11 a heading in a comment begins nothing', () => {
  const lines = ['<!--', '## Acceptance', '-->', '- x'].map((text, index) => ({ number: index + 1, text }));
  expect(readBody(lines)).toMatchObject({ items: [], title: undefined, description: { line: 1 } });
});

test('DISPATCH-11 two different titles are refused, the same one twice is not', () => {
  const said = (heading: string) =>
    epicComplaints('version: 1\nepic: e\ntickets: [{file: t.md}]', {
      't.md': `---\nid: A\ntitle: One\n---\n# ${heading}\n## Acceptance\n- x\n`,
    });
  expect(said('Two')).toEqual([
    't.md:3:8 title: the title in the front matter is not the one in the text\n  hint: keep one',
  ]);
  expect(said('one')).toEqual([]);
});
