import fc from 'fast-check';
import { expect, test } from 'vitest';

import { foldedName } from '../requirement-finder.ts';
import { nameItems } from './item-names.ts';

const namesIn = (...texts: readonly string[]) =>
  nameItems(texts.map((text, at) => ({ scope: `m${at + 1}`, text }))).map(({ items }) =>
    items.map(({ name }) => name),
  );

test('002#3 an item is known by its id, or by its line where it has none, and judges read that name', () => {
  const text =
    '# Wanted\n- [ ] REQ-1 it is quick\n- [x] it is small (review_cycles: 2)\n  very\n| it ends | [ ] |\n';
  const [read] = nameItems([{ scope: 'run', text }]);
  expect(read?.items.map(({ name, text: own }) => [name, own])).toEqual([
    ['REQ-1', 'REQ-1 it is quick'],
    ['LINE-3', 'LINE-3 it is small'],
    ['LINE-5', expect.stringMatching(/^LINE-5 it ends/)],
  ]);
  expect(read?.text).toBe(
    '# Wanted\n- [ ] REQ-1 it is quick\n- [x] LINE-3 it is small (review_cycles: 2)\n  very\n| LINE-5 it ends | [ ] |\n',
  );
});

test('002#3 an id that two items have names neither', () => {
  expect(namesIn('- [ ] REQ-1 a\n- [ ] req-1 b\n- [ ] REQ_1 c\n- [ ] REQ-2 d')).toEqual([
    ['REQ-1-LINE-1', 'LINE-2', 'REQ_1-LINE-3', 'REQ-2'],
  ]);
  expect(namesIn('- [ ] REQ-1 a\n- [ ] b', '- [ ] REQ-1 a\n- [ ] b')).toEqual([
    ['m1:REQ-1', 'm1:LINE-2'],
    ['m2:REQ-1', 'm2:LINE-2'],
  ]);
  expect(namesIn('- [ ] a\n- [ ] LINE-1 b')).toEqual([['LINE-1-X', 'LINE-1']]);
});

test('002#4 P8 without a box every passage is required, under its id or its line; nothing of it can be ticked', () => {
  const text =
    '# Wanted\n\n1. REQ-1: it is quick\n2. it is small\n\nIt never\nfails.\n\n| what | when |\n| --- | --- |\n| save | daily |\n';
  const [read] = nameItems([{ scope: 'run', text }]);
  expect(read).toMatchObject({ items: [], isProse: true, isWhole: true });
  expect(read?.required.map(({ id }) => id)).toEqual(['LINE-1', 'REQ-1', 'LINE-4', 'LINE-6', 'LINE-11']);
  expect(read?.text).toBe(
    '- LINE-1 Wanted\n- REQ-1: it is quick\n- LINE-4 it is small\n- LINE-6 It never fails.\n- LINE-11 save   daily',
  );
});

test('P8 a document without a box that is too long to be judged is not whole, and an empty one requires nothing', () => {
  const long = Array.from({ length: 301 }, (_, at) => `- part ${at}`).join('\n');
  expect(nameItems([{ scope: 'run', text: long }])).toMatchObject([{ isWhole: false }]);
  expect(nameItems([{ scope: 'run', text: '<!-- later -->\n' }])).toMatchObject([{ required: [] }]);
});

const line = fc
  .record({
    box: fc.constantFrom('- [ ] ', '- [x] ', '| ', '☐ ', '* [ ] **'),
    id: fc.constantFrom('', 'REQ-1', 'REQ_1', 'LINE-1', 'LINE-2', 'M1-REQ-1', 'REQ-1-LINE-2'),
    text: fc.constantFrom('it is quick', 'REQ-1', 'LINE-1 again', '[ ] |', ''),
  })
  .map(({ box, id, text }) => `${box}${id} ${text}`);

test('002#3 P8 no two items have one name, and the text has no other changes', () => {
  const texts = fc.array(
    fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(texts, (all) => {
      const read = nameItems(all.map((text, at) => ({ scope: `m${at + 1}`, text })));
      const names = read.flatMap(({ required }) => required.map(({ id }) => foldedName(id)));
      expect(new Set(names).size).toBe(names.length);
      for (const [at, { text, items, required, isProse }] of read.entries()) {
        const lines = isProse ? required.length : (all[at] ?? '').split('\n').length;
        expect(text === '' && isProse ? [] : text.split('\n')).toHaveLength(lines);
        for (const { name, line: nth } of items) expect(text.split('\n')[nth - 1]).toContain(name);
      }
    }),
  );
});
