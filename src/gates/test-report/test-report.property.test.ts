import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { assert, constantFrom, array, nat, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { readTestReport } from './test-report.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/test-reports');
const outputs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const lines = [...new Set(outputs.flatMap((output) => output.split('\n')))];

const anyOutput = array(oneof(constantFrom(...lines), string({ unit: 'binary', maxLength: 40 })), {
  maxLength: 60,
});

test('REAL-02 whatever a check prints, reading it never throws and the figures fit one another', () => {
  assert(
    property(anyOutput, (printed) => {
      const read = readTestReport(printed.join('\n'));
      if (read === null) return;
      expect(read.runners.length).toBeGreaterThan(0);
      for (const figure of [read.passed, read.failed, read.skipped]) expect(figure).toBeGreaterThanOrEqual(0);
      expect(read.ranNoTest && read.passed + read.failed > 0).toBe(false);
      expect(new Set(read.failures).size >= read.failed || read.failures === null).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('REAL-02 an output of which something was left out names no complete list of failures', () => {
  const cut = tuple(constantFrom(...outputs), nat(), nat());
  assert(
    property(cut, ([output, a, b]) => {
      const [from = 0, to = 0] = [a % (output.length + 1), b % (output.length + 1)].toSorted((x, y) => x - y);
      const marker = `\n[… ${to - from} bytes omitted …]\n`;
      const read = readTestReport(output.slice(0, from) + marker + output.slice(to));
      expect(read?.failures ?? null).toBeNull();
      expect(read?.ranNoTest ?? false).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('REAL-02 what a branch prints besides a report hides no failure that the report names', () => {
  assert(
    property(constantFrom(...outputs), anyOutput, (output, noise) => {
      const named = readTestReport(output)?.failures ?? [];
      const read = readTestReport(`${noise.join('\n')}\n${output}`)?.failures;
      if (read === null || read === undefined) return;
      const missing = named.filter((name) => !read.some((each) => each.includes(name)));
      expect(missing).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
