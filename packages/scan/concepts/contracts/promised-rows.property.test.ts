import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fieldsIn, kindOf, sameName } from './field-lists.ts';
import { agreement, routePaths } from '../routes/model/paths.ts';
import { cellsOf, serviceRows } from './promised-rows.ts';

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,8}$/);
const type = fc.constantFrom(
  'string',
  'number',
  "'on' | 'off'",
  'string | null',
  '{ a: number | null }',
  'Tag[]',
);

test('TEAM-03 a row is read the same with five, six and seven columns, and with bars inside of its types', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
      type,
      fc.integer({ min: 0, max: 2 }),
      (names, each, more) => {
        const record = `Row { ${names.map((name) => `${name}: ${each}`).join(', ')} }`;
        const cells = [
          'SVC-012',
          ...(more > 0 ? ['Service.call'] : []),
          '/api/rows',
          'POST',
          record,
          record,
          ...(more > 1 ? ['a note'] : []),
        ];
        const [row] = serviceRows(`| ${cells.join(' | ')} |`, 'REQUIREMENTS.md');
        expect(row).toMatchObject({ id: 'SVC-012', method: 'POST', endpoint: '/api/rows', line: 1 });
        expect(row?.request.name).toBe('Row');
        expect(row?.response.fields.map(({ name }) => name)).toEqual(names);
      },
    ),
  );
});

test('TEAM-03 any line is cut into cells, fields and paths without end or crash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      expect(cellsOf(text).join('').length).toBeLessThanOrEqual(text.length);
      expect(fieldsIn(text).every(({ name }) => /^\w+$/.test(name))).toBe(true);
      expect(routePaths(text).length).toBeGreaterThan(0);
      expect(serviceRows(`| SVC-1 | ${text}`, 'x').length).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});

test('TEAM-03 segments agree with themselves and with anything that is open', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(agreement(one, one)).toBe('same');
      expect(agreement(one, '\0')).toBe('open');
      expect(agreement(`${one}-\0`, `${one}-${other}`)).toBe('open');
      expect(agreement(one, `${one}x`)).toBe('no');
    }),
  );
});

test('TEAM-03 optional parts of a path are there and not there, and what follows a star is not looked at', () => {
  expect(routePaths('/users/:id?')).toEqual([
    { segments: ['users'], isTail: false },
    { segments: ['users', '\0'], isTail: false },
  ]);
  expect(routePaths('/files/*/more')).toEqual([{ segments: ['files'], isTail: true }]);
  expect(
    routePaths('/a/{id:int}/[slug]/<int:pk>/report-:year.pdf').map(({ segments }) => segments.join('/')),
  ).toEqual(['a/\0/\0/\0/report-\0.pdf']);
});

test('TEAM-03 kinds of values and names are compared by what is sent', () => {
  expect(['int', 'Decimal', 'number | null', 'Optional[int]'].map(kindOf)).toEqual([
    'number',
    'number',
    'number',
    'number',
  ]);
  expect(['Guid', 'DateTime?', 'str'].map(kindOf)).toEqual(['text', 'text', 'text']);
  expect(['Role', 'string[]', ''].map(kindOf)).toEqual([undefined, undefined, undefined]);
  expect(sameName('created_at')).toBe(sameName('CreatedAt'));
});
