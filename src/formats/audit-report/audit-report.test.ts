import { expect, test } from 'vitest';
import type { AuditorReport, ReportedFinding } from '../../model/audit.ts';
import { auditorReport, parseAuditReport, writeAuditReport } from './audit-report.ts';

const founding = `# Requirements Audit Report

## FINDINGS

### FAIL | CRITICAL | REQ-001 | User login endpoint
- **File**: src/auth/login.controller.ts:45
- **Evidence**: Missing password validation -- accepts empty strings
- **Fix Hint**: Add \`if (!password || password.length < 8)\` guard

### PASS | - | REQ-002 | User registration endpoint
- **File**: src/auth/register.controller.ts:12
- **Evidence**: Full validation, hashing, duplicate check verified

### PARTIAL | HIGH | REQ-003 | Password reset flow
- **File**: src/auth/reset.service.ts:78
- **Evidence**: Reset email sent but no expiration on token
- **Fix Hint**: Add \`expiresAt: Date.now() + 3600000\` to reset token

## SUMMARY
- Checked: 3
- Pass: 1
- Fail: 1
- Partial: 1
- Score: 0.33
`;

const read: AuditorReport = {
  auditor: 'requirements',
  findings: [
    {
      verdict: 'FAIL',
      severity: 'CRITICAL',
      id: 'REQ-001',
      title: 'User login endpoint',
      file: 'src/auth/login.controller.ts',
      line: 45,
      evidence: 'Missing password validation -- accepts empty strings',
      fixHint: 'Add `if (!password || password.length < 8)` guard',
    },
    {
      verdict: 'PASS',
      severity: null,
      id: 'REQ-002',
      title: 'User registration endpoint',
      file: 'src/auth/register.controller.ts',
      line: 12,
      evidence: 'Full validation, hashing, duplicate check verified',
      fixHint: '',
    },
    {
      verdict: 'PARTIAL',
      severity: 'HIGH',
      id: 'REQ-003',
      title: 'Password reset flow',
      file: 'src/auth/reset.service.ts',
      line: 78,
      evidence: 'Reset email sent but no expiration on token',
      fixHint: 'Add `expiresAt: Date.now() + 3600000` to reset token',
    },
  ],
  summary: { checked: 3, pass: 1, fail: 1, partial: 1, score: 1 / 3 },
  claimed: { checked: 3, pass: 1, fail: 1, partial: 1, score: 0.33 },
  inconsistent: false,
  complete: true,
  reasons: [],
};

const NO_SUMMARY = 'no SUMMARY says how many were checked: the report may be cut short';
const UNREAD = 'the SUMMARY counts findings that could not be read';
const NOTHING = 'nothing checked: no finding could be read';
const OPEN = 'a code fence or comment is never closed, or the report is too long: part of it was not read';

/** One finding with everything around it in order. */
function withFinding(body: string, passes = 0): AuditorReport {
  const summary = `## SUMMARY\n- Checked: 1\n- Pass: ${passes}\n`;
  return parseAuditReport(`# Test Audit Report\n\n${body}\n\n${summary}`);
}

function first(body: string, passes = 0): ReportedFinding | undefined {
  return withFinding(body, passes).findings[0];
}

test('TEAM-04 the founding document’s format is read whole', () => {
  expect(parseAuditReport(founding)).toEqual(read);
});

test('SIGNAL-06 a report is written in the founding format and read back to the same value', () => {
  const written = writeAuditReport(read);
  expect(written).toBe(founding);
  expect(parseAuditReport(written)).toEqual(read);
});

test('TEAM-04 where SUMMARY and findings disagree the lower score counts and the report is marked', () => {
  const boasting = founding.replace('Checked: 3', 'Checked: 15').replace('Score: 0.33', 'Score: 0.80');
  expect(parseAuditReport(boasting)).toEqual({
    ...read,
    summary: { ...read.summary, score: 1 / 15 },
    claimed: { ...read.claimed, checked: 15, score: 0.8 },
    inconsistent: true,
    complete: false,
    reasons: [
      UNREAD,
      'the SUMMARY says checked 15, the findings say 3',
      'the SUMMARY says score 0.8, the findings say 0.33',
    ],
  });
  const modest = parseAuditReport(founding.replace('Score: 0.33', 'Score: 0.2'));
  expect(modest.summary.score).toBe(0.2);
  expect(modest.inconsistent).toBe(true);
});

test('SIGNAL-06 an inconsistent report keeps its flaws when it is written and read again', () => {
  const flawed = parseAuditReport(founding.replace('Fail: 1', 'Fail: 0').replace('| HIGH |', '| URGENT |'));
  expect(flawed.inconsistent).toBe(true);
  expect(flawed.reasons).toHaveLength(2);
  const written = writeAuditReport(flawed);
  expect(written).toContain('- Inconsistent: yes\n\n## READING NOTES\n- the SUMMARY says fail 0');
  expect(parseAuditReport(written)).toEqual(flawed);
});

test('TEAM-04 a report without SUMMARY may be cut short and is not complete', () => {
  const cut = parseAuditReport(founding.slice(0, founding.indexOf('## SUMMARY')));
  expect(cut).toEqual({ ...read, claimed: null, complete: false, reasons: [NO_SUMMARY] });
  expect(parseAuditReport(writeAuditReport(cut))).toEqual(cut);
  const uncounted = parseAuditReport(founding.replace('- Checked: 3\n', ''));
  expect(uncounted).toMatchObject({ complete: false, inconsistent: false, reasons: [NO_SUMMARY] });
});

test('TEAM-04 without findings nothing was checked, whatever the SUMMARY says', () => {
  const empty = parseAuditReport('# Test Audit Report\n## SUMMARY\n- Checked: 5\n- Pass: 5\n- Score: 1.0\n');
  expect(empty).toEqual({
    auditor: 'test',
    findings: [],
    summary: { checked: 0, pass: 0, fail: 0, partial: 0, score: 0 },
    claimed: { checked: 5, pass: 5, fail: null, partial: null, score: 1 },
    inconsistent: true,
    complete: false,
    reasons: [
      NOTHING,
      'the SUMMARY says checked 5, the findings say 0',
      'the SUMMARY says pass 5, the findings say 0',
      'the SUMMARY says score 1, the findings say 0',
    ],
  });
  expect(parseAuditReport('')).toMatchObject({
    auditor: null,
    complete: false,
    reasons: [NOTHING, NO_SUMMARY],
  });
});

test('TEAM-04 a bad or missing severity of an open finding is HIGH, never less', () => {
  expect(withFinding('### FAIL | URGENT | T-1 | x').reasons).toEqual([
    'finding 1 (T-1): severity "URGENT" is not known and counts as HIGH',
  ]);
  expect(first('### FAIL | URGENT | T-1 | x')).toMatchObject({
    verdict: 'FAIL',
    severity: 'HIGH',
    id: 'T-1',
  });
  expect(first('### PARTIAL | - | T-1 | x')).toMatchObject({ verdict: 'PARTIAL', severity: 'HIGH' });
  expect(first('### FAIL | T-1 | x')).toMatchObject({ severity: 'HIGH', id: 'T-1', title: 'x' });
  expect(first('### FAIL | info | T-1 | x')).toMatchObject({ severity: 'INFO' });
});

test('TEAM-04 a bad or missing verdict is FAIL', () => {
  expect(withFinding('### MAYBE | LOW | | x').reasons).toEqual([
    'finding 1 (no id): verdict "MAYBE" is not known and counts as FAIL',
  ]);
  for (const heading of [
    'MAYBE | LOW | T-1 | x',
    '| LOW | T-1 | x',
    'LOW | T-1 | x',
    'PASS? | LOW | T-1 | x',
  ]) {
    const finding = { verdict: 'FAIL', severity: 'LOW', id: 'T-1', title: 'x' };
    expect(first(`### ${heading}`)).toMatchObject(finding);
  }
});

test('TEAM-04 a PASS has no severity, whatever was written', () => {
  const finding = { verdict: 'PASS', severity: null, id: 'T-1', title: 'x' };
  for (const severity of ['-', '–', 'INFO', 'CRITICAL', '']) {
    expect(first(`### PASS | ${severity} | T-1 | x`, 1)).toMatchObject(finding);
  }
  expect(withFinding('### PASS | - | T-1 | x', 1)).toMatchObject({
    complete: true,
    inconsistent: false,
    reasons: [],
  });
});

test('TEAM-04 the first shipped form with everything in bullets is read as well', () => {
  const body =
    '## FINDING-001\n- **Requirement**: T-1\n- **Verdict**: **PARTIAL**\n- **Severity**: LOW\n- **File**: a.ts:3\n- **Description**: x\n- **Evidence**: y';
  expect(first(body)).toEqual({
    verdict: 'PARTIAL',
    severity: 'LOW',
    id: 'T-1',
    title: 'x',
    file: 'a.ts',
    line: 3,
    evidence: 'y',
    fixHint: '',
  });
  expect(first('## FINDING-2')).toMatchObject({ verdict: 'FAIL', severity: 'HIGH' });
});

test('TEAM-04 evidence goes on until the next labelled bullet or heading', () => {
  const body = [
    '### FAIL | LOW | T-1 | x',
    '- **Evidence**: one',
    '  two',
    '    three',
    '',
    'four',
    '- five',
    '- **Impact**: dropped',
    'dropped too',
    '- **Fix Hint**:',
    '  six',
    '---',
    'dropped',
  ].join('\n');
  expect(first(body)).toMatchObject({ evidence: 'one\ntwo\n  three\n\nfour\n- five', fixHint: 'six' });
});

test('TEAM-04 headings and bullets in a code fence of the evidence are evidence', () => {
  const fence = '```md\n### PASS | - | T-9 | y\n- **File**: b.ts\n## SUMMARY\n- Checked: 9\n```';
  for (const start of ['- **Evidence**:\n', '- **Evidence**: ']) {
    const report = withFinding(`### FAIL | LOW | T-1 | x\n${start}${fence}\n- **File**: a.ts`);
    expect(report).toMatchObject({ complete: true, inconsistent: false, reasons: [] });
    expect(report.findings).toHaveLength(1);
    expect(report.findings[0]).toMatchObject({ evidence: fence, file: 'a.ts' });
    expect(parseAuditReport(writeAuditReport(report))).toEqual(report);
  }
});

test('TEAM-04 a whole report in a fence is read, with fences of its own, and words around it are not the form', () => {
  const inner = founding.replace('Reset email sent', '\n```ts\nsend();\n```\n  Reset email sent');
  for (const info of ['markdown', 'md', 'MD', '']) {
    const given = `\`\`\`${info}\n${info === '' ? founding : inner}\`\`\`\n`;
    expect(parseAuditReport(`${given}\nNot good enough yet.\n`)).toMatchObject({
      summary: read.summary,
      complete: false,
      reasons: ['outside of the form: Not good enough yet.'],
    });
    const report = parseAuditReport(given);
    expect(report).toMatchObject({ summary: read.summary, complete: true, inconsistent: false });
    expect(report.findings.map((finding) => finding.id)).toEqual(['REQ-001', 'REQ-002', 'REQ-003']);
    expect(report.findings[2]?.fixHint).toBe(read.findings[2]?.fixHint);
  }
});

test('TEAM-04 a report in a fence does not count beside one outside, and two in fences are none', () => {
  const fenced = `\`\`\`markdown\n${founding}\`\`\`\n`;
  const outside = '### FAIL | LOW | T-1 | x\n';
  expect(parseAuditReport(fenced + outside).findings).toHaveLength(1);
  expect(parseAuditReport(fenced + fenced)).toMatchObject({
    findings: [],
    complete: false,
    reasons: expect.arrayContaining([NOTHING, 'several code fences contain findings']),
  });
  expect(parseAuditReport(`\`\`\`ts\n${founding}\`\`\`\n`).findings).toEqual([]);
});

test('TEAM-04 a fence or comment that is never closed makes the report incomplete', () => {
  const opened = parseAuditReport(`${founding}\n\`\`\`\n`);
  expect(opened).toEqual({ ...read, complete: false, reasons: [OPEN] });
  expect(parseAuditReport(writeAuditReport(opened))).toEqual(opened);
  expect(parseAuditReport(`${founding}\n<!-- note\n`).reasons).toContain(OPEN);
});

test('TEAM-04 what stands in an HTML comment does not count', () => {
  const report = parseAuditReport(`<!--\n### PASS | - | T-9 | y\n-->\n${founding}<!-- done -->\n`);
  expect(report).toMatchObject({ findings: read.findings, complete: false });
  expect(report.reasons).toContain('outside of the form: <!-- done -->');
});

test('TEAM-04 CRLF, colours, bold, numbering, dashes, spaces and case do not matter', () => {
  expect(parseAuditReport(founding.replaceAll('\n', '\r\n'))).toEqual(read);
  expect(parseAuditReport(founding.replaceAll('###', '\u001b[1m###'))).toEqual(read);
  const sloppy = founding
    .replace('### FAIL | CRITICAL | REQ-001 | User', '##   1.  **fail**|  Critical|`REQ-001`  |  User')
    .replace('### PASS | - | REQ-002 |', '#### ✅ PASSED – - – [REQ-002] –')
    .replace(
      '### PARTIAL | HIGH | REQ-003 | Password reset flow',
      '### **PARTIAL | HIGH | REQ-003 | Password reset flow**',
    )
    .replace('- **File**: src/auth/login', '  * **Location:** ./src\\auth\\login')
    .replace('## SUMMARY', '## Audit Summary')
    .replace('- Checked: 3', '**Total Checked:** 3')
    .replace('- Pass: 1', 'Passed: 1/3');
  expect(parseAuditReport(sloppy)).toEqual(read);
});

test('TEAM-04 several files in one bullet keep the first as the place and the others in the evidence', () => {
  const listed = first('### FAIL | LOW | T-1 | x\n- **File**: a.ts:3, lib\\b.ts:4\n- **Evidence**: y');
  expect(listed).toMatchObject({ file: 'a.ts', line: 3, evidence: 'y\nAlso in: lib/b.ts:4' });
  const twice = first('### FAIL | LOW | T-1 | x\n- **File**: a.ts\n- **File**: b.ts');
  expect(twice).toMatchObject({ file: 'a.ts', line: 0, evidence: 'Also in: b.ts' });
});

test('TEAM-04 the heading names the auditor; the one we expected wins and the difference is told', () => {
  expect(parseAuditReport('# MCP/Library Auditor Audit Report').auditor).toBe('library');
  expect(parseAuditReport('# [Auditor Name] Audit Report').auditor).toBe(null);
  const other = parseAuditReport(founding, { auditor: 'technical' });
  expect(other).toEqual({
    ...read,
    auditor: 'technical',
    complete: false,
    reasons: ['the report is headed requirements, not technical'],
  });
  expect(parseAuditReport(founding, { auditor: 'requirements' })).toEqual(read);
  expect(parseAuditReport('### FAIL | LOW | audit report | test').auditor).toBe(null);
});

test('TEAM-04 after a thousand findings the rest is left out and the report is not complete', () => {
  const many = (count: number) =>
    `${'### PASS | - | T-1 | x\n'.repeat(count)}## SUMMARY\n- Checked: ${count}\n`;
  expect(parseAuditReport(many(1000))).toMatchObject({ complete: true, reasons: [] });
  const over = parseAuditReport(many(1001));
  expect(over.findings).toHaveLength(1000);
  expect(over).toMatchObject({ complete: false, inconsistent: true });
  expect(over.reasons).toEqual([
    UNREAD,
    'only the first 1000 findings were read',
    'outside of the form: ### PASS | - | T-1 | x',
    'the SUMMARY says checked 1001, the findings say 1000',
  ]);
  expect(parseAuditReport(writeAuditReport(over))).toEqual(over);
});

test('TEAM-04 reasons are capped and say how many are missing', () => {
  const bad = `${'### FAIL | BAD | T-1 | x\n'.repeat(52)}## SUMMARY\n- Checked: 52\n`;
  const { reasons } = parseAuditReport(bad);
  expect(reasons).toHaveLength(51);
  expect(reasons[49]).toBe('finding 50 (T-1): severity "BAD" is not known and counts as HIGH');
  expect(reasons[50]).toBe('and 2 more findings could be read only in part');
  const exact = `${'### FAIL | BAD | T-1 | x\n'.repeat(50)}## SUMMARY\n- Checked: 50\n`;
  expect(parseAuditReport(exact).reasons).toHaveLength(50);
});

test('TEAM-04 evidence that is too long is cut and says so', () => {
  const long = first(`### FAIL | LOW | T-1 | x\n- **Evidence**: ${'e'.repeat(10_000)}`);
  expect(long?.evidence).toBe('e'.repeat(10_000));
  const longer = first(`### FAIL | LOW | T-1 | x\n- **Evidence**: ${'e'.repeat(10_001)}`);
  expect(longer?.evidence).toHaveLength(10_000);
  expect(longer?.evidence).toContain('[cut');
});

test('TEAM-04 names like __proto__ are words like any other', () => {
  const report = withFinding(
    '### __proto__ | constructor | __proto__ | __proto__\n- **__proto__**: x\n- toString: y',
  );
  expect(report.findings[0]).toMatchObject({
    verdict: 'FAIL',
    severity: 'HIGH',
    id: 'proto',
    title: '__proto__',
  });
  expect(Object.getPrototypeOf(report.findings[0])).toBe(Object.prototype);
});

test('SIGNAL-06 a report of ours agrees with itself', () => {
  const [finding] = read.findings;
  if (finding === undefined) throw new Error('a finding expected');
  const report = auditorReport('test', [finding, { ...finding, verdict: 'PASS' }]);
  expect(report).toEqual({
    auditor: 'test',
    findings: [finding, { ...finding, verdict: 'PASS', severity: null }],
    summary: { checked: 2, pass: 1, fail: 1, partial: 0, score: 0.5 },
    claimed: { checked: 2, pass: 1, fail: 1, partial: 0, score: 0.5 },
    inconsistent: false,
    complete: true,
    reasons: [],
  });
  expect(parseAuditReport(writeAuditReport(report))).toEqual(report);
  expect(auditorReport('test', [])).toMatchObject({ complete: false, reasons: [NOTHING] });
});
