import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readSql } from './read-sql.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_]{2,8}$/).map((each) => `c_${each}`);
const quoted = fc.constantFrom<(each: string) => string>(
  (each) => each,
  (each) => `"${each}"`,
  (each) => `\`${each}\``,
  (each) => `[${each}]`,
);
const text = fc.string({ maxLength: 10 }).filter((each) => !each.includes('\u0001'));
const literal = fc.oneof(
  text.map((each) => ({ kind: 'text' as const, text: each })),
  fc.nat(9999).map((each) => ({ kind: 'number' as const, text: String(each) })),
  fc.boolean().map((each) => ({ kind: 'boolean' as const, text: String(each) })),
);
const condition = fc.record({
  column: name,
  operator: fc.constantFrom('=', '<>', '!=', '<', '>', '<=', '>='),
  literal,
});

function written({ kind, text: each }: { readonly kind: string; readonly text: string }): string {
  return kind === 'text' ? `'${each.replaceAll("'", "''")}'` : each;
}

test('TEAM-03 a statement says which tables it reads and what it compares, however it is quoted and spaced', () => {
  fc.assert(
    fc.property(
      name,
      fc.option(fc.constantFrom('x', 'u')),
      fc.array(condition, { minLength: 1, maxLength: 5 }),
      fc.tuple(quoted, fc.constantFrom(' ', '\n  ', ' /* said */ ', ' -- said = 1\n')),
      (table, alias, conditions, [quote, gap]) => {
        const of = alias === null ? '' : `${alias}.`;
        const where = conditions.map(
          (each) => `${of}${quote(each.column)}${gap}${each.operator}${gap}${written(each.literal)}`,
        );
        const from = `${quote(table)}${alias === null ? '' : ` AS ${alias}`}`;
        const read = readSql(`SELECT *${gap}FROM ${from}${gap}WHERE ${where.join(`${gap}AND `)}`);
        expect(read.tables).toEqual([{ name: table, alias: alias ?? undefined }]);
        expect(read.comparisons).toMatchObject(
          conditions.map((each) => ({ of: alias ?? undefined, ...each })),
        );
      },
    ),
  );
});

test('TEAM-03 any text is read to its end', () => {
  fc.assert(fc.property(fc.string(), (each) => void readSql(`SELECT * FROM t WHERE ${each}`)));
});
