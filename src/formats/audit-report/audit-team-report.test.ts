import { expect, test } from 'vitest';
import type { AuditTeamReport } from '../../model/audit.ts';
import { parseAuditTeamReport, writeAuditTeamReport } from './audit-team-report.ts';

const report: AuditTeamReport = {
  auditors: [
    {
      auditor: 'requirements',
      outcome: 'reported',
      checked: 3,
      pass: 1,
      fail: 2,
      partial: 0,
      score: 0.33,
      inconsistent: true,
    },
    {
      auditor: 'technical',
      outcome: 'no result',
      checked: 0,
      pass: 0,
      fail: 0,
      partial: 0,
      score: 0,
      inconsistent: false,
    },
  ],
  findings: [
    {
      auditor: 'requirements',
      source: 'agent',
      verdict: 'FAIL',
      severity: 'CRITICAL',
      id: 'REQ-001',
      title: 'Login | logout',
      file: 'src/a.ts',
      line: 4,
      evidence: 'first\n\n### not a heading\n- **Auditor**: test',
      fixHint: 'do it',
    },
    {
      auditor: 'technical',
      source: 'scan',
      verdict: 'PASS',
      severity: null,
      id: '',
      title: '',
      file: '',
      line: 0,
      evidence: '',
      fixHint: '',
    },
  ],
  totals: { checked: 4, pass: 2, fail: 1, partial: 1 },
  overallScore: 0.25,
  health: 'unknown',
  fixRoundsUsed: 2,
  fixGroups: [
    {
      name: 'fix-1',
      general: false,
      severity: 'CRITICAL',
      files: ['src/a.ts', 'src/b.ts'],
      findings: [0, 1],
    },
    { name: 'general', general: true, severity: 'LOW', files: [], findings: [1] },
  ],
  durationSeconds: 12.5,
};

test('SIGNAL-06 AUDIT_REPORT.md has every field and reads back to the same report', () => {
  const written = writeAuditTeamReport(report);
  expect(parseAuditTeamReport(written)).toEqual({ report, reasons: [] });
  expect(parseAuditTeamReport(written.replaceAll('\n', '\r\n'))).toEqual({ report, reasons: [] });
});

test('TEAM-04 AUDIT_REPORT.md is for people to read', () => {
  expect(writeAuditTeamReport(report)).toBe(`# Audit Report

- **Health**: unknown
- **Overall score**: 0.25
- **Checked**: 4
- **Pass**: 2
- **Fail**: 1
- **Partial**: 1
- **Fix rounds used**: 2
- **Duration**: 12.5 s

## AUDITORS

| Auditor | Outcome | Checked | Pass | Fail | Partial | Score | Consistent |
| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
| requirements | reported | 3 | 1 | 2 | 0 | 0.33 | no |
| technical | no result | 0 | 0 | 0 | 0 | 0.00 | yes |

## FINDINGS

### FAIL | CRITICAL | REQ-001 | Login | logout
- **Number**: 1
- **Auditor**: requirements
- **Source**: agent
- **File**: src/a.ts:4
- **Evidence**:
    first

    ### not a heading
    - **Auditor**: test
- **Fix Hint**: do it

### PASS | - | - |
- **Number**: 2
- **Auditor**: technical
- **Source**: scan
- **File**: N/A

## FIX GROUPS

### GROUP | fix-1 | CRITICAL
- **Findings**: 1, 2
- **File**: src/a.ts
- **File**: src/b.ts

### GROUP | general | LOW
- **Findings**: 2
`);
});

test('002#21 a fix group whose round was audited again has no line of findings', () => {
  const [group] = report.fixGroups;
  const fixGroups = group === undefined ? [] : [{ ...group, findings: [], round: 1, about: ['REQ-001'] }];
  const text = writeAuditTeamReport({ ...report, fixGroups });
  expect(text).toContain('- **Finding ids**: REQ-001\n- **File**');
  expect(parseAuditTeamReport(text).report?.fixGroups).toEqual(fixGroups);
});

test('TEAM-06 a report that says passed over an open CRITICAL finding is unknown', () => {
  const lying = writeAuditTeamReport({ ...report, health: 'passed' });
  const { report: read, reasons } = parseAuditTeamReport(lying);
  expect(read?.health).toBe('unknown');
  expect(reasons).toEqual(['the health says passed while a CRITICAL finding is open']);
  const [critical] = report.findings;
  if (critical === undefined) throw new Error('a finding expected');
  const closed = { ...report, health: 'passed', findings: [{ ...critical, severity: 'HIGH' }] } as const;
  expect(parseAuditTeamReport(writeAuditTeamReport(closed)).report).toEqual(closed);
});

test('TEAM-04 what is no audit report is none', () => {
  expect(parseAuditTeamReport('# Something')).toEqual({
    report: null,
    reasons: ['no heading "Audit Report"'],
  });
});

test('TEAM-04 damage is told and read as the worse', () => {
  const damaged = writeAuditTeamReport(report)
    .replace('**Health**: unknown', '**Health**: splendid')
    .replace('**Overall score**: 0.25', '**Overall score**: -1')
    .replace('**Fix rounds used**: 2', '**Fix rounds used**: Infinity')
    .replace('- **Pass**: 2\n', '')
    .replace('| technical | no result | 0', '| technical | fine | x')
    .replace('- **Auditor**: technical\n', '')
    .replace('FAIL | CRITICAL', 'WHAT | CRITICAL');
  const { report: read, reasons } = parseAuditTeamReport(damaged);
  expect(reasons).toEqual([
    'REQ-001: verdict "WHAT" is not known and counts as FAIL',
    'a finding: no auditor named',
    'technical row: no number',
    'pass: no number',
    'overall score: no number',
    'fix rounds used: no number',
    'the health is not one of the known words',
  ]);
  expect(read).toMatchObject({ health: 'unknown', overallScore: 0, fixRoundsUsed: 0 });
  expect(read?.auditors[1]).toMatchObject({ outcome: 'no result', checked: 0 });
  expect(read?.findings.map((finding) => finding.auditor)).toEqual(['requirements', 'requirements']);
});

test('TEAM-04 a report cut inside a fence says so', () => {
  expect(parseAuditTeamReport(`${writeAuditTeamReport(report)}\n~~~\n`).reasons).toEqual([
    'not all of the report could be read',
  ]);
});

test('TEAM-04 a group with an unknown severity counts as HIGH', () => {
  const written = writeAuditTeamReport(report).replace('fix-1 | CRITICAL', 'fix-1 | SOON');
  expect(parseAuditTeamReport(written).report?.fixGroups[0]?.severity).toBe('HIGH');
});

test('FOUND-01 002#21 findings at one place are one finding with its sources, and read back apart', () => {
  const [first] = report.findings;
  if (first === undefined) throw new Error('a finding expected');
  const scan = { ...first, auditor: 'technical', source: 'scan', id: 'MOCK-003', severity: 'HIGH' } as const;
  const findings = [first, { ...first, auditor: 'technical', id: 'TECH-001' } as const, scan];
  const written = writeAuditTeamReport({ ...report, findings, fixGroups: [] });
  const [main = '', others = ''] = written.split('## OTHER REPORTS OF THE FINDINGS ABOVE');
  expect(main.match(/^### /gm)).toHaveLength(1);
  expect(main).toContain('- **Reported by**: requirements REQ-001, technical TECH-001, scan MOCK-003');
  expect(others.match(/^### /gm)).toHaveLength(2);
  expect(parseAuditTeamReport(written).report?.findings).toEqual(findings);
});

test('FOUND-01 002#18 scores have two decimals', () => {
  const written = writeAuditTeamReport({ ...report, overallScore: 10 / 11 });
  expect(written).toContain('- **Overall score**: 0.91\n');
});

test('FOUND-01 004#4 the description of a finding of the one reviewer is written, and read back', () => {
  const [first, ...others] = report.findings.map((each) => ({ ...each, description: 'A crash | at once' }));
  const said = { ...report, findings: [first, ...others].flatMap((each) => each ?? []) };
  const text = writeAuditTeamReport(said);
  expect(text).toContain('- **Description**: A crash | at once\n');
  expect(parseAuditTeamReport(text).report?.findings[0]?.description).toBe('A crash | at once');
});
