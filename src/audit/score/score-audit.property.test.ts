import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { severities } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import type { AuditFinding, AuditorReport, ReportedFinding } from '../../model/audit.ts';
import { mergeAuditFindings } from '../../model/audit.ts';
import { scoreAudit, type AuditorResult } from './score-audit.ts';

const place = {
  id: fc.constantFrom('REQ-1', 'REQ-2'),
  file: fc.constantFrom('', 'a.ts', 'b.ts'),
  line: fc.nat(3),
};
const open = fc.record<ReportedFinding>({
  ...place,
  verdict: fc.constantFrom('FAIL', 'PARTIAL'),
  severity: fc.constantFrom(...severities),
  title: fc.constantFrom('t', 'u'),
  evidence: fc.constant(''),
  fixHint: fc.constant(''),
});
const passed = open.map<ReportedFinding>((finding) => ({ ...finding, verdict: 'PASS', severity: null }));
const findings = fc.array(fc.oneof(open, passed, passed), { maxLength: 12 });

const report = fc
  .record({
    findings,
    inconsistent: fc.boolean(),
    complete: fc.constantFrom(true, true, false),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map<AuditorReport>(({ findings: all, inconsistent, complete, score }) => ({
    auditor: null,
    findings: all,
    summary: { checked: 0, pass: 0, fail: 0, partial: 0, score },
    claimed: null,
    inconsistent,
    complete,
    reasons: [],
  }));

const scanChecks = fc.array(
  fc.record({
    rule: fc.constantFrom('MOCK-001', 'MOCK-002'),
    ran: fc.boolean(),
    findings: fc.array(open, { maxLength: 3 }),
  }),
  { maxLength: 3 },
);

const results = fc
  .uniqueArray(
    fc.record({
      auditor: fc.constantFrom(...auditors),
      agentAsked: fc.constantFrom(true, true, false),
      report: fc.option(report, { freq: 5 }),
      scanChecks,
    }),
    { selector: (result) => result.auditor, maxLength: 5 },
  )
  .map((all) =>
    all.map<AuditorResult>((result) => ({
      ...result,
      scanChecks: result.scanChecks.map((check) => ({
        ...check,
        findings: check.findings.map((finding) => ({ ...finding, auditor: result.auditor, source: 'scan' })),
      })),
    })),
  );

const policy = fc.record({
  passThreshold: fc.constantFrom(0, 0.5, 0.7, 0.9, 1),
  severityGate: fc.constantFrom(...severities),
});

const rank = { unknown: 0, critical: 0, 'needs-fixes': 1, passed: 2 } as const;

test('TEAM-05 one more open finding never raises a score nor betters the health', () => {
  fc.assert(
    fc.property(results, policy, open, fc.nat(4), (all, rules, extra, index) => {
      const before = scoreAudit(all, rules);
      const worse = all.map((result, position) =>
        position !== index % Math.max(1, all.length) || result.report === null
          ? result
          : { ...result, report: { ...result.report, findings: [...result.report.findings, extra] } },
      );
      const after = scoreAudit(worse, rules);
      expect(after.overallScore).toBeLessThanOrEqual(before.overallScore + 1e-12);
      // The first finding turns "nothing checked" into a result, so only known healths compare.
      const isBetter = before.health !== 'unknown' && rank[after.health] > rank[before.health];
      expect(isBetter).toBe(false);
    }),
  );
});

test('TEAM-05 taking an auditor’s result away never raises the overall score and is never a pass', () => {
  fc.assert(
    fc.property(results, policy, fc.nat(4), (all, rules, index) => {
      fc.pre(all.length > 0);
      const without = all.map((result, position) =>
        position === index % all.length ? { ...result, agentAsked: true, report: null } : result,
      );
      const after = scoreAudit(without, rules);
      expect(after.overallScore).toBeLessThanOrEqual(scoreAudit(all, rules).overallScore + 1e-12);
      expect(after.health).toBe('unknown');
    }),
  );
});

test('TEAM-06 with an open CRITICAL finding nothing is passed', () => {
  fc.assert(
    fc.property(results, policy, (all, rules) => {
      const score = scoreAudit(all, rules);
      const isOpen = score.findings.some(
        (finding) => finding.verdict !== 'PASS' && finding.severity === 'CRITICAL',
      );
      return !(isOpen && score.health === 'passed');
    }),
  );
});

test('TEAM-05 the order in which auditors and findings arrive changes nothing', () => {
  fc.assert(
    fc.property(results, policy, (all, rules) => {
      const turned = all
        .map((result) => {
          const { report: given } = result;
          if (given === null) return result;
          return { ...result, report: { ...given, findings: [...given.findings].reverse() } };
        })
        .reverse();
      expect(scoreAudit(turned, rules)).toEqual(scoreAudit(all, rules));
    }),
  );
});

test('TEAM-05 merging keeps every open finding exactly once and never two different ones of one auditor together', () => {
  fc.assert(
    fc.property(results, policy, (all, rules) => {
      const score = scoreAudit(all, rules);
      const merged = mergeAuditFindings(score.findings);
      const kept = merged.flatMap((unit) => unit.sources);
      const given = score.findings.filter((finding) => finding.verdict !== 'PASS');
      expect(kept).toHaveLength(given.length);
      expect(new Set<AuditFinding>(kept)).toEqual(new Set(given));
      for (const { sources } of merged) {
        const said = sources.filter(({ source }) => source === 'agent');
        const ids = new Set(said.map(({ auditor, id }) => `${auditor} ${id}`));
        expect(ids.size).toBe(new Set(said.map(({ auditor }) => auditor)).size);
        expect(sources.length - said.length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
