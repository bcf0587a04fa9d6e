import { fits } from '../../schema/fits.ts';
import { listOf, openMapOf, optional, text, whole } from '../../schema/shape.ts';
import type { PartReader } from './part.ts';

const jestShape = openMapOf({
  numFailedTests: whole(),
  numPassedTests: whole(),
  numPendingTests: whole(),
  numTodoTests: whole(),
  testResults: listOf(
    openMapOf({
      assertionResults: listOf(openMapOf({ fullName: text(), title: optional(text()), status: text() })),
    }),
  ),
});

const mochaShape = openMapOf({
  stats: openMapOf({ passes: whole(), pending: whole(), failures: whole() }),
  failures: listOf(openMapOf({ fullTitle: text() })),
  passes: optional(listOf(openMapOf({ title: text() }))),
});

/** The JSON reporter of Jest and Vitest: one line, which both of them begin alike. */
const jestJson: PartReader = (lines) => {
  const line = lines.findLast((each) => each.startsWith('{"num'));
  const data = parsedJson(line ?? '');
  if (!fits(jestShape, data)) return undefined;
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
  const data = parsedJson(lines.slice(lines.indexOf('{'), lines.lastIndexOf('}') + 1).join('\n'));
  if (!fits(mochaShape, data)) return undefined;
  const { passes, pending, failures } = data.stats;
  const names = data.failures.map(({ fullTitle }) => fullTitle);
  const titles = (data.passes ?? []).map(({ title }) => title);
  return { runner: 'mocha', passed: passes, failed: failures, skipped: pending, names, passes: titles };
};

/** undefined where it is not JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export const jsonReports: readonly PartReader[] = [jestJson, mochaJson];
