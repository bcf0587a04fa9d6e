import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type PrismaAttribute, type PrismaValue, readPrisma } from './read-prisma.ts';

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
const space = fc.constantFrom(' ', '   ', '\t');
const comment = fc.constantFrom('', ' // said { } @id', ' /// documented "x');

const value: fc.Arbitrary<PrismaValue> = fc.letrec<{ value: PrismaValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 8 }) }),
    fc.record({
      kind: fc.constant('word' as const),
      text: fc.oneof(
        name,
        fc.nat().map(String),
        name.map((each) => `${each}()`),
      ),
    }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('value'), { maxLength: 3 }) }),
  ),
})).value;

const attribute = fc.record({
  name: fc.oneof(
    name,
    name.map((each) => `db.${each}`),
  ),
  placed: fc.array(value, { maxLength: 2 }),
  named: fc.dictionary(name, value, { maxKeys: 2 }).map((each) => new Map(Object.entries(each))),
});

const field = fc.record({
  name,
  type: name,
  shape: fc.constantFrom('', '?', '[]'),
  attributes: fc.array(attribute, { maxLength: 2 }),
  comment,
});

const block = fc.record({
  kind: fc.constantFrom('model', 'view', 'type'),
  name,
  fields: fc.array(field, { maxLength: 5 }),
  attributes: fc.array(attribute, { maxLength: 2 }),
});

function printedValue(each: PrismaValue): string {
  if (each.kind === 'list') return `[${each.items.map(printedValue).join(', ')}]`;
  if (each.kind === 'word') return each.text;
  return `"${each.text.replaceAll(/["\\]/g, (found) => `\\${found}`).replaceAll('\n', String.raw`\n`)}"`;
}

function printed(at: string, { name: called, placed, named }: PrismaAttribute, between: string): string {
  const given = [
    ...placed.map(printedValue),
    ...[...named].map(([key, each]) => `${key}: ${printedValue(each)}`),
  ];
  return given.length === 0 ? at + called : `${at}${called}(${given.join(between)})`;
}

test('TEAM-03 a Prisma schema is read as it was written, whatever stands between its words', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 4 }),
      space,
      fc.constantFrom(', ', ',\n    '),
      (blocks, gap, between) => {
        const text = blocks
          .map(({ kind, name: called, fields, attributes }) =>
            [
              `${kind}${gap}${called}${gap}{`,
              ...fields.map((each) => {
                const written = each.attributes.map((one) => gap + printed('@', one, between)).join('');
                return `${gap}${each.name}${gap}${each.type}${each.shape}${written}${each.comment}`;
              }),
              ...attributes.map((each) => gap + printed('@@', each, between)),
              '}',
              '',
            ].join('\n'),
          )
          .join('// between\n');
        const read = readPrisma(text);
        expect(read.strange).toEqual([]);
        expect(read.blocks.map((each) => [each.kind, each.name, each.attributes])).toEqual(
          blocks.map((each) => [each.kind, each.name, each.attributes]),
        );
        expect(
          read.blocks.flatMap(({ fields }) =>
            fields.map((each) => [each.name, each.type, each.isOptional, each.isList, each.attributes]),
          ),
        ).toEqual(
          blocks.flatMap(({ fields }) =>
            fields.map((each) => [
              each.name,
              each.type,
              each.shape === '?',
              each.shape === '[]',
              each.attributes,
            ]),
          ),
        );
        for (const each of read.blocks) {
          expect(text.split('\n')[each.line - 1]).toContain(each.name);
          for (const one of each.fields) expect(text.split('\n')[one.line - 1]).toContain(one.name);
        }
      },
    ),
  );
});

const scraps = fc.constantFrom(
  'model A {',
  'enum',
  '}',
  '{',
  '@@map("x")',
  '@id',
  '(',
  ')',
  '[',
  ']',
  '?',
  'name String',
  '\n',
  '"',
  '//',
  '/*',
  '*/',
  ',',
  ':',
  '=',
  'a.b',
  '@default(now(',
  '\\',
  'é',
);

test('TEAM-03 any text is read to its end, and what is no schema does not hide what follows', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(scraps).map((each) => each.join(' ')),
      ),
      (scrap) => {
        expect(() => readPrisma(scrap)).not.toThrow();
        const clean = scrap.replaceAll(/["/*]/g, '');
        const closed = `${clean}\n)])])\n}\n}\nmodel Last {\n  id String @id\n}\n`;
        expect(readPrisma(closed).blocks.at(-1)?.name).toBe('Last');
      },
    ),
  );
});

test('TEAM-03 calls in calls, however deep, are passed over', () => {
  const deep = `model A {\n  id String @default(${'f('.repeat(50_000)}\n}\nmodel B {\n id Int\n}\n`;
  expect(readPrisma(deep).blocks.map(({ name: each }) => each)).toContain('B');
});
