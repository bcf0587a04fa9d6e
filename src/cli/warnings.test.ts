import { expect, test } from 'vitest';

import { silenceSqliteWarning } from './warnings.ts';

const SQLITE = 'SQLite is an experimental feature and might change at any time';

function emitted(...warnings: unknown[][]): unknown[][] {
  const seen: unknown[][] = [];
  const target = { emitWarning: (...all: unknown[]) => void seen.push(all) };
  silenceSqliteWarning(target);
  for (const warning of warnings) target.emitWarning(...warning);
  return seen;
}

test('the warning that SQLite is experimental is dropped, in every form Node gives it', () => {
  const error = Object.assign(new Error(SQLITE), { name: 'ExperimentalWarning' });
  expect(
    emitted([SQLITE, 'ExperimentalWarning'], [SQLITE, { type: 'ExperimentalWarning' }], [error]),
  ).toEqual([]);
});

test('every other warning is passed on as it came', () => {
  const others = [
    ['VM Modules is an experimental feature', 'ExperimentalWarning'],
    [SQLITE, 'DeprecationWarning'],
    [SQLITE, { type: 'DeprecationWarning' }],
    [SQLITE],
    [`a note: ${SQLITE}`, 'ExperimentalWarning'],
    [new Error(SQLITE)],
    ['anything', null],
  ];
  expect(emitted(...others)).toEqual(others);
});
