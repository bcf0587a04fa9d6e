import { expect, test } from 'vitest';

import { ids, proofIn, proofOfRepository, storedOpenList } from './ledger.ts';
import { requirements } from './requirements.ts';

const proof = proofOfRepository();

test('no test cites a requirement that does not exist', () => {
  expect(proof.unknown).toEqual([]);
});

test('the list of open requirements is exactly what no test proves, so it only ever shrinks', () => {
  process.stdout.write(ledgerText());
  const stored = storedOpenList();
  // What is proved now is taken off the list by `npm run ledger`; what is no longer proved needs its test back.
  expect({ rule: drift(stored.rule, proof.rule), path: drift(stored.path, proof.path) }).toEqual({
    rule: { provedNow: [], noLongerProved: [] },
    path: { provedNow: [], noLongerProved: [] },
  });
});

test('a citation counts in a title only, as a rule or on the path by the name of the file', () => {
  const told = proofIn([
    ['a.test.ts', "test('EPIC-01 EPIC-04 something', () => {}); // EPIC-05\nconst x = 'EPIC-06';"],
    ['b.e2e.test.ts', "test.each([1])('LOOP-03 the way %s', () => {}); describe('LOOP-04 all', () => {});"],
    ['c.test.ts', "test('EPIC-99 unheard of', () => {}); test(`STATE-01 for ${x}`, () => {});"],
    ['d.test.ts', "test.skip('ENV-01 not run', () => {}); test.todo('ENV-02 not written');"],
  ]);
  expect([...told.rule]).toEqual(['EPIC-01', 'EPIC-04', 'STATE-01']);
  expect([...told.path]).toEqual(['LOOP-03']);
  expect(told.unknown).toEqual(['c.test.ts: EPIC-99']);
});

function drift(stored: readonly string[], proved: ReadonlySet<string>): Record<string, string[]> {
  return {
    provedNow: stored.filter((id) => proved.has(id) || !ids.includes(id)),
    noLongerProved: ids.filter((id) => !proved.has(id) && !stored.includes(id)),
  };
}

function ledgerText(): string {
  const rows = ids.map(
    (id) => `${id.padEnd(12)} ${mark(proof.rule, id)}  ${mark(proof.path, id)}  ${requirements[id]}`,
  );
  const total = `rule ${proof.rule.size}, path ${proof.path.size}, of ${ids.length}`;
  return ['', `${'requirement'.padEnd(12)} rule path`, ...rows, total, ''].join('\n');
}

function mark(proved: ReadonlySet<string>, id: string): string {
  return proved.has(id) ? ' yes' : '   -';
}
