import { z } from 'zod';

import type { PartReader } from './part.ts';

const amount = z.number().int().nonnegative();

const jestShape = z.object({
  numFailedTests: amount,
  numPassedTests: amount,
  numPendingTests: amount,
  numTodoTests: amount,
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
});

const mochaShape = z.object({
  stats: z.object({ passes: amount, pending: amount, failures: amount }),
  failures: z.array(z.object({ fullTitle: z.string() })),
});

/** The JSON reporter of Jest and Vitest: one line, which both of them begin alike. */
const jestJson: PartReader = (lines) => {
  const line = lines.findLast((each) => each.startsWith('{"num'));
  const { data } = jestShape.safeParse(parsed(line ?? ''));
  if (data === undefined) return undefined;
  const names = data.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ fullName, status }) => (status === 'failed' ? [fullName] : []));
  return {
    runner: line?.includes('"numRuntimeErrorTestSuites"') === true ? 'jest' : 'vitest',
    passed: data.numPassedTests,
    failed: data.numFailedTests,
    skipped: data.numPendingTests + data.numTodoTests,
    names,
  };
};

/** The JSON reporter of Mocha: from a line `{` to a line `}`. */
const mochaJson: PartReader = (lines) => {
  const text = lines.slice(lines.indexOf('{'), lines.lastIndexOf('}') + 1).join('\n');
  const { data } = mochaShape.safeParse(parsed(text));
  if (data === undefined) return undefined;
  const { passes, pending, failures } = data.stats;
  const names = data.failures.map(({ fullTitle }) => fullTitle);
  return { runner: 'mocha', passed: passes, failed: failures, skipped: pending, names };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const jsonReports: readonly PartReader[] = [jestJson, mochaJson];
