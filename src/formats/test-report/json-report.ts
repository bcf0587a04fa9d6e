import { z } from 'zod';

import type { PartReader } from './part.ts';

const amount = z.number().int().nonnegative();

const jestShape = z.object({
  numFailedTests: amount,
  numPassedTests: amount,
  numPendingTests: amount,
  numTodoTests: amount,
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), title: z.string().optional(), status: z.string() }),
      ),
    }),
  ),
});

const mochaShape = z.object({
  stats: z.object({ passes: amount, pending: amount, failures: amount }),
  failures: z.array(z.object({ fullTitle: z.string() })),
  passes: z.array(z.object({ title: z.string() })).default([]),
});

/** The JSON reporter of Jest and Vitest: one line, which both of them begin alike. */
const jestJson: PartReader = (lines) => {
  const line = lines.findLast((each) => each.startsWith('{"num'));
  const { data } = jestShape.safeParse(parsed(line ?? ''));
  if (data === undefined) return undefined;
  const all = data.testResults.flatMap(({ assertionResults }) => assertionResults);
  const names = all.flatMap(({ fullName, status }) => (status === 'failed' ? [fullName] : []));
  return {
    runner: line?.includes('"numRuntimeErrorTestSuites"') === true ? 'jest' : 'vitest',
    passed: data.numPassedTests,
    failed: data.numFailedTests,
    skipped: data.numPendingTests + data.numTodoTests,
    names,
    passes: all.flatMap(({ fullName, title, status }) => (status === 'passed' ? [title ?? fullName] : [])),
  };
};

/** The JSON reporter of Mocha: from a line `{` to a line `}`. */
const mochaJson: PartReader = (lines) => {
  const text = lines.slice(lines.indexOf('{'), lines.lastIndexOf('}') + 1).join('\n');
  const { data } = mochaShape.safeParse(parsed(text));
  if (data === undefined) return undefined;
  const { passes, pending, failures } = data.stats;
  const names = data.failures.map(({ fullTitle }) => fullTitle);
  const titles = data.passes.map(({ title }) => title);
  return { runner: 'mocha', passed: passes, failed: failures, skipped: pending, names, passes: titles };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const jsonReports: readonly PartReader[] = [jestJson, mochaJson];
