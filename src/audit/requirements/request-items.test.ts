import fc from 'fast-check';
import { expect, test } from 'vitest';

import { requestItems } from './request-items.ts';

const texts = (document: string) => requestItems(document).items.map(({ text }) => text);

test('TEAM-19 entries, rows, paragraphs, headings and fences are items of a request, whatever else stands there', () => {
  const document = [
    '# Checkout',
    '',
    'We have had this shop for years.',
    '',
    'The basket must survive a restart,',
    'whatever happens.',
    '',
    '- [ ] limit orders per user',
    '  to 100 a minute',
    '* show the seconds left',
    '1. log every refusal',
    '',
    '| Role | May |',
    '| --- | --- |',
    '| guest | look |',
    '',
    '```',
    '- this is code',
    '```',
    '<!-- - and this a comment -->',
    '> - quoted, and still asked for',
  ].join('\n');
  expect(requestItems(document)).toEqual({
    whole: true,
    items: [
      { id: 'ITEM-1', text: 'Checkout', line: 1 },
      { id: 'ITEM-2', text: 'We have had this shop for years.', line: 3 },
      { id: 'ITEM-3', text: 'The basket must survive a restart, whatever happens.', line: 5 },
      { id: 'ITEM-4', text: 'limit orders per user to 100 a minute', line: 8 },
      { id: 'ITEM-5', text: 'show the seconds left', line: 10 },
      { id: 'ITEM-6', text: 'log every refusal', line: 11 },
      { id: 'ITEM-7', text: 'guest   look', line: 15 },
      { id: 'ITEM-8', text: '- this is code', line: 17 },
      { id: 'ITEM-9', text: 'quoted, and still asked for', line: 21 },
    ],
  });
});

test('TEAM-19 a text that only tells is taken paragraph by paragraph, with what is underlined', () => {
  expect(texts('Title\n=====\n\nA page with the hours.\n\nA second page.\n')).toEqual([
    'Title',
    'A page with the hours.',
    'A second page.',
  ]);
  expect(texts('---\n\n```\n```\n')).toEqual([]);
});

test('TEAM-19 a request of which something would be cut is not whole', () => {
  const long = (length: number) => requestItems(`- ${'a'.repeat(length)}\n- b\n`);
  expect(long(2_000).whole).toBe(true);
  expect(long(2_001).whole).toBe(false);
  const much = (count: number) =>
    requestItems(Array.from({ length: count }, () => `- ${'a'.repeat(1_800)}`).join('\n'));
  expect(much(100).whole).toBe(true);
  expect(much(101).whole).toBe(false);
});

test('TEAM-19 a request with more items than anybody can be asked about is not whole', () => {
  const many = (count: number) =>
    requestItems(Array.from({ length: count }, (_, at) => `- item ${at}`).join('\n'));
  expect(many(300).whole).toBe(true);
  expect(many(301)).toMatchObject({ whole: false });
  expect(many(301).items).toHaveLength(300);
});

test('TEAM-19 whatever stands between them, no entry of a list is lost', () => {
  const entry = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,8}){0,4}$/);
  const between = fc.constantFrom('', '\n', '\n## More\n', '\nWords in between.\n', '\n```\n- code\n```\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(entry, between), { minLength: 1, maxLength: 20 }), (parts) => {
      const document = parts.map(([text, after]) => `- ${text}\n${after}`).join('\n');
      const found = texts(document);
      expect(found).toEqual(expect.arrayContaining(parts.map(([text]) => text)));
      expect(found).not.toContain('code');
    }),
  );
});

test('TEAM-19 no text breaks it, and numbers are consecutive', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (document) => {
      const { items } = requestItems(document);
      expect(items.map(({ id }) => id)).toEqual(items.map((_, at) => `ITEM-${at + 1}`));
    }),
  );
});
