import type { AuditFinding, AuditorReport, FixGroup } from '../../model/audit.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { groupFixes, nextMove, scoreAudit } from '../../audit/index.ts';
import type { AuditorResult, AuditRound, AuditScore } from '../../audit/index.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { runsOf } from '../dossier.ts';
import { head, jobOf } from '../site.ts';
import { suiteChecks, suitesAt } from '../suites.ts';
import type { Site, StageWork } from '../site.ts';
import { spokenBy } from '../who-answered.ts';
import { judgedCommit } from './audit-scope.ts';
import type { SignedFindings } from './milestone.ts';

/** One round of an audit as it is kept for the next one, and for the fixers it sends. */
export type ScoredRound = {
  readonly round: AuditRound;
  readonly findings: readonly AuditFinding[];
  readonly groups: readonly FixGroup[];
};

/** The score has no opinions: it is computed from the reports, and what is missing can only lower it (TEAM-05). */
export const score: StageWork = async (site, assignment) => {
  const { auditors } = site.plan.gating.team;
  const scored = auditors.length === 0 ? await reviewed(site, assignment) : await counted(site, assignment);
  const history = await earlierRounds(site, assignment);
  const round = await roundOf(site, assignment, scored);
  const { severityGate } = site.inputs.config.audit;
  const groups = groupFixes(scored.findings, { severityGate });
  const kept: ScoredRound = { round, findings: scored.findings, groups };
  await site.records.put(assignment.run, 'round', kept);
  await site.records.put(assignment.run, 'score', scored);
  const { move, isKept, because } = moveAfter(site, [...history, round]);
  const many = move === 'fix' ? Math.min(100, groups.length) : 0;
  const overall = Math.min(1, Math.max(0, scored.overallScore));
  return { ...head(assignment), type: 'audit_scored', overall, move, kept: isKept, groups: many, because };
};

type Move = { readonly move: 'passed' | 'fix' | 'stop'; readonly isKept: boolean; readonly because: string };

function moveAfter(site: Site, history: readonly AuditRound[]): Move {
  const next = nextMove(history, {
    maxRounds: site.plan.gating.team.maxFixRounds,
    severityGate: site.inputs.config.audit.severityGate,
    budget: { usd: null, tokens: null },
    spent: { usd: 0, tokens: 0 },
    nextRound: { usd: 0, tokens: 0 },
  });
  if (next.move === 'continue') return { move: 'fix', isKept: true, because: 'there is something to fix' };
  const move = next.reason === 'passed' ? 'passed' : 'stop';
  return { move, isKept: next.keep === history.length - 1, because: next.reason };
}

async function counted(site: Site, assignment: AssignmentEvent): Promise<AuditScore> {
  const results: AuditorResult[] = [];
  const { freshScans, scanChecksOf } = await import('../scans.ts');
  const commit = await judgedCommit(site, assignment);
  const scans = await freshScans(site, commit);
  const suites = await suitesAt(site, assignment, commit);
  for (const [seat, auditor] of site.plan.gating.team.auditors.entries()) {
    const run = reportRun(site, assignment, seat);
    const report = ((await site.records.get(run, 'auditorReport')) as AuditorReport | undefined) ?? null;
    const ran = auditor === 'test' && suites !== null ? suiteChecks(suites) : [];
    const scanChecks = [...scanChecksOf(auditor, scans), ...ran];
    results.push({ auditor, agentAsked: true, report, scanChecks });
  }
  const checks = results.map(({ auditor, scanChecks }) => ({ auditor, scanChecks }));
  await site.records.put(assignment.run, 'scanChecks', checks);
  const scored = scoreAudit(results, site.inputs.config.audit);
  // What a rule could not look at, or a suite that could not run, may hold anything (P8).
  const isUnknown =
    scans.crashes.length > 0 ||
    suites?.cells.some(({ status, isExcused }) => status === 'BROKEN' && !isExcused) === true;
  return isUnknown && scored.health === 'passed' ? { ...scored, health: 'unknown' } : scored;
}

/** The run whose report stands for a seat: that of this round, or one from before that the fixes do not concern. */
function reportRun(site: Site, assignment: AssignmentEvent, seat: number): number {
  const reports = jobOf(site, assignment)?.audit?.reports ?? [];
  if (reports.length > 0) return reports[seat]?.run ?? -1;
  return runsOf(site.dossier(assignment.ticket), 'team', seat).at(-1) ?? -1;
}

/** The one reviewer's document in the words of the score: clean is a pass, and no document is not known. */
async function reviewed(site: Site, assignment: AssignmentEvent): Promise<AuditScore> {
  const run = runsOf(site.dossier(assignment.ticket), 'team').at(-1) ?? -1;
  const parsed = (await site.records.get(run, 'findings')) as SignedFindings | undefined;
  const findings = (parsed?.findings ?? []).map((finding): AuditFinding => ({
    auditor: 'technical',
    source: 'agent',
    verdict: 'FAIL',
    severity: finding.severity,
    id: finding.category,
    title: finding.problem,
    file: finding.file,
    line: finding.line,
    evidence: finding.impact,
    fixHint: finding.fix,
    ...spokenBy(finding.by ?? null),
  }));
  const health = parsed === undefined ? 'unknown' : parsed.verdict === 'clean' ? 'passed' : 'needs-fixes';
  const fail = findings.length;
  const totals = { checked: fail, pass: 0, fail, partial: 0 };
  return { auditors: [], findings, totals, overallScore: health === 'passed' ? 1 : 0, health };
}

async function roundOf(site: Site, assignment: AssignmentEvent, scored: AuditScore): Promise<AuditRound> {
  const { tip } = site.state();
  const commit = await judgedCommit(site, assignment);
  const changed = commit === tip ? [] : await site.hub.changes(tip, commit);
  const open = scored.findings.flatMap(({ verdict, severity, file, id, title }) =>
    verdict === 'PASS'
      ? []
      : [
          {
            verdict,
            severity,
            file,
            fingerprint: fingerprint({ rule: id, file, snippet: title, occurrence: 0 }),
          },
        ],
  );
  return {
    score: scored.overallScore,
    health: scored.health,
    open,
    changedFiles: changed.map(({ path }) => path),
  };
}

async function earlierRounds(site: Site, assignment: AssignmentEvent): Promise<readonly AuditRound[]> {
  const rounds: AuditRound[] = [];
  for (const run of runsOf(site.dossier(assignment.ticket), 'score')) {
    const kept = run < assignment.run ? await scoredRound(site, run) : undefined;
    if (kept !== undefined) rounds.push(kept.round);
  }
  return rounds;
}

export async function scoredRound(site: Site, run: number): Promise<ScoredRound | undefined> {
  return (await site.records.get(run, 'round')) as ScoredRound | undefined;
}
