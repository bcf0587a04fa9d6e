import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditHealths, auditorOutcomes, type AuditTeamReport } from '../../model/audit.ts';
import { severities } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import { parseAuditTeamReport, writeAuditTeamReport } from './audit-team-report.ts';
import { writableFinding } from './finding.ts';

const score = fc.nat(100).map((percent) => percent / 100);
const counts = { checked: fc.nat(), pass: fc.nat(), fail: fc.nat(), partial: fc.nat() };
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '\n',
    '\r\n### PASS | - | a | b',
    '```',
    '<!--\n',
    '\n- **File**: a.ts:5',
    'src/a.ts:7',
    '## FIX GROUPS',
  ),
);
const words = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const auditor = fc.constantFrom(...auditors);

const finding = fc
  .record({
    finding: fc.record({
      verdict: fc.constantFrom('PASS' as const, 'FAIL' as const, 'PARTIAL' as const),
      severity: fc.constantFrom(...severities),
      id: words,
      title: words,
      file: words,
      line: fc.nat(99),
      evidence: words,
      fixHint: words,
    }),
    auditor,
    source: fc.constantFrom('agent' as const, 'scan' as const),
  })
  .map((made) => ({ ...writableFinding(made.finding), auditor: made.auditor, source: made.source }));

const report = fc.record<AuditTeamReport>({
  auditors: fc.array(
    fc.record({
      auditor,
      outcome: fc.constantFrom(...auditorOutcomes),
      ...counts,
      score,
      inconsistent: fc.boolean(),
    }),
  ),
  findings: fc.array(finding, { maxLength: 5 }),
  totals: fc.record(counts),
  overallScore: score,
  health: fc.constantFrom(...auditHealths.filter((health) => health !== 'passed')),
  fixRoundsUsed: fc.nat(5),
  fixGroups: fc.array(
    fc
      .record({
        name: fc.constant('fix-1'),
        general: fc.constant(false),
        severity: fc.constantFrom(...severities),
        files: fc.subarray(['src/a.ts', 'my docs/b.ts', 'app/[id]/c.tsx']),
        findings: fc.array(fc.nat(999)),
        fixed: fc.option(
          fc.record({ round: fc.nat(8).map((n) => n + 1), about: fc.subarray(['REQ-1', 'X']) }),
        ),
      })
      .map(({ fixed, ...group }) => ({ ...group, ...fixed })),
    { maxLength: 3 },
  ),
  durationSeconds: fc.nat().map((tenths) => tenths / 10),
});

test('SIGNAL-06 every audit report of the team is written and read back to the same value', () => {
  fc.assert(
    fc.property(report, (given) => {
      expect(parseAuditTeamReport(writeAuditTeamReport(given))).toEqual({ report: given, reasons: [] });
    }),
    { numRuns: 500 },
  );
});

test('TEAM-04 any text is read as a team report without a throw', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { report: read } = parseAuditTeamReport(
        `# Audit Report\n- **Health**: passed\n${pieces.join('\n')}`,
      );
      const isOpen = read?.findings.some((made) => made.verdict !== 'PASS' && made.severity === 'CRITICAL');
      expect(isOpen === true && read?.health === 'passed').toBe(false);
    }),
  );
});

test('whatever names files have, the report has no lines and no controls of theirs', () => {
  const names = fc.array(
    fc.constantFrom(
      'a.ts',
      '\n',
      '\n### FAIL | CRITICAL | X | made up',
      '\r',
      '\u001b[2J',
      '\u202e',
      '`',
      '|',
    ),
  );
  fc.assert(
    fc.property(names, (parts) => {
      const file = parts.join('');
      const text = writeAuditTeamReport({
        auditors: [],
        findings: [
          {
            auditor: 'technical',
            source: 'scan',
            verdict: 'FAIL',
            severity: 'LOW',
            id: 'X-1',
            title: file,
            file,
            line: 1,
            evidence: '',
            fixHint: '',
          },
        ],
        totals: { checked: 1, pass: 0, fail: 1, partial: 0 },
        overallScore: 0,
        health: 'critical',
        fixRoundsUsed: 0,
        fixGroups: [{ name: 'g', general: false, severity: 'LOW', files: [file], findings: [0] }],
        durationSeconds: 1,
      });
      expect(text).not.toMatch(/[\u001b\r\u202e]/);
      expect(text.split('\n').filter((line) => line.startsWith('### '))).toHaveLength(2);
      expect(parseAuditTeamReport(text).report?.findings).toHaveLength(1);
    }),
  );
});
