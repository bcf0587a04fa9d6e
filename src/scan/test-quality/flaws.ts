import type { TestFlawFact } from '../facts/tests.ts';
import type { ProjectRule, RuleHead } from '../rule.ts';

/** What the rules about end-to-end tests say of the same line; once is enough. */
const TWINS: ReadonlyMap<TestFlawFact['kind'], string> = new Map([
  ['sleep', 'E2E-001'],
  ['empty', 'E2E-004'],
]);

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
      const twin = TWINS.get(kind);
      for (const [path, { testFlaws, flaws }] of project.files)
        for (const flaw of testFlaws) {
          const isSaid = flaws.some(({ rule, line }) => rule === twin && line === flaw.line);
          if (flaw.kind === kind && !isSaid) report.find(path, { line: flaw.line }, message(flaw));
        }
    },
  };
}
