import type { ProjectRule } from '../../rule.ts';
import { testsWithoutAssertion } from '../../test-quality/asserting.ts';

/** A test in which nothing can fail but by accident, its helpers looked through. */
export const rule: ProjectRule = {
  id: 'TEST-001',
  family: 'test',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'Test without any assertion',
  why: 'It passes whatever the code answers, and counts as cover for what it does not check.',
  fix: 'Assert what the code must answer or do; if it only must not throw, say so in the title.',
  confidence: 'high',
  check(project, report) {
    for (const { path, test } of testsWithoutAssertion(project))
      report.find(
        path,
        { line: test.line },
        `The test "${test.title}" asserts nothing, nor does anything it calls`,
      );
  },
};
