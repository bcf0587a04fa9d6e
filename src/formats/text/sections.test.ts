import { expect, test } from 'vitest';
import {
  type BodyLine,
  escapeItem,
  longText,
  MAX_ITEMS,
  oneLine,
  type Outline,
  readSections,
} from './sections.ts';

const outline = {
  list: { shape: 'list', labels: ['list', 'the list'] },
  other: { shape: 'list', labels: ['other'] },
  line: { shape: 'line', labels: ['line'] },
  text: { shape: 'text', labels: ['text'] },
} as const satisfies Outline<string>;

function body(text: string): readonly BodyLine[] {
  return text.split('\n').map((line): BodyLine => {
    if (line.startsWith('```')) return { text: line, kind: 'open' };
    if (line.startsWith('F:')) return { text: line.slice(2), kind: 'fence' };
    return { text: line, kind: line === 'END' ? 'end' : 'text' };
  });
}

function read(text: string): ReturnType<typeof readSections<keyof typeof outline>> {
  return readSections(body(text), outline);
}

test.each([
  ['bullets', 'List:\n- a\n* b\n1. c\n\n• d', ['a', 'b', 'c', 'd']],
  ['lines without bullets', 'List:\na\nb', ['a', 'b']],
  ['an entry on the line of the heading', 'List: a', ['a']],
  ['bullets after such an entry', 'List: a\n- b', ['a', 'b']],
  ['a wrapped line', 'List:\n- a\n  b\nc\n- d', ['a b c', 'd']],
  ['a wrapped line on the heading', 'List: a\nb', ['a b']],
  ['an indented line after a blank one', 'List:\n- a\n\n  b', ['a b']],
  ['a line behind a tab after a blank one', 'List:\n- a\n\n\tb', ['a b']],
  ['prose after a blank line', 'List:\n- a\n\nb', ['a']],
  ['prose after a list without bullets', 'List:\na\n\nb', ['a']],
  ['prose after an entry on the heading', 'List: a\n\nb', ['a']],
  ['an entry after such prose', 'List:\n- a\n\nprose\n\n- b', ['a', 'b']],
  ['blank lines before the first entry', 'List:\n\n\na', ['a']],
  ['bullets below bullets', 'List:\n- a\n  - b\n- c', ['a - b', 'c']],
  ['bullets indented by one', 'List:\n- a\n - b', ['a', 'b']],
  ['indented bullets', 'List:\n  - a\n  - b\n- c', ['a', 'b', 'c']],
  ['entries that say nothing', 'List:\n- None\n- a\n- N/A\n-', ['a']],
  ['a section that comes twice', 'List:\n- a\nOther:\n- x\nList:\n- b', ['a', 'b']],
  ['another label', '**The List:**\n- a', ['a']],
  ['a bullet that looks like a heading', 'List:\n- a\n- Line: b', ['a', 'Line: b']],
  ['a heading without a colon', 'List\n- a', ['a']],
  ['a line that ends with a colon', 'List:\n- a\nthe following:\n- b', ['a the following:', 'b']],
  ['an unknown heading after a blank line', 'List:\n- a\n\nNotes:\n- b', ['a']],
  ['an unknown marked heading', 'List:\n- a\n## Notes\n- b', ['a']],
  ['an unknown bold heading', 'List:\n- a\n**Notes:** x\n- b', ['a']],
  ['a deeper heading', '## List\n### Notes\n- a\n### More\n- b', ['a', 'b']],
  ['a heading as deep', '## List\n## Notes\n- a', []],
  ['a heading above', '## List\n# Notes\n- a', []],
  ['a bold heading below one with hashes', '## List\n- a\n**Notes:**\n- b', ['a', 'b']],
  ['a bold heading right after its own', '**List:**\n**Notes:**\n- a\n**More:**\n- b', ['a']],
  ['a heading in hashes after a plain one', 'List:\n###### Notes\n- a', []],
  ['a bold bullet that is a known heading', 'List:\n- a\n- **Other:** b\n- c', ['a']],
  ['a bold bullet that is none', 'List:\n- a\n- **Notes:** b', ['a', '**Notes:** b']],
  ['headings that are bullets', '- **List:**\n  - a\n  - b\n- **Other:**\n  - c', ['a', 'b']],
  ['an escaped heading', 'List:\n- \\**Other:** b\n- \\\\*c\n- \\d', ['**Other:** b', '\\*c', '\\d']],
  ['the signal', 'List:\n- a\nEND\n- b', ['a']],
  ['a table', 'List:\n- a\n| b | c |', ['a']],
  ['a table alone', 'List:\n| b | c |', ['| b | c |']],
  ['code', 'List:\n- a\n```\nF:code\n```\n- b', ['a', 'b']],
  ['no section', '- a', []],
])('SIGNAL-03 a list is read with %s', (_, text, items) => {
  expect(read(text).items('list')).toEqual(items);
});

test.each([
  ['one line', 'Line: a', 'a'],
  ['a wrapped line', 'Line: a\nb', 'a b'],
  ['the next line', 'Line:\n\na', 'a'],
  ['an end at the blank line', 'Line: a\n\nb', 'a'],
  ['an end at a heading', 'Line: a\nList:\n- b', 'a'],
  ['a bullet', '- Line: a', 'a'],
  ['nothing said', 'Line: None', ''],
  ['nothing there', 'a', ''],
])('SIGNAL-03 a line is read with %s', (_, text, value) => {
  expect(read(text).text('line')).toBe(value);
});

test.each([
  ['paragraphs', 'Text: a\n\nb\n- c', 'a\nb\n- c'],
  ['code', 'Text:\n```\nF:  a\nF:\nF:b\n```', 'a\n\nb'],
  ['an end at a heading', 'Text: a\n- Line: b', 'a'],
  ['an end at an unknown heading', 'Text: a\n### b\nc', 'a'],
  ['a bullet that is no known heading', 'Text: a\n- Foo:', 'a\n- Foo:'],
  ['the signal', 'Text: a\nEND\nb', 'a'],
])('SIGNAL-03 a text is read with %s', (_, text, value) => {
  expect(read(text).text('text')).toBe(value);
});

test('SIGNAL-03 more entries than the maximum are left out and said so', () => {
  const items = (count: number): string => `List:\n${'- a\n'.repeat(count)}`;
  expect(read(items(MAX_ITEMS)).reasons).toEqual([]);
  const sections = read(items(MAX_ITEMS + 2));
  expect(sections.items('list')).toHaveLength(MAX_ITEMS);
  expect(sections.reasons).toEqual(['list: 2 of 1002 entries omitted']);
  expect(read('Text: a\n'.repeat(MAX_ITEMS + 1)).reasons).toEqual([]);
});

test('SIGNAL-06 an entry that looks like a heading is escaped, others are not', () => {
  expect(escapeItem('**Other:** b')).toBe('\\**Other:** b');
  expect(escapeItem('# Other')).toBe('\\# Other');
  expect(escapeItem('\\*c')).toBe('\\\\*c');
  expect(escapeItem('- -')).toBe('\\- -');
  expect(escapeItem('\\- -')).toBe('\\\\- -');
  expect(escapeItem('- a')).toBe('- a');
  expect(escapeItem('Other: b')).toBe('Other: b');
  expect(escapeItem('\\d')).toBe('\\d');
  expect(escapeItem('a')).toBe('a');
});

test('EPIC-13 no value is longer than its cap', () => {
  expect(oneLine(`${'a'.repeat(3000)}\n`)).toHaveLength(2000);
  expect(oneLine(' a\nb ')).toBe('a b');
  expect(longText(`\n${'a\n'.repeat(3000)}`)).toHaveLength(4000);
  expect(longText('\n a\nb \n')).toBe('a\nb');
});
