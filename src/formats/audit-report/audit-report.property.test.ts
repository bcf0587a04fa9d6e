import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditorReport, ReportedFinding } from '../../model/audit.ts';
import { severities } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import { auditorReport, parseAuditReport, writeAuditReport } from './audit-report.ts';

/** Pieces of the format, so that arbitrary texts come close to real ones. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\n### ',
    '\n## SUMMARY\n',
    '\n- **File**: ',
    '\n- **Evidence**: ',
    '\n- **Fix Hint**:',
    '\n```',
    '\n```markdown\n',
    '\n~~~~',
    '<!--',
    '-->',
    '| ',
    ' | - | ',
    'PASS',
    'FAIL | HIGH | REQ-1 | ',
    'PARTIAL – LOW – X-2 – ',
    'Checked: 3\n',
    '- Pass: 2\n',
    '- Score: 0.5\n',
    '- Complete: no\n',
    '\n# Test Audit Report\n',
    '\n## READING NOTES\n- ',
    '\n## FINDING-001\n- **Verdict**: PASS\n',
    'src\\a.ts:5-9',
    './`a.ts`:7',
    'a:5`:7',
    '    ',
    '**',
    '__proto__',
    '\u001b[31m',
    '\u202e',
    '80%',
  ),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const words = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

const finding = fc
  .record({
    verdict: fc.constantFrom('PASS' as const, 'FAIL' as const, 'PARTIAL' as const),
    severity: fc.constantFrom(...severities),
    id: fc.oneof(fc.constantFrom('REQ-001', ''), words),
    title: words,
    file: fc.oneof(fc.constantFrom('src/a.ts', ''), words),
    line: fc.nat(500),
    evidence: words,
    fixHint: words,
  })
  .map<ReportedFinding>((made) => ({ ...made, severity: made.verdict === 'PASS' ? null : made.severity }));

test('SIGNAL-06 whatever was read from any text is written and read back to the same value', () => {
  fc.assert(
    fc.property(text, (given) => {
      const report = parseAuditReport(given);
      expect(parseAuditReport(writeAuditReport(report))).toEqual(report);
    }),
    { numRuns: 2000 },
  );
});

test('SIGNAL-06 a report of ours is written and read back to the same value, with CRLF too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...auditors), fc.array(finding, { maxLength: 6 }), (auditor, findings) => {
      const report = auditorReport(auditor, findings);
      const written = writeAuditReport(report);
      expect(parseAuditReport(written)).toEqual(report);
      expect(parseAuditReport(written.replaceAll('\n', '\r\n'))).toEqual(report);
    }),
    { numRuns: 500 },
  );
});

test('TEAM-04 no text gives more than its own PASS findings divided by its findings', () => {
  fc.assert(
    fc.property(text, (given) => {
      const { findings, summary, inconsistent, complete, reasons }: AuditorReport = parseAuditReport(given);
      const passes = findings.filter(({ verdict }) => verdict === 'PASS').length;
      expect(summary.score).toBeLessThanOrEqual(findings.length === 0 ? 0 : passes / findings.length);
      expect(summary.checked).toBe(findings.length);
      const hasFlaw = inconsistent || !complete;
      expect(hasFlaw && reasons.length === 0 && !given.includes('Complete')).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

const line = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((prose) => prose.replaceAll(/[\r\n#`~<|]/g, ' '));

test('TEAM-04 prose before and after a report changes none of its findings', () => {
  const report = auditorReport('test', [
    {
      verdict: 'FAIL',
      severity: 'CRITICAL',
      id: 'TEST-001',
      title: 'Login is tested',
      file: 'src/login.ts',
      line: 4,
      evidence: 'no test\n```ts\n### PASS | - | X | y\n```',
      fixHint: '',
    },
  ]);
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const given = `${before.join('\n')}\n${writeAuditReport(report)}\n---\n${after.join('\n')}`;
      const read = parseAuditReport(given);
      expect(read.findings).toEqual(report.findings);
      expect(read.summary.score).toBe(0);
    }),
  );
});
