import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { gateEntries } from '../src/cli/explain/gate-entries.ts';
import { gateRules } from '../src/model/feedback.ts';
import { filesUnder, root } from './source.ts';

/** The ways in which sources write the id of a gate finding. */
const WRITTEN = [
  /\brule: (?:[^,'\n]*\? )?'([a-z][a-z-]+)'/g,
  /\brule: [^,'\n]*\? '[a-z-]+' : '([a-z-]+)'/g,
  /\b(?:fact|say|gateFinding)\(\s*'([a-z-]+)'/g,
  /'([a-z-]+)' satisfies GateRule\b/g,
];

function idsIn(...folders: readonly string[]): readonly string[] {
  const paths = folders.flatMap((folder) => filesUnder(folder, '.ts'));
  const texts = paths
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const found = texts.flatMap((text) => WRITTEN.flatMap((way) => [...text.matchAll(way)]));
  return [...new Set(found.map(([, id = '']) => id))].sort();
}

test('every id that gates and detectors report is explained', () => {
  const ids = idsIn('src/gates', 'src/detect');
  expect(ids.length).toBeGreaterThan(60);
  expect(ids.filter((id) => !Object.hasOwn(gateRules, id))).toEqual([]);
});

test('every explained id of a gate is one that the sources still report', () => {
  const ids = new Set(idsIn('src/gates', 'src/detect', 'src/inspect', 'src/run', 'src/model'));
  expect(Object.keys(gateRules).filter((id) => !ids.has(id))).toEqual([]);
});

test('the explanation of a gate finding is two sentences of moderate length', () => {
  for (const { id, title, detail } of gateEntries()) {
    expect(title, id).toMatch(/^[A-Z].{20,110}\.$/);
    expect(detail, id).toMatch(/^[A-Z`](?:(?!\. [A-Z]).){20,130}\.$/);
  }
});
