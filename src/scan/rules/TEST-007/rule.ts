import type { ProjectRule } from '../../rule.ts';

/** A test that calls its own stand-ins and asserts that they answer what it told them to. */
export const rule: ProjectRule = {
  id: 'TEST-007',
  family: 'test',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'Test that only tests its own mocks',
  why: 'No line of the product is run: it passes whatever the product does.',
  fix: 'Call the code under test, and give it the mocks as its dependencies.',
  confidence: 'high',
  check(project, report) {
    for (const [path, { tests }] of project.files)
      for (const { title, line, asserts, isFakeOnly } of tests)
        if (asserts && isFakeOnly)
          report.find(path, { line }, `The test "${title}" calls nothing but mocks it has set up itself`);
  },
};
