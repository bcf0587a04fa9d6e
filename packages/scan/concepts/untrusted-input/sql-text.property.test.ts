import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isInjectable, isStatement, type SqlParts } from './sql-text.ts';

const words = fc.stringMatching(/^[a-z]{1,10}$/);

test('TEAM-03 a value in quotes or after a comparison is found in every statement', () => {
  fc.assert(
    fc.property(
      words,
      words,
      fc.constantFrom('=', '>', '<>', 'LIKE'),
      fc.boolean(),
      (table, column, sign, isQuoted) => {
        const quote = isQuoted ? "'" : '';
        const parts: SqlParts = [
          `SELECT * FROM ${table} WHERE ${column} ${sign} ${quote}`,
          { hole: 'open' },
          quote,
        ];
        expect(isStatement(parts)).toBe(true);
        expect(isInjectable(parts)).toBe(true);
      },
    ),
  );
});

test('TEAM-03 what is fixed, a placeholder or the name of a table is never found', () => {
  fc.assert(
    fc.property(words, words, fc.constantFrom('$', ':', '@'), (table, column, mark) => {
      const fixedValue: SqlParts = [`SELECT * FROM ${table} WHERE ${column} = '`, { hole: 'fixed' }, "'"];
      const placeholder: SqlParts = [`DELETE FROM ${table} WHERE ${column} = ${mark}`, { hole: 'open' }];
      const named: SqlParts = ['SELECT * FROM ', { hole: 'open' }, ` WHERE ${column} = 1`];
      for (const parts of [fixedValue, placeholder, named]) expect(isInjectable(parts)).toBe(false);
    }),
  );
});

test('TEAM-03 text that is no SQL is no statement', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/select|insert|update|delete|merge|replace|with|exec|call|explain/i.test(text));
      expect(isStatement([text])).toBe(false);
    }),
  );
});
