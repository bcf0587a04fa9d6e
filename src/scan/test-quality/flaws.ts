import type { TestFlawFact } from '../facts/tests.ts';
import type { ProjectRule, RuleHead } from '../rule.ts';

/** A rule about one kind of what is wrong with tests, as their own files show it. */
export function flawRule(
  kind: TestFlawFact['kind'],
  message: (flaw: TestFlawFact) => string,
  head: Omit<RuleHead, 'family'>,
): ProjectRule {
  return {
    ...head,
    family: 'test',
    kind: 'project',
    ownFile: true,
    check(project, report) {
      for (const [path, { testFlaws }] of project.files)
        for (const flaw of testFlaws)
          if (flaw.kind === kind) report.find(path, { line: flaw.line }, message(flaw));
    },
  };
}
