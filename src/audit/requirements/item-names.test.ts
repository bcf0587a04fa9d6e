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
  expect(read).toMatchObject({ items: [], hasProse: true, gap: null });
  expect(read?.required.map(({ id }) => id)).toEqual(['LINE-1', 'REQ-1', 'LINE-4', 'LINE-6', 'LINE-11']);
  expect(read?.text).toBe(
    '- LINE-1 Wanted\n- REQ-1: it is quick\n- LINE-4 it is small\n- LINE-6 It never fails.\n- LINE-11 save   daily',
  );
});

test('P8 a document without a box that is too long to be judged is not whole, and an empty one requires nothing', () => {
  const long = Array.from({ length: 301 }, (_, at) => `- part ${at}`).join('\n');
  expect(nameItems([{ scope: 'run', text: long }])).toMatchObject([
    { gap: expect.stringContaining('more or longer passages') },
  ]);
  expect(nameItems([{ scope: 'run', text: '<!-- later -->\n' }])).toMatchObject([{ required: [] }]);
});

test('002#3 P8 beside boxes a passage that asks for something is required too, and a box without text is a gap', () => {
  const text = [
    '# Wanted',
    'Every box is ticked by a judge.',
    '- [ ] REQ-1 it is quick',
    '  which must be measured',
    'and it shall stay so',
    '- see REQ-1',
    '- **REQ-2**: it is small',
    '',
    'The report must be CSV.',
    '## REQ-3 Log in',
    '### Details',
    '- [ ] the button is there',
    '## REQ-4 Log out',
    'Ends the session.',
    '```',
    'REQ-5 must not count',
    '```',
    '<!-- REQ-6 -->',
    '## Review Log',
    '| cycle | reviewer | item | verdict | details |',
    '| --- | --- | --- | --- | --- |',
    '| 1 | critic | REQ-1 | FAIL | it must be quick |',
  ].join('\n');
  const [read] = nameItems([{ scope: 'run', text }]);
  expect(read?.required.map(({ id }) => id)).toEqual(['REQ-1', 'LINE-12', 'REQ-2', 'LINE-9', 'REQ-4']);
  expect(read?.items.map(({ name }) => name)).toEqual(['REQ-1', 'LINE-12']);
  expect(read).toMatchObject({ hasProse: true, gap: null });
  expect(read?.text).toContain(
    '## Requirements Without a Checkbox\n\n- **REQ-2**: it is small\n- LINE-9 The',
  );
  const bare = nameItems([{ scope: 'run', text: '- [ ] REQ-1 it is quick\n- [ ]\n' }]);
  expect(bare).toMatchObject([{ gap: 'line 2 of the requirements is a checkbox without text' }]);
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
      for (const [at, { text, items, required }] of read.entries()) {
        const passages = required.length - items.length;
        const own = items.length === 0 ? 0 : (all[at] ?? '').split('\n').length;
        const lines = own + passages + (own > 0 && passages > 0 ? 3 : 0);
        expect(text === '' && lines === 0 ? [] : text.split('\n')).toHaveLength(lines);
        for (const { name, line: nth } of items) expect(text.split('\n')[nth - 1]).toContain(name);
      }
    }),
  );
});
