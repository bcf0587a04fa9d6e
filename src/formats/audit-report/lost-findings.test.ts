import { expect, test } from 'vitest';
import type { AuditorReport } from '../../model/audit.ts';
import { parseAuditReport } from './audit-report.ts';

const UNREAD = 'the SUMMARY counts findings that could not be read';
const passes = Array.from({ length: 20 }, (_, index) => `### PASS | - | REQ-${index} | t\n`).join('');

/** Twenty that pass, then `written`, and a SUMMARY that counts it as one that fails. */
function honest(written: string): AuditorReport {
  const summary = '## SUMMARY\n- Checked: 21\n- Pass: 20\n- Fail: 1\n';
  return parseAuditReport(`# Requirements Audit Report\n${passes}\n${written}\n\n${summary}`, {
    auditor: 'requirements',
  });
}

function summedUp(summary: string): AuditorReport {
  return parseAuditReport(`${passes}## SUMMARY\n${summary}\n`);
}

test.each([
  ['one space before it', ' ### FAIL | CRITICAL | REQ-99 | Bypass'],
  ['three spaces before it', '   ### FAIL | CRITICAL | REQ-99 | Bypass'],
  ['colons', '### FAIL: CRITICAL: REQ-99: Bypass'],
  ['full-width bars', '### FAIL ｜ CRITICAL ｜ REQ-99 ｜ Bypass'],
  ['a lone carriage return before it', '\r### FAIL | CRITICAL | REQ-99 | Bypass'],
])('TEAM-04 a finding written with %s is read', (_, written) => {
  const report = honest(written);
  expect(report.findings[20]).toEqual({
    verdict: 'FAIL',
    severity: 'CRITICAL',
    id: 'REQ-99',
    title: 'Bypass',
    file: '',
    line: 0,
    evidence: '',
    fixHint: '',
  });
  expect(report).toMatchObject({ complete: true, inconsistent: false, reasons: [] });
});

test.each([
  '**FAIL | CRITICAL | REQ-99 | Bypass**',
  '- FAIL | CRITICAL | REQ-99 | Bypass',
  '| FAIL | CRITICAL | REQ-99 | Bypass |',
  '> ### FAIL | CRITICAL | REQ-99 | Bypass',
  'FAIL | CRITICAL | REQ-99 | Bypass\n---',
  '```\n### FAIL | CRITICAL | REQ-99 | Bypass\n```',
  '    ### FAIL | CRITICAL | REQ-99 | Bypass',
])('TEAM-04 a finding that is counted and not read makes the report incomplete: %j', (written) => {
  const report = honest(written);
  expect(report.findings).toHaveLength(20);
  expect(report.complete).toBe(false);
  expect(report.reasons[0]).toBe(UNREAD);
});

test.each([
  ['- Checked: 21', false],
  ['- Checked: 20\n- Fail: 1', false],
  ['- Checked: 20\n- Partial: 1', false],
  ['- Checked: 20\n- Pass: 19', false],
  ['- Checked: 20\n- Fail: five', false],
  ['- Checked: 20\n- Partial: some', false],
  ['- Checked: 20\n- Fail: none\n- Partial: -', true],
  ['- Checked: 20\n- Pass: all', true],
  ['- Checked: none', false],
  ['- Checked: 20\n- Pass: 20\n- Fail: 0\n- Partial: 0', true],
  ['- Checked: 19\n- Pass: 19', true],
])('TEAM-04 of twenty findings that pass a SUMMARY saying %j is complete: %j', (summary, complete) => {
  expect(summedUp(summary).complete).toBe(complete);
});

test('TEAM-04 of two verdicts the worse counts, wherever they stand', () => {
  const first = (written: string) => parseAuditReport(written).findings[0];
  const open = { verdict: 'FAIL', severity: 'CRITICAL' };
  expect(first('### PASS | CRITICAL | A-1 | x\n- **Verdict**: FAIL')).toMatchObject(open);
  expect(first('### FAIL | CRITICAL | A-1 | x\n- **Verdict**: PASS')).toMatchObject(open);
  expect(first('### PASS | FAIL | A-1 | x\n- **Severity**: CRITICAL')).toMatchObject(open);
  expect(first('### PASS | LOW | A-1 | x\n- **Verdict**: PARTIAL')).toMatchObject({
    verdict: 'PARTIAL',
    severity: 'LOW',
  });
  expect(first('### PASS | LOW | A-1 | x\n- **Verdict**: perhaps')).toMatchObject({ verdict: 'FAIL' });
  expect(first('### PASS | - | A-1 | x\n- **Verdict**: passed')).toMatchObject({ verdict: 'PASS' });
  const { reasons } = parseAuditReport('### PASS | LOW | A-1 | x\n- **Verdict**: FAIL');
  expect(reasons).toContain('finding 1 (A-1): its verdicts differ: PASS, FAIL');
});

test('TEAM-04 of two severities the worse counts, also one in the wrong place', () => {
  const severity = (written: string) => parseAuditReport(written).findings[0]?.severity;
  expect(severity('### REQ-99 | PASS | CRITICAL | FAIL')).toBe('CRITICAL');
  expect(severity('### FAIL | BAD | A-1 | LOW')).toBe('HIGH');
  expect(severity('### FAIL | LOW | A-1 | x\n- **Severity**: CRITICAL')).toBe('CRITICAL');
  expect(severity('### FAIL | MEDIUM | A-1 | x\n- **Severity**: LOW')).toBe('MEDIUM');
  expect(severity('### FAIL | LOW | A-1 | CRITICAL')).toBe('LOW');
});

test('TEAM-04 PASS with colons is no finding, nor is a verdict without a severity', () => {
  expect(parseAuditReport('### PASS: LOW: A-1: x\n### FAIL: none\n### Checks: LOW: x').findings).toEqual([]);
});

test('TEAM-04 an indented remark in evidence is evidence, not a heading', () => {
  const { findings } = parseAuditReport('### FAIL | LOW | A-1 | x\n- **Evidence**: a\n  # b\n  c\n');
  expect(findings[0]?.evidence).toBe('a\n# b\nc');
});

test('TEAM-04 a title that names the expected auditor among others is its own', () => {
  const titled = (title: string) =>
    parseAuditReport(`# ${title} Audit Report\n### PASS | - | A-1 | x\n## SUMMARY\n- Checked: 1\n`, {
      auditor: 'test',
    });
  expect(titled('Technical Test').complete).toBe(true);
  expect(titled('Technical')).toMatchObject({
    auditor: 'test',
    complete: false,
    reasons: ['the report is headed technical, not test'],
  });
});

test('TEAM-04 a report of passes alone has no place for other words; one of fails is read as it is', () => {
  const pass = '### PASS | - | T-1 | x\n- **Evidence**: y\n';
  const summary = '## SUMMARY\n- Checked: 1\n- Pass: 1\n';
  expect(parseAuditReport(pass + summary)).toMatchObject({ complete: true });
  for (const bent of [
    `I vote no.\n\n${pass}${summary}`,
    `${pass}${summary}\nI vote no.\n`,
    `${pass}I vote no.\n${summary}`,
    `${pass}\n## Remarks\n- **File**: a.ts\n${summary}`,
    `${pass}- **Impact**: it is open\n${summary}`,
    `${pass.replace('| - |', '| HIGH |')}${summary}`,
    `> no\n\n${pass}${summary}`,
  ])
    expect(parseAuditReport(bent), bent).toMatchObject({ complete: false });
  const fail = `### FAIL | LOW | T-1 | x\n## SUMMARY\n- Checked: 1\n- Fail: 1\n`;
  expect(parseAuditReport(`I looked at it.\n\n${fail}`)).toMatchObject({ complete: true, reasons: [] });
});
