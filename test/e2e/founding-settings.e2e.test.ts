// Document 002's settings and its format of findings as a user sees them: `check` and `parse` of the built CLI.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';

let place: Place;
beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());

const agents = 'version: 1\nagents: { default: { use: command, run: [sh, agent.sh] } }\n';

/** Part 3 of the document, word for word. */
const documented = `audit_team:
  enabled: true
  requirements_auditor: true
  technical_auditor: true
  interface_auditor: true
  test_auditor: true
  library_auditor: true
  pass_threshold: 0.9
  severity_gate: "MEDIUM"
  max_fix_rounds: 3
  max_library_checks: 8
  per_milestone: true
  end_of_run: true
`;

function checked(config: string): { readonly code: number | null; readonly text: string } {
  place.write('gauntlet.yaml', agents + config);
  const { code, stdout, stderr } = place.run(['check', 'gauntlet.yaml']);
  return { code, text: stdout + stderr };
}

test('TEAM-23 002#14 the audit_team block of the document is read as it is; beside an audit block it is refused', () => {
  expect(checked(documented)).toMatchObject({ code: 0 });
  const both = checked(`${documented}audit: { maxFixRounds: 1 }\n`);
  expect(both.code).toBe(2);
  expect(both.text).toMatch(/audit_team/);
});

test('TEAM-13 002#15 every wrong setting is named at once with its place; enabled: false ignores the others', () => {
  const wrong = checked(
    'audit_team:\n  pass_threshold: 1.5\n  severity_gate: SEVERE\n  max_fix_rounds: -1\n  max_library_checks: -2\n',
  );
  expect(wrong.code).toBe(2);
  for (const [line, name] of [
    [4, 'pass_threshold'],
    [5, 'severity_gate'],
    [6, 'max_fix_rounds'],
    [7, 'max_library_checks'],
  ])
    expect(wrong.text).toMatch(new RegExp(`gauntlet\\.yaml:${line}:\\d+.*${name}`));
  for (const severity of ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'])
    expect(
      checked(`audit_team: { severity_gate: ${severity}, pass_threshold: 1, max_fix_rounds: 0 }\n`).code,
    ).toBe(0);
  expect(checked('audit_team: { enabled: false, pass_threshold: 7, severity_gate: SEVERE }\n').code).toBe(0);
});

type Parsed = {
  readonly findings: readonly Readonly<Record<string, unknown>>[];
  readonly summary: { readonly score: number };
  readonly inconsistent: boolean;
};

function parsed(findings: readonly string[], summary: string): Parsed {
  const input = [
    '# Requirements Audit Report',
    '',
    '## FINDINGS',
    '',
    ...findings,
    '## SUMMARY',
    summary,
  ].join('\n');
  return JSON.parse(place.run(['parse', '-', '--as', 'audit'], { input }).stdout) as Parsed;
}

const failed = `### FAIL | CRITICAL | REQ-001 | User login endpoint
- **File**: src/auth/login.controller.ts:45
- **Evidence**: Missing password validation
  accepts empty strings
- **Fix Hint**: Add a guard
`;
const passed = `### PASS | - | REQ-002 | User registration endpoint
- **File**: src\\auth\\register.controller.ts:12
- **Evidence**: verified
`;
const partial = `### PARTIAL | HIGH | REQ-003 | Password reset flow
- **File**: src/auth/reset.service.ts
- **Evidence**: no expiration
`;

test('TEAM-04 002#16 findings are read with verdict, severity, id, path, line, evidence and hint, as the document writes them', () => {
  const { findings, summary, inconsistent } = parsed(
    [failed, passed, partial],
    '- Checked: 3\n- Pass: 1\n- Fail: 1\n- Partial: 1\n- Score: 0.33\n',
  );
  expect(findings).toMatchObject([
    {
      verdict: 'FAIL',
      severity: 'CRITICAL',
      id: 'REQ-001',
      title: 'User login endpoint',
      file: 'src/auth/login.controller.ts',
      line: 45,
      fixHint: 'Add a guard',
    },
    { verdict: 'PASS', severity: null, file: 'src/auth/register.controller.ts', line: 12 },
    { verdict: 'PARTIAL', severity: 'HIGH', file: 'src/auth/reset.service.ts', line: 0 },
  ]);
  expect(findings[0]?.['evidence']).toMatch(/Missing password validation\s+accepts empty strings/);
  expect(summary.score).toBeCloseTo(1 / 3);
  expect(inconsistent).toBe(false);
});

test('TEAM-04 002#16 an unknown verdict is a FAIL, and a summary that claims more than the findings does not raise the score', () => {
  const odd = failed.replace('FAIL | CRITICAL', 'GOOD | SEVERE');
  const { findings, summary, inconsistent } = parsed(
    [odd, passed],
    '- Checked: 9\n- Pass: 9\n- Fail: 0\n- Partial: 0\n- Score: 1.00\n',
  );
  expect(findings[0]).toMatchObject({ verdict: 'FAIL', id: 'REQ-001' });
  expect(summary.score).toBeLessThanOrEqual(0.5);
  expect(inconsistent).toBe(true);
});
