import { join } from 'node:path';

import type { OpenedRun } from '../run/open-run.ts';
import { scopeName, teamReportOf } from '../run/readable-audit.ts';
import {
  type Excuses,
  explainScore,
  failingFindings,
  standingFindings,
  withStanding,
} from '../../audit/index.ts';
import { redact } from '../../detect/index.ts';
import { writeAuditTeamReport } from '../../formats/index.ts';
import type { AuditCall } from '../../inspect/audit/audit-call.ts';
import { type AuditInputs, excusesOf } from '../../inspect/audit/audit-inputs.ts';
import { teamAsReport } from '../../inspect/audit/team-as-report.ts';
import { type Outlet, writeReports } from '../../inspect/audit/write-reports.ts';
import { type AuditHealth, type AuditTeamReport, openSeverity, scoreText } from '../../model/audit.ts';
import type { Config } from '../../model/config.ts';
import type { Event } from '../../model/events.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { findingsOf, mergeAuditFindings, type MergedFinding, sourceNames } from '../../model/audit.ts';
import { headline, type Outcome, NO_CHECKS, redAtBaseLine } from '../../model/outcome.ts';
import { countsOf } from '../../model/report.ts';
import { auditors } from '../../model/team.ts';
import { matches } from '../../plan/index.ts';
import { type Answer, answer } from '../../project/answer.ts';
import { putBelow, READABLE } from '../../project/put-below.ts';
import {
  baseLines,
  count,
  decisionLines,
  explainedScoreText,
  openDecisions,
  runOutcome,
  runWord,
} from '../../report/index.ts';
import type { RunEnd } from '../../run/index.ts';
import { redAtBaseOf, type State } from '../../state/index.ts';

type Scored = Extract<Event, { type: 'audit_scored' }>;

/** What waivers and the baseline excuse, and where the reports go. */
export type TeamAuditOutput = { readonly audited: AuditInputs; readonly outlet: Outlet };

const NO_REPORT: AuditTeamReport = {
  auditors: [],
  findings: [],
  totals: { checked: 0, pass: 0, fail: 0, partial: 0 },
  overallScore: 0,
  health: 'unknown',
  fixRoundsUsed: 0,
  fixGroups: [],
  durationSeconds: 0,
};

/** Says what the team came to, in the words of an audit. Nobody's report is nobody's pass. */
export async function tellTeamAudit(
  call: AuditCall,
  opened: OpenedRun,
  end: RunEnd,
  { audited, outlet }: TeamAuditOutput,
): Promise<Answer> {
  const { journal, records, lander, hub } = opened.ports;
  const notes = notesIn(journal.read());
  const rounds = [...journal.read()].filter((event): event is Scored => event.type === 'audit_scored');
  // A round of fixes that was thrown away says nothing of what stands.
  const last = rounds.findLast(({ kept }) => kept);
  const report = last === undefined ? undefined : await teamReportOf(last, { journal, records });
  const excuses = end.inputs.excuses ?? excusesOf(call, { ...audited, config: end.inputs.config });
  const { failOn } = excuses;
  const failing = failingFindings(report?.findings ?? [], excuses, matches);
  const redAtBase = redAtBaseOf(end.state);
  const outcome = runOutcome(end.state, runWord(end.state, false));
  const exitCode = outcomeExitCode(outcome) ?? exitCodes.bug;
  const isFixed = end.state.tip !== end.state.base;
  const branch = isFixed ? (await lander.branch()).name : null;
  // A later call of the same audit makes it again.
  if (!isFixed) await lander.dropUnused(end.state.base);
  const told = report ?? NO_REPORT;
  // What the caller fails on decides the exit code, not the health.
  const isScored = told.health !== 'passed' || (failing > 0 && end.state.status === 'completed');
  const health = isScored ? told.health : healthAs(outcome);
  const scored = { ...told, health };
  const json = {
    outcome,
    ...valueOf(report, rounds),
    health,
    failing,
    redAtBase,
    epicBranch: branch,
    notes,
    exitCode,
  };
  const audit = teamAsReport(scored, {
    findings: standingFindings(scored.findings, excuses, matches),
    outcome,
    failing,
    failOn,
    files: (await hub.paths(end.state.tip)).length,
    notes: [...redAtBase.map(redAtBaseLine), ...notes],
  });
  const place =
    last === undefined ? null : join(READABLE, 'epics', end.inputs.epic.id, 'audit', scopeName(last));
  if (place !== null && health !== told.health) putReport(opened.repository.top, place, scored);
  const judged = { audit, report: () => scored, json };
  const text = await writeReports(judged, { call, folder: audited.folder, outlet });
  if (text !== null) return answer(json, text, exitCode);
  const untested = end.state.atBase.checks === 0 ? [NO_CHECKS] : [];
  const isExplained = call.options.explainScore === true;
  const about = { branch, place, exitCode, outcome, isExplained, state: end.state };
  const lines = linesOf(report, rounds, about);
  if (isExplained && report !== undefined)
    for (const line of explanation(report, end, excuses)) call.io.say(line);
  return answer(json, [...baseLines(end.state), ...untested, ...lines, ...notes], exitCode);
}

function explanation(report: AuditTeamReport, { inputs }: RunEnd, excuses: Excuses): readonly string[] {
  const policy = withStanding(inputs.config.audit, report.findings, excuses, matches);
  return explainedScoreText(explainScore(report, policy), report.findings);
}

/** What the result has to say besides: which auditor had nothing to judge. */
function notesIn(events: Iterable<Event>): readonly string[] {
  const noted = [...events].flatMap((event) => ('notes' in event ? event.notes : []));
  return noted.includes(NO_REQUIREMENTS) ? [NO_REQUIREMENTS] : [];
}

/** Once more, with the health that waivers and the baseline leave: the run has written the files without them. */
function putReport(top: string, place: string, report: AuditTeamReport): void {
  try {
    putBelow(top, join(place, 'AUDIT_REPORT.md'), redact(writeAuditTeamReport(report)));
    putBelow(top, join(place, 'audit.json'), redact(`${JSON.stringify(report, null, 2)}\n`));
  } catch {
    // As in a run: a copy that cannot be written does not end an audit.
  }
}

/** Scores that pass are a healthy report only where the audit passed. */
function healthAs({ verdict }: Outcome): AuditHealth {
  return verdict === 'passed' ? 'passed' : verdict === 'failed' ? 'needs-fixes' : 'unknown';
}

function valueOf(report: AuditTeamReport | undefined, rounds: readonly Scored[]) {
  const merged = mergeAuditFindings(report?.findings ?? []);
  const findings = findingsOf(merged);
  const scores = new Map(report?.auditors.map(({ auditor, score }) => [auditor, score]));
  return {
    health: report?.health ?? 'unknown',
    overallScore: report?.overallScore ?? 0,
    scores: Object.fromEntries(scores),
    auditors: report?.auditors ?? [],
    findings: merged.flatMap((each, at) => findings.slice(at, at + 1).map((own) => shownFinding(own, each))),
    counts: countsOf(findings),
    rounds: rounds.map(({ overall, move, because }, index) => ({ round: index + 1, overall, move, because })),
    notComputed: auditors.filter((auditor) => !scores.has(auditor)),
    durationMs: Math.round((report?.durationSeconds ?? 0) * 1000),
  };
}

/** A merged finding in JSON: the worst report of it, and who else reported it. */
function shownFinding(finding: Finding, { verdict, sources }: MergedFinding) {
  const { rule, severity, file, line, message, evidence, fingerprint } = finding;
  const [{ auditor, source }] = sources;
  return {
    rule,
    severity,
    file,
    line,
    message,
    evidence,
    fingerprint,
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

type Lines = {
  readonly branch: string | null;
  readonly place: string | null;
  readonly exitCode: ExitCode;
  readonly outcome: Outcome;
  readonly isExplained: boolean;
  readonly state: State;
};

function linesOf(
  report: AuditTeamReport | undefined,
  rounds: readonly Scored[],
  { branch, place, exitCode, outcome, isExplained, state }: Lines,
): readonly string[] {
  const asked = decisionLines(openDecisions(state, new Map()), state.plan.epic);
  const decisions = asked.length === 0 ? [] : ['DECISION NEEDED', ...asked];
  const head = `AUDIT  ${headline(outcome)}     exit ${exitCode}`;
  if (report === undefined) return [head, ...decisions];
  const found = mergeAuditFindings(report.findings);
  const shown = found.slice(0, 20);
  // A score is shown where the verdict follows from it, or where somebody asked how it came about.
  const isScored = isExplained || outcome.because.includes('score ');
  const score = isExplained ? `score ${scoreText(report.overallScore)}, ` : '';
  return [
    ...shown.map(
      (finding) =>
        `${finding.severity.padEnd(8)} ${finding.sources[0].id || '-'} ${placeOf(finding)}  ${finding.sources[0].title} (${sourceNames(finding).join(', ')})`,
    ),
    ...(found.length > shown.length ? [`+${found.length - shown.length} more`] : []),
    `${head}     ${score}${count(found.length, 'finding')}, ${count(rounds.length, 'round')}`,
    ...report.auditors.map(
      (own) =>
        `  ${own.auditor.padEnd(13)} ${isScored ? `${scoreText(own.score)}  ` : ''}${own.outcome}, ${own.pass} of ${own.checked} passed`,
    ),
    ...(branch === null ? [] : [`changes are on ${branch}: review and merge it`]),
    ...(place === null ? [] : [`report: ${join(place, 'AUDIT_REPORT.md')}`]),
    ...decisions,
  ];
}

export const NO_REQUIREMENTS = 'no REQUIREMENTS.md in this commit: the requirements auditor was not asked';

/** Whether the depth alone asks the requirements auditor: without requirements it has nothing to judge. */
export function asksByDepth({ audit }: Config): boolean {
  return (audit.auditors.requirements ?? null) === null;
}

/** The settings of an audit whose commit has no requirements document. */
export function withoutRequirements(config: Config): Config {
  const { audit } = config;
  return { ...config, audit: { ...audit, auditors: { ...audit.auditors, requirements: false } } };
}
