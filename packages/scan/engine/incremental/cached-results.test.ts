import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { openGrammars, secretDetection as secrets } from '../../../../test/support/scan-inputs.ts';
import { readFixture } from '../../../../test/support/rule-examples.ts';
import { fileScanner } from '../scan-file.ts';
import { changeOf, type StoredFileScan, readFileScan, writeFileScan } from './stored-scan.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { CachedResults } from './cached-results.ts';
import { factKinds } from '../fact-kinds.generated.ts';
import { recordReads, Dependencies, TEXT } from './dependencies.ts';
import { allFinders, allRules, syntaxFinders } from '../../registry.generated.ts';
import type { ScanResult } from '../findings/scan-result.ts';
import { conclude } from '../scan-tree.ts';

const rules = allRules.filter(({ kind }) => kind === 'project');
const languages = new Map(['a.py', 'a.cs', 'a.java', 'a.go'].map((path) => [path, '']));
const grammars = await openGrammars(memoryTree(languages));
const look = fileScanner({
  rules,
  finders: allFinders,
  syntax: { grammars, finders: syntaxFinders },
  secrets,
});
const scan = fileURLToPath(new URL('../../', import.meta.url));
const here = join(scan, 'rules');

type Files = ReadonlyMap<string, string>;
type Texts = ReadonlyMap<string, StoredFileScan>;

function textOf(path: string, text: string): StoredFileScan {
  const bytes = new TextEncoder().encode(text);
  return writeFileScan(look(path, bytes.length, () => bytes));
}

function concluded(files: Files, texts: Texts, results?: CachedResults): ScanResult {
  const looks = [...texts].map(([path, { head, facts }], at) => {
    const read = readFileScan(head, () => facts, at);
    if (read === undefined) throw new Error(`${path} cannot be read`);
    return [path, read] as const;
  });
  return conclude(memoryTree(files), new Map(looks), rules, { results });
}

/** A line fewer, a name changed, something more at the end. */
function changed(text: string): readonly string[] {
  const lines = text.split('\n');
  const without = [0.1, 0.35, 0.6, 0.85].map((part) => lines.toSpliced(Math.floor(part * lines.length), 1));
  return [
    ...without.map((some) => some.join('\n')),
    text.replace(/(?<=\bexport \w+ )\w+/, 'another'),
    text.replace(/(?<=['"])[\w/-]+(?=['"])/, 'elsewhere'),
    `${text}\nexport const oneMore = 1;\n`,
  ].filter((other) => other !== text);
}

const examples = rules.flatMap(({ id }) => globSync(`${id}/bad/*.txt`, { cwd: here }).toSorted().slice(0, 1));

test.each(examples)('what stands of an earlier scan is what rules would say again: %s', (example) => {
  const { files } = readFixture(readFileSync(join(here, example), 'utf8'), 'NONE');
  const before = new Map([...files].map(([path, text]) => [path, textOf(path, text)]));
  const results = new CachedResults();
  const first = concluded(files, before, results);
  expect(first).toEqual(concluded(files, before));
  const kept = results.write();
  expect(concluded(files, before, new CachedResults(kept))).toEqual(first);
  let standing = 0;
  for (const [at, [path, text]] of [...files].entries()) {
    for (const other of changed(text)) {
      const now = new Map(files).set(path, other);
      const texts = new Map(before).set(path, textOf(path, other));
      const change = changeOf(at, textOf(path, text), textOf(path, other));
      if (change === undefined) continue;
      const then = new CachedResults(kept, [change]);
      standing += rules.filter(({ id }) => then.valid(id) !== undefined).length;
      const expected = concluded(now, texts);
      expect(concluded(now, texts, then)).toEqual(expected);
      // Of what was said anew, and of what was said before, the next scan has to know as much.
      expect(concluded(now, texts, new CachedResults(then.write()))).toEqual(expected);
    }
  }
  expect(standing).toBeGreaterThan(0);
});

test('facts are read when they are asked for, and that they were is noted', () => {
  const file = 'src/a.ts';
  const { head, facts } = textOf(file, "import { b } from './b';\nexport const a = b;\n");
  let asked = 0;
  const known = readFileScan(head, () => ((asked += 1), facts), 9)?.facts;
  const reads = new Dependencies();
  expect(asked).toBe(0);
  expect(known?.imports[0]?.from).toBe('./b');
  recordReads(reads, () => [known?.imports, known?.routes]);
  expect(known?.exports).toHaveLength(1);
  expect(asked).toBe(1);
  const noted = [...reads.all()].map(([kind, files]) => [factKinds[kind], files[1]]);
  expect(noted).toEqual([
    ['imports', 2],
    ['routes', 2],
  ]);
  expect(factKinds.at(TEXT)).toBeUndefined();
});

test('nothing is worked out for a whole project where what it looks at is not noted', () => {
  const sources = globSync('**/*.ts', { cwd: scan }).filter((path) => !path.endsWith('.test.ts'));
  const own = sources.filter((path) => /Map<ProjectFacts\b/.test(readFileSync(join(scan, path), 'utf8')));
  expect(own).toEqual(['engine/incremental/memo.ts']);
});
