import { expect, test } from 'vitest';

import { auditExitCode } from './failing-findings.ts';

test.each([
  ['passed', 0, false, 0],
  ['passed', 1, false, 1],
  ['passed', 0, true, 5],
  ['needs-fixes', 0, false, 1],
  ['critical', 2, true, 1],
  ['unknown', 0, false, 5],
  ['unknown', 1, false, 1],
] as const)(
  'TEAM-06 health %s with %i failing findings, open: %s, exits %i',
  (health, failing, isOpen, code) => {
    expect(auditExitCode(health, failing, { redAtBase: [], isOpen })).toBe(code);
  },
);
