import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

import { type ScanCheck, scoreAlone } from '../../audit/index.ts';
import { writeAuditTeamReport } from '../../formats/index.ts';
import type { AuditFinding } from '../../model/audit.ts';
import type { AuditCall } from './audit-call.ts';
import { rescore } from './rescore.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inputs = {
  config: { audit: { passThreshold: 0.9, severityGate: 'MEDIUM' } },
  waivers: [],
  baseline: { path: '', file: '', entries: null },
} as unknown as Parameters<typeof rescore>[1];
const recovered: AuditFinding = {
  auditor: 'recovery',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'REQ-002',
  title: 'no guard',
  file: 'src/a.ts',
  line: 3,
  evidence: 'e',
  fixHint: 'throw',
};
const clean: readonly ScanCheck[] = [1, 2, 3].map((at) => ({
  rule: `MOCK-00${at}`,
  ran: true,
  findings: [],
}));

/** What `--rescore` says about the files of an audit without a team, and the report that it leaves. */
function rescored(
  verdict: Parameters<typeof scoreAlone>[0],
  said: readonly AuditFinding[],
  checks = clean,
  isBlind = false,
) {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-rescore-'));
  const score = scoreAlone(verdict, said, { checks, gate: 'MEDIUM', isBlind });
  const report = { ...score, fixRoundsUsed: 0, fixGroups: [], durationSeconds: 0 };
  writeFileSync(join(folder, 'AUDIT_REPORT.md'), writeAuditTeamReport(report));
  writeFileSync(
    join(folder, 'scan_checks.json'),
    JSON.stringify([{ auditor: 'technical', scanChecks: checks }]),
  );
  const options = { rescore: folder, failOn: 'HIGH' };
  const call = { io: { cwd: folder }, options, json: false } as unknown as AuditCall;
  const { exitCode: code, text: lines } = rescore(call, inputs);
  return {
    code,
    text: [lines].flat().join('\n'),
    left: readFileSync(join(folder, 'AUDIT_REPORT.md'), 'utf8'),
  };
}

test('FOUND-01 002#18 an audit without a team has the same score when it is scored again, and says what it counts', () => {
  const { code, text, left } = rescored('clean', [recovered]);
  expect(code).toBe(1);
  expect(text).toMatch(
    /overall +0\.80 {2}= 4 of 5 checks passed\. Counted as one check each: the review, a scan rule,/,
  );
  expect(text).toMatch(/NO +the review is clean/);
  expect(left).toContain('- **Overall score**: 0.80');
});

test('FOUND-01 002#18 a scan rule with findings below the gate counts as passed, and the explanation says so', () => {
  const remark: AuditFinding = { ...recovered, auditor: 'technical', source: 'scan', severity: 'LOW' };
  const { text } = rescored('clean', [], [{ rule: 'MOCK-001', ran: true, findings: [remark] }]);
  expect(text).toContain('2 of 2 checks passed. Counted as one check each: the review, a scan rule,');
  expect(text).toContain('A scan rule passes if no finding reaches the gate severity.');
  expect(text).toContain('yes  the review is clean, no scan rule has a finding that is MEDIUM or worse,');
  expect(text).not.toContain('in order');
});

test('P8 a review without a verdict is not clean when it is scored again', () => {
  expect(rescored('unknown', []).text).toMatch(/overall +0\.75 {2}= 3 of 4[^]*NO +the review is clean/);
  expect(rescored('none', []).left).toContain('- **Health**: unknown');
  expect(rescored('clean', [])).toMatchObject({ code: 0, text: expect.stringMatching(/yes +the review/) });
});

test('FOUND-01 002#28 an audit without a team whose recovery review is missing stays unknown when it is scored again', () => {
  const { code, left } = rescored('clean', [], clean, true);
  expect(code).toBe(5);
  expect(left).toContain('- **Health**: unknown');
});
