import { expect, test } from 'vitest';

import { standardDeclarations } from '../../../../test/support/rule-examples.ts';
import { memoryInstalled, memoryTree } from '../../../../test/support/memory-tree.ts';
import { allFinders, allRules } from '../../registry.generated.ts';
import type { ScanResult } from '../../engine/findings/scan-result.ts';
import { scanTree } from '../../engine/scan-tree.ts';

const rules = allRules.filter(({ kind }) => kind === 'library');

function scanned(files: Readonly<Record<string, string>>, most = 5): ScanResult {
  const all = new Map(Object.entries(files));
  const libraries = { installed: memoryInstalled(all, standardDeclarations), most };
  return scanTree(memoryTree(all), { rules, finders: allFinders, libraries });
}

function library(name: string, version: string): Readonly<Record<string, string>> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, types: 'index.d.ts' }),
    [`node_modules/${name}/index.d.ts`]:
      '/** @deprecated Use fresh. */\nexport declare function old(): void;\nexport declare function fresh(): void;\n',
  };
}

const manifest = (dependencies: Readonly<Record<string, string>>): string => JSON.stringify({ dependencies });

test('TEAM-15 a finding cites the declaration, the installed version and what it says instead', () => {
  const { findings, ran } = scanned({
    'package.json': manifest({ things: '^2.0.0' }),
    'src/a.js': "import { old, gone } from 'things';\nold();\ngone();\n",
    ...library('things', '2.3.4'),
  });
  expect(findings.map(({ message }) => message)).toEqual([
    '`old` of things 2.3.4 is deprecated: Use fresh. (node_modules/things/index.d.ts:1)',
    '`gone` is not declared by things 2.3.4 (node_modules/things/index.d.ts)',
  ]);
  expect(ran).toEqual(['LIB-001', 'LIB-002', 'LIB-003']);
});

test('TEAM-15 what is not installed is said, and nothing is judged by it', () => {
  const { findings, ran, unresolved } = scanned({
    'package.json': manifest({ things: '^2.0.0' }),
    'src/a.js': "import { old, gone } from 'things';\nold();\ngone();\n",
  });
  expect(findings).toEqual([]);
  expect(ran).toEqual([]);
  expect(unresolved).toEqual([{ rule: 'LIB-001', what: 'libraries used but not installed', count: 1 }]);
});

test('TEAM-15 first what is newer than the code was written for, then the most used, then what has settings', () => {
  const files = {
    'package.json': manifest({ newer: '^1.0.0', used: '^1.0.0', set: '^1.0.0', rest: '^1.0.0' }),
    'set.config.js': "import { old } from 'set';\nold();\n",
    'src/a.js': "import { old } from 'used';\nold();\n",
    'src/b.js': "import { old } from 'used';\nold();\n",
    'src/c.js': "import { old } from 'newer';\nold();\n",
    'src/d.js': "import { old } from 'rest';\nold();\n",
    ...library('newer', '2.0.0'),
    ...library('used', '1.0.0'),
    ...library('set', '1.0.0'),
    ...library('rest', '1.0.0'),
  };
  const first = (most: number): readonly string[] => [
    ...new Set(scanned(files, most).findings.map(({ message }) => message.split(' ')[2] ?? '')),
  ];
  expect(first(1)).toEqual(['newer']);
  expect(first(2).toSorted()).toEqual(['newer', 'used']);
  expect(first(3).toSorted()).toEqual(['newer', 'set', 'used']);
  expect(scanned(files, 3).unresolved).toContainEqual({
    rule: 'LIB-001',
    what: 'libraries beyond the number that is checked',
    count: 1,
  });
  expect(scanned(files, 0).ran).toEqual([]);
});

test('a use is left alone with a reason, like any other finding', () => {
  const { findings } = scanned({
    'package.json': manifest({ things: '^2.0.0' }),
    'src/a.js':
      "import { old } from 'things';\n// gauntlet-disable-next-line LIB-001 -- until the next release\nold();\n",
    ...library('things', '2.3.4'),
  });
  expect(findings.map(({ suppressed }) => suppressed)).toEqual(['until the next release']);
});

test('what is installed for another part of the project proves nothing, unless they are one workspace', () => {
  const files = {
    'package.json': manifest({ things: '^2.0.0' }),
    'server.js': "import { fresh } from 'things';\nfresh();\n",
    'web/package.json': manifest({ things: '^1.0.0' }),
    'web/a.js': "import { gone } from 'things';\ngone();\n",
    ...library('things', '2.3.4'),
  };
  expect(scanned(files).findings).toEqual([]);
  expect(scanned(files).unresolved).toContainEqual({
    rule: 'LIB-001',
    what: 'libraries used but not installed',
    count: 1,
  });
  const workspace = { ...files, 'pnpm-workspace.yaml': 'packages: [web]\n' };
  expect(scanned(workspace).findings.map(({ file }) => file)).toEqual(['web/a.js']);
});
