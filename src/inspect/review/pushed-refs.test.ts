import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pushedRefs } from './pushed-refs.ts';

const id = (digit: string): string => digit.repeat(40);
const none = id('0');

test('a new branch, an old one and a deletion are told apart', () => {
  const text = [
    `refs/heads/a ${id('a')} refs/heads/a ${none}`,
    `HEAD~1 ${id('b')} refs/heads/b ${id('c')}`,
    `(delete) ${none} refs/heads/old ${id('d')}`,
    '',
  ].join('\n');
  expect(pushedRefs(text)).toEqual({
    refs: [
      { localRef: 'refs/heads/a', localId: id('a'), remoteRef: 'refs/heads/a', remoteId: null },
      { localRef: 'HEAD~1', localId: id('b'), remoteRef: 'refs/heads/b', remoteId: id('c') },
    ],
    unread: [],
  });
});

test('whatever comes, every line is a ref, a deletion or said to be unread', () => {
  const word = fc.stringMatching(/^[\w./-]{0,8}$/);
  const line = fc.oneof(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    fc.constantFrom(
      `refs/heads/a ${id('a')} refs/heads/a ${none}`,
      `(delete) ${none} refs/heads/a ${id('a')}`,
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const { refs, unread } = pushedRefs(lines.join('\n'));
      const said = lines.filter((each) => each.trim() !== '');
      const deleted = said.filter((each) => each.startsWith('(delete) 0'));
      expect(refs.length + unread.length + deleted.length).toBe(said.length);
    }),
  );
});
