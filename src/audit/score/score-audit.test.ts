import { expect, test } from 'vitest';
import type { AuditFinding, AuditorReport, ReportedFinding } from '../../model/audit.ts';
import type { Auditor } from '../../model/team.ts';
import { scoreAudit, type AuditorResult, type ScanCheck } from './score-audit.ts';

const policy = { passThreshold: 0.9, severityGate: 'MEDIUM' } as const;

const pass: ReportedFinding = {
  verdict: 'PASS',
  severity: null,
  id: 'REQ-002',
  title: 'Registration',
  file: '',
  line: 0,
  evidence: '',
  fixHint: '',
};
const fail: ReportedFinding = { ...pass, verdict: 'FAIL', severity: 'HIGH' };
const partial: ReportedFinding = { ...pass, verdict: 'PARTIAL', severity: 'HIGH' };

function report(findings: readonly ReportedFinding[], more: Partial<AuditorReport> = {}): AuditorReport {
  const summary = { checked: 0, pass: 0, fail: 0, partial: 0, score: 0 };
  return {
    auditor: null,
    findings,
    summary,
    claimed: null,
    inconsistent: false,
    complete: true,
    reasons: [],
    ...more,
  };
}

function asked(
  auditor: Auditor,
  findings: readonly ReportedFinding[],
  scanChecks: ScanCheck[] = [],
): AuditorResult {
  return { auditor, agentAsked: true, report: report(findings), scanChecks };
}

function scanFinding(severity: AuditFinding['severity']): AuditFinding {
  return { ...fail, id: 'MOCK-001', severity, auditor: 'technical', source: 'scan' };
}

const many = (count: number, finding: ReportedFinding) => Array.from({ length: count }, () => finding);

test('FOUND-01 002#17 a finding that recovery review and auditor share counts in the auditor’s score alone', () => {
  const shared = { ...fail, id: 'REQ-001', file: 'src/b.ts' };
  const recovery = (...found: readonly ReportedFinding[]): AuditorResult => ({
    auditor: 'recovery',
    agentAsked: true,
    report: report([pass, ...found]),
    scanChecks: [],
  });
  const own = asked('requirements', [pass, shared]);
  const critical = { ...shared, id: 'req-001', line: 3, severity: 'CRITICAL' } as const;
  const once = scoreAudit([own, recovery(critical)], policy);
  expect(once.auditors).toEqual(scoreAudit([own], policy).auditors);
  expect(once.overallScore).toBe(0.5);
  expect(once.findings).toContainEqual({ ...critical, auditor: 'recovery', source: 'agent' });
  const elsewhere = { ...shared, file: 'src/c.ts' };
  expect(scoreAudit([own, recovery(elsewhere)], policy).auditors).toEqual(once.auditors);
  const another = { ...shared, id: 'REQ-009' };
  const { auditors } = scoreAudit([own, recovery(critical, another)], policy);
  expect(auditors.map(({ auditor, pass: passed, checked }) => [auditor, passed, checked])).toEqual([
    ['requirements', 1, 2],
    ['recovery', 1, 2],
  ]);
  const unnamed = { ...shared, id: '' };
  const apart = scoreAudit([asked('requirements', [unnamed]), recovery(unnamed)], policy);
  expect(apart.auditors).toHaveLength(2);
});

test('FOUND-01 002#44 a check of the project that could not run is shown, and is not a red one', () => {
  const notRun = { ...scanFinding('INFO'), id: 'NOT-RUN' };
  const check: ScanCheck = { rule: 'suite e2e', ran: false, binding: true, findings: [notRun] };
  const { health, findings, auditors } = scoreAudit([asked('test', [pass], [check])], policy);
  expect({ health, score: auditors[0]?.score }).toEqual({ health: 'passed', score: 1 });
  expect(findings).toContainEqual(notRun);
});

test('TEAM-05 an auditor scores PASS / checked on its own findings; PARTIAL counts like FAIL', () => {
  const { auditors } = scoreAudit([asked('test', [pass, pass, fail, partial])], policy);
  expect(auditors).toEqual([
    {
      auditor: 'test',
      outcome: 'reported',
      inconsistent: false,
      checked: 4,
      pass: 2,
      fail: 1,
      partial: 1,
      score: 0.5,
    },
  ]);
});

test('TEAM-05 the overall score is the weighted mean over all five, shown by weight', () => {
  const { auditors, overallScore } = scoreAudit(
    [
      asked('library', [pass]),
      asked('test', [fail]),
      asked('technical', [pass]),
      asked('interface', [fail]),
      asked('requirements', [pass, fail]),
    ],
    policy,
  );
  expect(overallScore).toBe((30 * 0.5 + 20 + 10) / 100);
  const order = ['requirements', 'interface', 'technical', 'test', 'library'];
  expect(auditors.map((auditor) => auditor.auditor)).toEqual(order);
});

test('TEAM-05 each auditor has the weight of the founding document', () => {
  const alone = (auditor: Auditor) =>
    scoreAudit(
      (['requirements', 'interface', 'technical', 'test', 'library'] as const).map((name) =>
        asked(name, [name === auditor ? pass : fail]),
      ),
      policy,
    ).overallScore;
  expect(alone('requirements')).toBe(0.3);
  expect(alone('interface')).toBe(0.25);
  expect(alone('technical')).toBe(0.2);
  expect(alone('test')).toBe(0.15);
  expect(alone('library')).toBe(0.1);
});

test('TEAM-05 only the auditors asked for weigh, and one without a result scores 0', () => {
  const silent: AuditorResult = { auditor: 'technical', agentAsked: true, report: null, scanChecks: [] };
  const score = scoreAudit([asked('requirements', [pass]), silent], policy);
  expect(score.overallScore).toBe(30 / 50);
  expect(score.auditors[1]).toEqual({
    auditor: 'technical',
    outcome: 'no result',
    inconsistent: false,
    checked: 0,
    pass: 0,
    fail: 0,
    partial: 0,
    score: 0,
  });
  expect(score.health).toBe('unknown');
});

test('TEAM-05 an auditor without a result scores 0 and has nothing in order, even where its scans passed', () => {
  const scanChecks = [{ rule: 'MOCK-001', ran: true, findings: [] }];
  const { auditors } = scoreAudit(
    [{ auditor: 'technical', agentAsked: true, report: null, scanChecks }],
    policy,
  );
  expect(auditors[0]).toMatchObject({ outcome: 'no result', checked: 0, pass: 0, score: 0 });
});

test('TEAM-05 a scan rule that ran is one check, FAIL with a finding at or above the gate; one that did not is none', () => {
  const scans = [
    { rule: 'MOCK-001', ran: true, findings: [scanFinding('MEDIUM'), scanFinding('CRITICAL')] },
    { rule: 'MOCK-002', ran: true, findings: [scanFinding('LOW')] },
    { rule: 'MOCK-003', ran: true, findings: [] },
    { rule: 'MOCK-004', ran: false, findings: [] },
  ];
  const alone: AuditorResult = { auditor: 'technical', agentAsked: false, report: null, scanChecks: scans };
  const score = scoreAudit([alone], policy);
  expect(score.auditors[0]).toMatchObject({ checked: 3, pass: 2, fail: 1, partial: 0, score: 2 / 3 });
  expect(score.totals).toEqual({ checked: 4, pass: 1, fail: 3, partial: 0 });
  expect(score.findings.map(({ severity }) => severity)).toEqual(['CRITICAL', 'MEDIUM', 'LOW']);
});

test('FOUND-01 002#17 beside a report scans neither lower nor raise the share; they are findings that a pass needs fixed', () => {
  const red: ScanCheck = { rule: 'MOCK-001', ran: true, findings: [scanFinding('HIGH')] };
  const green: ScanCheck = { rule: 'MOCK-002', ran: true, findings: [] };
  for (const scans of [[red], [green, green], [red, green]])
    expect(scoreAudit([asked('technical', [pass, fail], scans)], policy).auditors[0]).toMatchObject({
      checked: 2,
      pass: 1,
      score: 0.5,
    });
  const gated = scoreAudit([asked('technical', [pass], [red])], { ...policy, scansGate: true });
  expect(gated).toMatchObject({ overallScore: 1, health: 'needs-fixes' });
  const standing = { failOn: 'HIGH', failing: 1 } as const;
  expect(scoreAudit([asked('technical', [pass], [red])], { ...policy, standing }).health).toBe('needs-fixes');
});

test('TEAM-05 where only scans were wanted, they alone are the result; without any that ran nothing was checked', () => {
  const scanChecks = [{ rule: 'MOCK-001', ran: true, findings: [] }];
  const scansOnly: AuditorResult = { auditor: 'technical', agentAsked: false, report: null, scanChecks };
  expect(scoreAudit([scansOnly], policy)).toMatchObject({ overallScore: 1, health: 'passed' });
  const idle = { ...scansOnly, scanChecks: [{ rule: 'MOCK-001', ran: false, findings: [] }] };
  const score = scoreAudit([idle], policy);
  expect(score).toMatchObject({ overallScore: 0, health: 'unknown' });
  expect(score.auditors[0]?.outcome).toBe('nothing checked');
});

test('TEAM-05 totals count one problem of auditors and scans once, and no rules beside a report', () => {
  const here = { ...fail, file: 'a.ts', line: 3 };
  const found: AuditFinding = { ...here, id: 'MOCK-001', auditor: 'technical', source: 'scan' };
  const scans: ScanCheck[] = [
    { rule: 'MOCK-001', ran: true, findings: [found] },
    { rule: 'MOCK-002', ran: true, findings: [] },
  ];
  const { totals } = scoreAudit(
    [asked('requirements', [here]), asked('technical', [here, pass], scans)],
    policy,
  );
  // A rule without a finding is not a check beside an auditor's report.
  expect(totals).toEqual({ checked: 2, pass: 1, fail: 1, partial: 0 });
});

test('TEAM-05 totals count merged findings, scores do not', () => {
  const here = { ...fail, file: 'a.ts', line: 3 };
  const score = scoreAudit([asked('requirements', [here, pass]), asked('test', [here, partial])], policy);
  expect(score.totals).toEqual({ checked: 3, pass: 1, fail: 1, partial: 1 });
  expect(score.auditors.map((auditor) => auditor.score)).toEqual([0.5, 0]);
  expect(score.findings).toHaveLength(4);
});

test('TEAM-05 a report that checked nothing makes the health unknown, whatever the scans say', () => {
  const scans = [{ rule: 'MOCK-001', ran: true, findings: [] }];
  const score = scoreAudit([asked('technical', [], scans), asked('test', [pass])], policy);
  expect(score.auditors[0]).toMatchObject({ outcome: 'nothing checked', score: 0 });
  expect(score.health).toBe('unknown');
});

test('TEAM-05 a report that may be cut short is never a pass', () => {
  const cut = report([pass], { complete: false });
  const score = scoreAudit([{ auditor: 'test', agentAsked: true, report: cut, scanChecks: [] }], policy);
  expect(score.auditors[0]?.outcome).toBe('incomplete');
  expect(score.health).toBe('unknown');
});

test('TEAM-05 nobody asked is unknown, not perfect', () => {
  expect(scoreAudit([], policy)).toEqual({
    auditors: [],
    findings: [],
    totals: { checked: 0, pass: 0, fail: 0, partial: 0 },
    overallScore: 0,
    health: 'unknown',
  });
});

test('TEAM-04 an inconsistent report scores the lower of what it claims and what it shows', () => {
  const summary = { checked: 1, pass: 1, fail: 0, partial: 0, score: 0.4 };
  const scored = (more: Partial<AuditorReport>) =>
    scoreAudit(
      [
        {
          auditor: 'test',
          agentAsked: true,
          report: report([pass, pass], { summary, ...more }),
          scanChecks: [],
        },
      ],
      policy,
    ).auditors[0];
  expect(scored({ inconsistent: true })).toMatchObject({ inconsistent: true, score: 0.4 });
  expect(scored({ inconsistent: true, summary: { ...summary, score: 1 } })).toMatchObject({ score: 1 });
  expect(scored({ inconsistent: false })).toMatchObject({ inconsistent: false, score: 1 });
});

const remark: ReportedFinding = { ...fail, severity: 'LOW' };

test('FOUND-01 002#17 ten passes and one LOW score 0.91 and pass', () => {
  const score = scoreAudit([asked('technical', [...many(10, pass), remark])], policy);
  expect(score.overallScore).toBeCloseTo(10 / 11, 9);
  expect(score.health).toBe('passed');
});

test('FOUND-01 002#20 remarks below the gate leave an audit passed down to a score of one half, and below it critical', () => {
  expect(scoreAudit([asked('test', [pass, remark])], policy)).toMatchObject({
    overallScore: 0.5,
    health: 'passed',
  });
  for (const findings of [
    [pass, remark, remark],
    many(10, remark),
    many(10, { ...remark, severity: 'INFO' }),
  ])
    expect(scoreAudit([asked('test', findings)], policy).health).toBe('critical');
  expect(scoreAudit([asked('test', [pass, remark])], { ...policy, severityGate: 'LOW' }).health).toBe(
    'needs-fixes',
  );
});

test('FOUND-01 002#17 no number of passes makes up for an open finding at or above the gate', () => {
  for (const severity of ['MEDIUM', 'HIGH', 'CRITICAL'] as const)
    expect(scoreAudit([asked('test', [...many(999, pass), { ...fail, severity }])], policy).health).toBe(
      'needs-fixes',
    );
});

test('FOUND-01 002#17 scan findings at the gate count where no baseline decides about them', () => {
  const scans = [...many(20, pass)].map((_, at): ScanCheck => ({ rule: `R-${at}`, ran: true, findings: [] }));
  const red: ScanCheck = { rule: 'MOCK-001', ran: true, findings: [scanFinding('MEDIUM')] };
  const results = [asked('technical', many(20, pass), [...scans, red])];
  expect(scoreAudit(results, policy).health).toBe('passed');
  expect(scoreAudit(results, { ...policy, scansGate: true }).health).toBe('needs-fixes');
});

test('TEAM-05 the threshold decides where a report contradicts itself', () => {
  const results = (score: number): AuditorResult[] => {
    const summary = { checked: 1, pass: 1, fail: 0, partial: 0, score };
    const own = report([pass, pass], { inconsistent: true, summary });
    return [{ auditor: 'test', agentAsked: true, report: own, scanChecks: [] }];
  };
  expect(scoreAudit(results(0.9), policy).health).toBe('passed');
  expect(scoreAudit(results(0.89), policy).health).toBe('needs-fixes');
});

test('TEAM-05 health is critical below one half and needs-fixes at it', () => {
  expect(scoreAudit([asked('test', [pass, fail])], policy).health).toBe('needs-fixes');
  expect(scoreAudit([asked('test', [pass, fail, fail])], policy).health).toBe('critical');
});

test('TEAM-05 health is critical with more than three open CRITICAL findings, not with three', () => {
  const critical = { ...fail, severity: 'CRITICAL' } as const;
  const withCriticals = (count: number) =>
    scoreAudit([asked('test', [...many(96, pass), ...many(count, critical)])], policy).health;
  expect(withCriticals(3)).toBe('needs-fixes');
  expect(withCriticals(4)).toBe('critical');
});

test('TEAM-06 a score above the threshold with one open CRITICAL finding is not a pass', () => {
  const critical = { ...partial, severity: 'CRITICAL' } as const;
  const score = scoreAudit([asked('test', [...many(99, pass), critical])], policy);
  expect(score).toMatchObject({ overallScore: 0.99, health: 'needs-fixes' });
});

test('TEAM-06 a CRITICAL finding of a scan is open too', () => {
  const scans = [{ rule: 'SEC-001', ran: true, findings: [scanFinding('CRITICAL')] }];
  const score = scoreAudit([asked('technical', many(99, pass), scans)], policy);
  expect(score).toMatchObject({ overallScore: 1, health: 'needs-fixes' });
});

test('FOUND-01 002#17 a red check of the project does not change the score of an auditor that reported', () => {
  const red: ScanCheck = { rule: 'suite e2e', ran: true, binding: true, findings: [scanFinding('HIGH')] };
  const { auditors, health } = scoreAudit([asked('requirements', [pass], [red])], policy);
  expect(auditors).toMatchObject([{ checked: 1, pass: 1, fail: 0, score: 1 }]);
  expect(health).toBe('needs-fixes');
});

test('TEAM-17 TEAM-06 a red check of the project’s own is no pass, however high the score and the gate', () => {
  const red: ScanCheck = { rule: 'suite e2e', ran: true, binding: true, findings: [scanFinding('HIGH')] };
  const results = [asked('test', many(200, pass), [red])];
  for (const severityGate of ['MEDIUM', 'CRITICAL'] as const) {
    const { overallScore, health, totals } = scoreAudit(results, { ...policy, severityGate });
    expect(overallScore).toBe(1);
    expect({ health, fail: totals.fail }).toEqual({ health: 'needs-fixes', fail: 1 });
  }
  const green = { ...red, findings: [] };
  expect(scoreAudit([asked('test', many(9, pass), [green])], policy).health).toBe('passed');
});

test('TEAM-05 with a gate above MEDIUM the score decides about findings below it; LOW ones alone do not stop', () => {
  const gate = { passThreshold: 0.9, severityGate: 'CRITICAL' } as const;
  const open = { ...fail, severity: 'HIGH' } as const;
  expect(scoreAudit([asked('test', [...many(8, pass), open])], gate).health).toBe('needs-fixes');
  expect(scoreAudit([asked('test', [...many(9, pass), open])], gate).health).toBe('passed');
  expect(scoreAudit([asked('test', [pass, { ...open, severity: 'LOW' }])], gate).health).toBe('passed');
});
