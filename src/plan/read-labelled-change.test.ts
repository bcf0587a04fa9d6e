import { expect, test } from 'vitest';

import { readLabelledChange } from './read-labelled-change.ts';

const read = (text: string) => readLabelledChange({ file: 'x.yaml', text });

test('a change is given as texts or as commits', () => {
  const whole = `
id: one
title: One
base: { a.ts: "1" }
head: { a.ts: "2" }
removes: [b.ts]
comments:
  - { file: a.ts, line: 1, severity: HIGH, text: wrong, words: [two] }
`;
  expect(read(whole)).toMatchObject({
    ok: true,
    value: {
      id: 'one',
      purpose: null,
      change: { kind: 'texts', base: { 'a.ts': '1' }, head: { 'a.ts': '2', 'b.ts': null } },
      comments: [{ file: 'a.ts', line: 1, endLine: null, severity: 'HIGH', text: 'wrong', words: ['two'] }],
    },
  });
  const commits =
    'id: a\ntitle: A\ncomments: []\ncommits: { repository: ../r, base: abcdef1, head: abcdef2 }\n';
  expect(read(commits)).toMatchObject({ value: { change: { kind: 'commits', repository: '../r' } } });
});

test.each([
  ['unknown key', 'id: a\ntitle: A\ncomments: []\nheadd: {}\n'],
  ['not a path inside', 'id: a\ntitle: A\ncomments: []\nhead: { ../a.ts: x }\n'],
  ['not a path inside', 'id: a\ntitle: A\ncomments: []\nhead: { .git/config: x }\n'],
  [
    'as commits and as file contents',
    'id: a\ntitle: A\ncomments: []\nhead: {a: b}\ncommits: {repository: r, base: abcdef1, head: abcdef1}\n',
  ],
  ['no change to review', 'id: a\ntitle: A\ncomments: []\n'],
  ['needs the file', 'id: a\ntitle: A\ncomments: [{ line: 2, severity: LOW, text: x }]\n'],
  ['is not one of CRITICAL', 'id: a\ntitle: A\ncomments: [{ severity: bad, text: x }]\n'],
])('what is wrong with a file is said: %s', (reason, text) => {
  const answer = read(text);
  expect(answer.ok ? '' : answer.complaints.map(({ message }) => message).join(' ')).toContain(reason);
});
