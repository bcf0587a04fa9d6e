import { join } from 'node:path';

import { explainScore } from '../../audit/index.ts';
import type { RunEnd } from '../../flow/index.ts';
import { type AuditTeamReport, openSeverity, scoreText } from '../../model/audit.ts';
import type { Event } from '../../model/events.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { type MergedFinding, mergeFindings, sourceNames } from '../../model/merge-audit-findings.ts';
import { NO_CHECKS, openAtBase, type RedAtBase, redAtBaseWords, verdictOf } from '../../model/red-at-base.ts';
import { severities, type Severity } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import { baseLines, count, explainedScoreText } from '../../report/index.ts';
import { redAtBaseOf, type State } from '../../state/index.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes, verdictExitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import type { OpenedRun } from '../run/ports.ts';
import { READABLE } from '../run/readable.ts';
import { scopeName, teamReportOf } from '../run/readable-audit.ts';
import { clean } from '../say-error.ts';
import type { AuditInputs } from './audit-inputs.ts';
import { failingFindings, failOnOf, milder } from './failing-findings.ts';

type Scored = Extract<Event, { type: 'audit_scored' }>;

/** Says what the team came to, in the words of an audit. Nobody's report is nobody's pass. */
export async function tellTeamAudit(
  call: Call,
  opened: OpenedRun,
  end: RunEnd,
  excuses: Pick<AuditInputs, 'waivers' | 'baseline'>,
): Promise<ExitCode> {
  const { journal, records, lander } = opened.ports;
  const rounds = [...journal.read()].filter((event): event is Scored => event.type === 'audit_scored');
  // A round of fixes that was thrown away says nothing of what stands.
  const last = rounds.findLast(({ kept }) => kept);
  const report = last === undefined ? undefined : await teamReportOf(last, { journal, records });
  const { severityGate } = end.inputs.config.audit;
  const failing = failingFindings(report?.findings ?? [], milder(failOnOf(call), severityGate), excuses);
  const exitCode = exitCodeOf(report, failing, end);
  const isMended = end.state.tip !== end.state.base;
  const branch = isMended ? (await lander.branch()).name : null;
  if (call.json) {
    const value = { ...valueOf(report, rounds), failing, redAtBase: redAtBaseOf(end.state) };
    call.io.stdout.write(jsonText({ ...value, epicBranch: branch, exitCode }));
    return exitCode;
  }
  const place =
    last === undefined ? null : join(READABLE, 'epics', end.inputs.epic.id, 'audit', scopeName(last));
  const untested = end.state.atBase.checks === 0 ? [NO_CHECKS] : [];
  const lines = linesOf(report, rounds, { branch, place, exitCode, failing, state: end.state });
  for (const line of [...baseLines(end.state), ...untested, ...lines]) call.io.stdout.write(clean(line));
  if (call.options['explainScore'] === true && report !== undefined) {
    const explained = explainScore(report, end.inputs.config.audit);
    for (const line of explainedScoreText(explained, report.findings)) call.io.stderr.write(clean(line));
  }
  return exitCode;
}

function exitCodeOf(report: AuditTeamReport | undefined, failing: number, { state }: RunEnd): ExitCode {
  if (state.status === 'limit') return exitCodes.limit;
  if (report === undefined || report.health === 'unknown') return exitCodes.environment;
  const isFailing = report.health !== 'passed' || failing > 0;
  const redAtBase = redAtBaseOf(state);
  return verdictExitCodes[verdictOf({ failing: isFailing, redAtBase, notComputed: false })];
}

function valueOf(report: AuditTeamReport | undefined, rounds: readonly Scored[]) {
  const findings = mergeFindings(report?.findings ?? []);
  const scores = new Map(report?.auditors.map(({ auditor, score }) => [auditor, score]));
  return {
    health: report?.health ?? 'unknown',
    overallScore: report?.overallScore ?? 0,
    scores: Object.fromEntries(scores),
    auditors: report?.auditors ?? [],
    findings: findings.map(shownFinding),
    counts: countsOf(findings.map(({ severity }) => severity)),
    rounds: rounds.map(({ overall, move, because }, index) => ({ round: index + 1, overall, move, because })),
    notComputed: auditors.filter((auditor) => !scores.has(auditor)),
    durationMs: Math.round((report?.durationSeconds ?? 0) * 1000),
  };
}

/** A merged finding in JSON: the worst report of it, and who else reported it. */
function shownFinding({ severity, verdict, file, line, sources }: MergedFinding) {
  const [{ id, title, evidence, auditor, source }] = sources;
  const parts = { rule: id, file, snippet: evidence === '' ? title : evidence, occurrence: 0 };
  return {
    rule: id,
    severity,
    file,
    line,
    message: title,
    evidence,
    fingerprint: fingerprint(parts),
    confidence: source === 'scan' ? 'high' : 'medium',
    suppressed: null,
    verdict,
    auditor,
    source,
    sources: sources.map((each) => ({
      rule: each.id,
      severity: openSeverity(each),
      message: each.title,
      evidence: each.evidence,
      auditor: each.auditor,
      source: each.source,
    })),
  };
}

function countsOf(found: readonly Severity[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    severities.map((severity) => [severity, found.filter((each) => each === severity).length]),
  );
}

function headOf({ health }: AuditTeamReport, failing: number, red: readonly RedAtBase[]): string {
  if (health === 'passed' && failing > 0)
    return `FAILED by ${failing} ${failing === 1 ? 'finding' : 'findings'}`;
  const isUnproved = health === 'passed' && openAtBase(red).length > 0;
  return `${isUnproved ? 'NOT PROVED' : health.toUpperCase()}${redAtBaseWords(red)}`;
}

type Telling = {
  readonly branch: string | null;
  readonly place: string | null;
  readonly exitCode: ExitCode;
  readonly failing: number;
  readonly state: State;
};

function linesOf(
  report: AuditTeamReport | undefined,
  rounds: readonly Scored[],
  { branch, place, exitCode, failing, state }: Telling,
): readonly string[] {
  if (report === undefined) return [`AUDIT  NOT JUDGED     exit ${exitCode}     no round was scored`];
  const found = mergeFindings(report.findings);
  const shown = found.slice(0, 20);
  return [
    ...shown.map(
      (finding) =>
        `${finding.severity.padEnd(8)} ${finding.sources[0].id || '-'} ${finding.file}:${finding.line}  ${finding.sources[0].title} (${sourceNames(finding).join(', ')})`,
    ),
    ...(found.length > shown.length ? [`+${found.length - shown.length} more`] : []),
    `AUDIT  ${headOf(report, failing, redAtBaseOf(state))}     exit ${exitCode}     score ${scoreText(report.overallScore)}, ${count(found.length, 'finding')}, ${count(rounds.length, 'round')}`,
    ...report.auditors.map(
      ({ auditor, outcome, score, pass, checked }) =>
        `  ${auditor.padEnd(13)} ${scoreText(score)}  ${outcome}, ${pass} of ${checked} in order`,
    ),
    ...(branch === null ? [] : [`fixes are on ${branch}: review and merge it`]),
    ...(place === null ? [] : [`report: ${join(place, 'AUDIT_REPORT.md')}`]),
  ];
}
