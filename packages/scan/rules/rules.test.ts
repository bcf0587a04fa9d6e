import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { readFixture, standardDeclarations } from '../../../test/support/rule-examples.ts';
import { memoryInstalled, memoryTree } from '../../../test/support/memory-tree.ts';
import { scanTree } from '../engine/scan-tree.ts';
import { openGrammars, secretDetection as secrets } from '../../../test/support/scan-inputs.ts';
import { allFinders, allRules, syntaxFinders } from '../registry.generated.ts';

const anyLanguage = memoryTree(
  new Map([
    ['a.py', ''],
    ['a.cs', ''],
    ['a.java', ''],
    ['a.go', ''],
  ]),
);
const syntax = { grammars: await openGrammars(anyLanguage), finders: syntaxFinders };
const here = dirname(fileURLToPath(import.meta.url));

describe.each(allRules.map((rule) => [rule.id, rule] as const))('TEAM-03 rule %s', (id, rule) => {
  for (const kind of ['bad', 'good'] as const) {
    const folder = join(here, id, kind);
    const cases = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];

    test(`has at least five ${kind} examples`, () => {
      expect(cases.length).toBeGreaterThanOrEqual(5);
    });

    test.each(cases)(`finds the marked lines of ${kind}/%s and no others`, (name) => {
      const { files, marked } = readFixture(readFileSync(join(folder, name), 'utf8'), id);
      const { findings, crashes } = scanTree(memoryTree(files), {
        rules: [rule],
        finders: allFinders,
        syntax,
        secrets,
        libraries: { installed: memoryInstalled(files, standardDeclarations), most: 5 },
      });
      expect(crashes).toEqual([]);
      expect(findings.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual(marked);
      expect(marked.length > 0).toBe(kind === 'bad');
    });
  }

  test('says what it finds, why that harms and what to do', () => {
    for (const text of [rule.title, rule.why, rule.fix]) expect(text.length).toBeGreaterThan(10);
  });
});

test('every folder of a rule is in the list, and every rule has a folder and an id of its own', () => {
  const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(allRules.map(({ id }) => id).toSorted());
});
