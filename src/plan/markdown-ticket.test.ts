import { expect, test } from 'vitest';
import { epicComplaints, goodEpic } from '../../test/support/plan-samples.ts';
import { readRequest } from './markdown-ticket.ts';

const epic = (entry = '{file: t.md}') => `version: 1\nepic: e\ntickets:\n  - ${entry}\n`;
const read = (markdown: string, entry?: string) => goodEpic(epic(entry), { 't.md': markdown }).tickets[0];
const said = (markdown: string, entry?: string) => epicComplaints(epic(entry), { 't.md': markdown });

const plain = '---\nid: A\ntitle: T\n---\nWhat to do.\n\n## Acceptance Criteria\n- x\n';

test('DISPATCH-11 text, list and front matter become one ticket', () => {
  expect(read(plain)).toMatchObject({
    id: 'A',
    title: 'T',
    description: 'What to do.',
    file: 't.md',
    acceptance: [{ id: 'AC1', text: 'x', verify: null }],
  });
});

test('DISPATCH-11 Windows line ends and a byte order mark change nothing', () => {
  expect(read(`\uFEFF${plain.replaceAll('\n', '\r\n')}`)).toEqual(read(plain));
});

test('DISPATCH-11 the list is read in all the ways people write it', () => {
  const list = [
    '- plain',
    '* [ ] AC17: with an id',
    '+ [x] **AC18**: bold',
    '1. **REQ-9:** numbered, verify: `npm test`',
    '2) wrapped',
    '   onto a second line',
    '- proved (verify: `make check`).',
    '- says verify: by hand',
    '- verify: `only a command`',
    '• another bullet',
    '-[ ] AC30: a box without a space',
    'that goes on at the margin',
    '',
    '---',
  ].join('\n');
  expect(read(`---\nid: A\ntitle: T\n---\n## acceptance:\n${list}\n`)?.acceptance).toEqual([
    { id: 'AC1', text: 'plain', verify: null },
    { id: 'AC17', text: 'with an id', verify: null },
    { id: 'AC18', text: 'bold', verify: null },
    { id: 'REQ-9', text: 'numbered', verify: 'npm test' },
    { id: 'AC5', text: 'wrapped onto a second line', verify: null },
    { id: 'AC6', text: 'proved', verify: 'make check' },
    { id: 'AC7', text: 'says verify: by hand', verify: null },
    { id: 'AC8', text: 'verify: `only a command`', verify: null },
    { id: 'AC9', text: 'another bullet', verify: null },
    { id: 'AC30', text: 'a box without a space that goes on at the margin', verify: null },
  ]);
});

test('FIRST-02 a request is its heading, its criteria and the rest, and nothing of it is lost', () => {
  const text = '# Limit\n\nToo many.\n\n## Acceptance criteria\n- 429\n\n## Notes\nsoon\n';
  expect(readRequest(text)).toEqual({
    title: 'Limit',
    acceptance: [{ text: '429' }],
    rest: 'Too many.\n\n## Notes\nsoon',
  });
  expect(readRequest('Limit it\n\nsoon')).toEqual({ rest: 'Limit it\n\nsoon' });
  expect(readRequest('# Limit\n## Acceptance\nas agreed\n- 429\n').rest).toBeNull();
});

test('DISPATCH-11 a heading gives the title, and other sections stay in the description', () => {
  const text =
    '---\nid: A\n---\n\n# The title\nbefore\n## Acceptance Criteria\n### Fast\n- x\n## Notes\n- not a criterion\n# Big\n';
  expect(read(text)).toMatchObject({
    title: 'The title',
    description: 'before\n## Notes\n- not a criterion\n# Big',
    acceptance: [{ id: 'AC1', text: 'x', verify: null }],
  });
});

test('DISPATCH-11 a heading inside a code fence is text', () => {
  const text =
    '---\nid: A\ntitle: T\n---\n```\n# no title\n## Acceptance Criteria\n- no\n```\n## Acceptance Criteria\n- yes\n';
  expect(read(text)).toMatchObject({
    title: 'T',
    description: '```\n# no title\n## Acceptance Criteria\n- no\n```',
    acceptance: [{ text: 'yes' }],
  });
});

test('DISPATCH-11 the entry may add what the file leaves open, and repeat what it says', () => {
  expect(read(plain, '{file: t.md, id: A, type: ui}')).toMatchObject({ id: 'A', type: 'ui', title: 'T' });
});

test('DISPATCH-11 the same key with another value is refused', () => {
  expect(said(plain, '{file: t.md, title: U}')).toEqual([
    'e.yaml:4:18 tickets[0].title: "title" differs from what t.md:3 says\n  hint: give it in one place',
  ]);
});

test('DISPATCH-11 errors name the Markdown file and line', () => {
  const text =
    '---\nid: a b\ntitel: T\nneeds: [B]\n---\n\n## Acceptance Criteria\n\n- works properly\n- AC1: y\n';
  expect(said(text)).toEqual([
    't.md:1:1: "title" is missing',
    't.md:2:5 id: the id "a b" must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"',
    't.md:3:1 titel: unknown key "titel"\n  hint: did you mean "title"?',
    't.md:4:9 needs[0]: there is no ticket "B"',
    't.md:9:1 acceptance[0]: warning: AC1 cannot be tested: "properly" means different things to different people\n  hint: name a command, a value, a time or a visible result, or add verify:',
    't.md:10:1 acceptance[1]: the criterion id "AC1" is used twice',
  ]);
});

test('DISPATCH-11 what is missing altogether is missed in the Markdown file', () => {
  expect(said('---\ntype: ui\n---\n')).toEqual([
    't.md:1:1: "id" is missing',
    't.md:1:1: "title" is missing',
    't.md:1:1: the ticket has no acceptance criteria\n  hint: say what must be true when it is done',
  ]);
});

test.each(['no front matter', '---\nid: A\n', ' ---\nid: A\n---\n'])(
  'DISPATCH-11 a file without front matter is refused: %j',
  (text) => {
    expect(said(text)[0]).toBe(
      't.md:1:1: has no front matter\n  hint: begin with a line "---", then id: and the like, then "---"',
    );
  },
);

test('DISPATCH-11 front matter that is not a map, names a file or repeats the text is refused', () => {
  expect(said('---\n- x\n---\n')[0]).toMatch(
    /^t\.md:2:1: must be a map of keys and values, not a list\n {2}hint: known here: id, title/,
  );
  const text =
    '---\nid: A\ntitle: T\nfile: u.md\ndescription: d\nacceptance: [x]\n---\nbody\n## Acceptance\n- y\n';
  expect(said(text)).toEqual([
    'e.yaml:4:6 tickets[0].file: "file" differs from what t.md:4 says\n  hint: give it in one place',
    't.md:4:7 file: a ticket file cannot name another file',
    't.md:5:14 description: "description" is given in the front matter and in the text\n  hint: keep one',
    't.md:6:13 acceptance: "acceptance" is given in the front matter and in the text\n  hint: keep one',
  ]);
});

test('DISPATCH-11 a ticket file that is missing or outside is refused once', () => {
  const hint = '\n  hint: paths are relative to the repository';
  expect(epicComplaints(epic())).toEqual([
    `e.yaml:4:12 tickets[0].file: the file "t.md" does not exist${hint}`,
  ]);
  expect(epicComplaints(epic('{file: ../t.md}'))).toEqual([
    `e.yaml:4:12 tickets[0].file: "../t.md" must not leave the repository with ".."${hint}`,
  ]);
  expect(epicComplaints(epic('{file: 3}'))).toEqual([
    'e.yaml:4:12 tickets[0].file: must be text, not 3\n  hint: put it in quotes: "3"',
  ]);
});

test('DISPATCH-11 a ticket file over 2 MiB and an anchor in front matter are refused', () => {
  expect(said('x'.repeat(2 * 1024 * 1024 + 1))[0]).toMatch(/^t\.md:1:1: the file is larger than 2 MiB/);
  expect(said('---\nid: &a A\n---\n')[0]).toBe(
    't.md:2:5: YAML anchors are not allowed\n  hint: use the plain value instead',
  );
});
