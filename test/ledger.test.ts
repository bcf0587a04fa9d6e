import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { requirements } from './requirements.ts';
import { filesUnder, root, testTitles } from './source.ts';

type Proof = {
  readonly rule: ReadonlySet<string>;
  readonly path: ReadonlySet<string>;
  readonly unknown: string[];
};

type OpenList = { readonly rule: readonly string[]; readonly path: readonly string[] };

const CITATION = /\b(?:DISPATCH|SIGNAL|FLOW|REWORK|TEAM|EPIC|LOOP|STATE|RECOVER|REMEDY|ENV|BEYOND)-\d+\b/g;

const ids = Object.keys(requirements);
const files = ['src', 'test'].flatMap((folder) => filesUnder(folder, '.test.ts'));
const proof = proofIn(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

test('no test cites a requirement that does not exist', () => {
  expect(proof.unknown).toEqual([]);
});

test('the list of open requirements is exactly what no test proves, so it only shrinks by being edited', () => {
  process.stdout.write(ledgerText());
  const stored = JSON.parse(readFileSync(join(root, 'test/ledger-open.json'), 'utf8')) as OpenList;
  expect({ rule: drift(stored.rule, proof.rule), path: drift(stored.path, proof.path) }).toEqual({
    rule: { provedNowSoTakeOffTheList: [], noLongerProved: [] },
    path: { provedNowSoTakeOffTheList: [], noLongerProved: [] },
  });
});

test('a citation counts in a title only, as a rule or on the path by the name of the file', () => {
  const told = proofIn([
    ['a.test.ts', "test('EPIC-01 EPIC-04 something', () => {}); // EPIC-05\nconst x = 'EPIC-06';"],
    ['b.e2e.test.ts', "test.each([1])('LOOP-03 the way %s', () => {}); describe('LOOP-04 all', () => {});"],
    ['c.test.ts', "test('EPIC-99 unheard of', () => {}); test(`STATE-01 for ${x}`, () => {});"],
  ]);
  expect([...told.rule]).toEqual(['EPIC-01', 'EPIC-04', 'STATE-01']);
  expect([...told.path]).toEqual(['LOOP-03']);
  expect(told.unknown).toEqual(['c.test.ts: EPIC-99']);
});

function proofIn(texts: readonly (readonly [path: string, text: string])[]): Proof {
  const rule = new Set<string>();
  const path = new Set<string>();
  const unknown: string[] = [];
  for (const [file, text] of texts) {
    for (const id of testTitles(file, text).flatMap((title) => title.match(CITATION) ?? [])) {
      if (!ids.includes(id)) unknown.push(`${file}: ${id}`);
      else (file.endsWith('.e2e.test.ts') ? path : rule).add(id);
    }
  }
  return { rule, path, unknown };
}

function drift(stored: readonly string[], proved: ReadonlySet<string>): Record<string, string[]> {
  return {
    provedNowSoTakeOffTheList: stored.filter((id) => proved.has(id) || !ids.includes(id)),
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
