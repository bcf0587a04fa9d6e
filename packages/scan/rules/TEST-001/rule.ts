import type { ProjectCheck } from '../../engine/rule.ts';
import { testsWithoutAssertion } from '../../concepts/tests/asserting.ts';

/** A test in which nothing can fail but by accident, its helpers looked through. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { path, test } of testsWithoutAssertion(project))
      report.find(path, { line: test.line }, `The test "${test.title}" has no assertions (helpers included)`);
  },
};
