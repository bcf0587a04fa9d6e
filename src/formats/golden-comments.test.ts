import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readGoldenComments } from './golden-comments.ts';

const set = JSON.stringify([
  {
    pr_title: 'Faster pages',
    url: 'https://github.com/forks/shop-copy/pull/1',
    original_url: 'https://github.com/shop/shop/pull/812',
    az_comment: 'whatever',
    comments: [
      { comment: 'A negative offset is passed on', severity: 'High' },
      { comment: 'A typo', severity: 'low' },
    ],
  },
  { pr_title: 'Docs', url: 'https://github.com/shop/shop/pull/9', comments: [] },
]);

test('the files of the public set are read: what was said, how bad it is, and where it is from', () => {
  expect(readGoldenComments(set, 'golden_comments/my shop.json')).toEqual({
    ok: true,
    pulls: [
      {
        id: 'my-shop-812',
        title: 'Faster pages',
        source: 'https://github.com/shop/shop/pull/812',
        comments: [
          { text: 'A negative offset is passed on', severity: 'HIGH' },
          { text: 'A typo', severity: 'LOW' },
        ],
      },
      { id: 'my-shop-9', title: 'Docs', source: 'https://github.com/shop/shop/pull/9', comments: [] },
    ],
  });
});

test.each([
  ['no JSON', '{'],
  ['not a list', '{}'],
  ['[0]: not a pull request', '[{"pr_title": 1}]'],
  ['there is no severity "Awful"', set.replace('High', 'Awful')],
  ['stands there twice', set.replace('pull/9', 'pull/812')],
])('a set with holes is refused: %s', (reason, text) => {
  const read = readGoldenComments(text, 'x.json');
  expect(read.ok ? '' : read.reasons.join(' ')).toContain(reason);
});

test('whatever is in the file, it is read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const read = readGoldenComments(text, 'x');
      expect(read.ok || read.reasons.length > 0).toBe(true);
    }),
  );
});
