import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'E2E-002',
  family: 'e2e',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'An end-to-end test has the address of the application written in',
  why: 'The test runs on one machine only; against a preview or in CI it asks nobody, or the wrong one.',
  fix: 'Use the configured base address (`page.goto("/")`, `cy.visit("/")`) or an environment variable.',
  confidence: 'high',
  check: saysFlaws('E2E-002'),
};
