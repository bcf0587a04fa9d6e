import { expect, test } from 'vitest';
import { parseRequirements } from '../../audit/requirements/requirements-document.ts';
import { auditorReport, parseAuditReport, writeAuditReport } from './audit-report.ts';
import { parseAuditTeamReport } from './audit-team-report.ts';

const SIZE = 20_000_000;

const units = [
  'a',
  '\n',
  'x\r\n',
  '# a\n',
  '### FAIL | HIGH | X-1 | y\n',
  `### FAIL - ${'_'.repeat(900)}x\n`,
  '## SUMMARY\n- Checked: 5\n',
  '- **File**: a:1:1:1:1\n',
  '- [x] REQ-1\n',
  '- [ ',
  '(review_cycles: 1)\n ',
  '```\n',
  '<!--\n',
  '| a |\n',
  'é\u200b\n',
  '\u001b[31m',
];

test('TEAM-04 TEAM-12 twenty megabytes of anything are read without harm and are never a pass', () => {
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(SIZE / unit.length));
    expect(parseAuditReport(text).complete).toBe(false);
    expect(parseAuditTeamReport(text).report).toBe(null);
    expect(parseRequirements(text).health).toBe('unknown');
  }
});

test('TEAM-04 a report after twenty megabytes of noise is still read', () => {
  const report = auditorReport('test', [
    { verdict: 'PASS', severity: null, id: 'T-1', title: '', file: '', line: 0, evidence: '', fixHint: '' },
  ]);
  const noise = 'noise of a log\n';
  expect(parseAuditReport(noise.repeat(SIZE / noise.length) + writeAuditReport(report))).toEqual({
    ...report,
    complete: false,
    reasons: ['outside of the form: noise of a log'],
  });
});

test('TEAM-12 requirements after twenty megabytes of prose are still read', () => {
  const prose = 'words and words\n';
  const text = `${prose.repeat(SIZE / prose.length)}- [x] REQ-1 (review_cycles: 1)\n`;
  expect(parseRequirements(text)).toMatchObject({ total: 1, checked: 1, health: 'healthy', reasons: [] });
});
