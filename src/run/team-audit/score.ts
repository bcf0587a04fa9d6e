import { type AuditFinding, openSeverity } from '../../model/audit.ts';
import { placeOf } from '../../model/finding.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import {
  excusedFindings,
  failingFindings,
  fixRound,
  groupFixes,
  isNotJudged,
  isUnasked,
  nextMove,
  redSuites,
  scoreAlone,
  scoreAudit,
  withExcuses,
  withReconciliation,
} from '../../audit/index.ts';
import type { AuditorResult, AuditRound, AuditScore, Excuses } from '../../audit/index.ts';
import { fingerprint } from '../../../packages/scan/finding.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { runsOf } from '../loop/dossier.ts';
import { head, jobOf } from '../stage-context.ts';
import { couldNotRun, isUnknown, suiteChecks, suitesAt, withPhases } from './suites.ts';
import type { Suites } from './suites.ts';
import { runPhases } from './phases.ts';
import { fixRoundsOf, matches } from '../../plan/index.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { isUnreviewed, judgedCommit, recoveryToScore, requirementTexts } from './audit-scope.ts';
import { cyclesUsed } from './cycles-used.ts';
import { baseUnder } from '../stages/judge.ts';
import { reconciliationAt } from '../stages/reconcile.ts';
import { testScore } from './score-tests.ts';
import { isLastRound, type ScoredRound, scoredRounds } from './scored-rounds.ts';

/** The score has no opinions: it is computed from the reports, and what is missing can only lower it (TEAM-05). */
export const score: StageWork = async (context, assignment, cancel) => {
  const isAlone = context.plan.gating.team.auditors.length === 0;
  const commit = await judgedCommit(context, assignment);
  const phases = await runPhases(context, assignment, commit, cancel);
  if (cancel.aborted) return undefined;
  const suites = withPhases(await suitesAt(context, assignment, commit), commit, phases);
  // Nobody audits this run: only the tests of a started application brought it here (TEAM-17).
  const isTestedOnly = isRunAudit(context, assignment) && !context.inputs.config.audit.endOfRun;
  if (isTestedOnly) return testedOnly(context, assignment, suites);
  const judged = await (isAlone ? reviewed : counted)(context, assignment, suites);
  const request = await reconciliationAt(context, assignment.ticket, commit);
  const { severityGate } = context.inputs.config.audit;
  if (request !== undefined) await context.records.put(assignment.run, 'reconciliation', request);
  const matched = request === undefined ? judged : withReconciliation(judged, request, severityGate);
  const { excuses } = context.inputs;
  const scored = excuses === undefined ? matched : withExcuses(matched, excuses, matches, severityGate);
  const history = (await scoredRounds(context, assignment.ticket, assignment.run)).map((each) => each.round);
  const round = await roundOf(context, assignment, scored);
  const open = await forFixers(context, assignment, commit, scored.findings);
  const { groups, now } = fixRound(
    groupFixes(open, { severityGate }),
    isLastRound(context, assignment.ticket),
  );
  const kept: ScoredRound = { round, findings: scored.findings, groups };
  await context.records.put(assignment.run, 'round', kept);
  await context.records.put(assignment.run, 'score', scored);
  const { move, isKept, because: reason } = moveAfter(context, [...history, round], groups.length);
  const because = (isAlone ? leftToPeople(scored, severityGate, groups.length) : undefined) ?? reason;
  const missing = isUnreviewed(context, assignment.ticket)
    ? 'the recovery review gave no usable answer'
    : noResultWords(scored);
  const unknown = scored.health === 'unknown' ? missing : '';
  const blind = move === 'stop' ? couldNotRun(suites) || unknown : '';
  const many = move === 'fix' ? Math.min(100, now) : 0;
  const overall = Math.min(1, Math.max(0, scored.overallScore));
  const { health } = scored;
  const asks = move === 'fix' ? await cyclesUsed(context, assignment, scored.findings) : undefined;
  return {
    ...head(assignment),
    type: 'audit_scored',
    overall,
    health,
    move,
    kept: isKept,
    groups: many,
    because: (blind || (move === 'stop' ? because : reason)).slice(0, 1_000),
    ...(asks === undefined ? {} : { asks }),
    ...failingOf(scored.findings, excuses),
  };
};

/** What fails an audit of what is there whatever its score; a run of tickets has no such bound. */
function failingOf(findings: readonly AuditFinding[], excuses: Excuses | undefined) {
  if (excuses === undefined) return {};
  return { failing: failingFindings(findings, excuses, matches), failOn: excuses.failOn };
}

function noResultWords({ auditors: all }: AuditScore): string {
  const silent = all.filter(({ outcome }) => outcome === 'no result').map(({ auditor }) => auditor);
  return silent.length === 0
    ? 'an auditor or a scan gave no result'
    : `no usable report of ${silent.length === 1 ? 'this auditor' : 'these auditors'}: ${silent.join(', ')}`;
}

/**
 * Why an audit without a team stops although reviews found something: no fixer is sent with it. A finding of a recovery
 * review keeps the audit from passing below the gate too, so it is named.
 */
function leftToPeople({ findings, health }: AuditScore, gate: Severity, groups: number): string | undefined {
  const open = findings.filter(({ source, verdict }) => source === 'agent' && verdict !== 'PASS');
  if (open.some((each) => isAtLeast(openSeverity(each), gate))) return 'reviews only';
  const found = open.find(({ auditor }) => auditor === 'recovery');
  if (found === undefined || groups > 0 || health === 'passed') return undefined;
  const named = [openSeverity(found), found.id, placeOf(found, ''), found.title].filter(Boolean).join(' ');
  return `for a person, the recovery review found ${named}`;
}

function isRunAudit(context: StageContext, assignment: AssignmentEvent): boolean {
  return jobOf(context, assignment.ticket)?.audit?.scope === -1;
}

/** A run that nobody audits is judged by what its tests say; nobody is sent to fix anything. */
async function testedOnly(
  context: StageContext,
  assignment: AssignmentEvent,
  suites: Suites | null,
): Promise<ResultDraft> {
  const scored = testScore(suites, context.inputs.config.audit.severityGate);
  await context.records.put(assignment.run, 'round', {
    round: await roundOf(context, assignment, scored),
    findings: scored.findings,
    groups: [],
  });
  await context.records.put(assignment.run, 'score', scored);
  const isPassed = scored.health === 'passed';
  const blind = couldNotRun(suites).slice(0, 1_000);
  const because = isPassed ? 'passed' : blind || 'the tests of the started application do not pass';
  const move = isPassed ? 'passed' : 'stop';
  return {
    ...head(assignment),
    type: 'audit_scored',
    overall: scored.overallScore,
    health: scored.health,
    move,
    kept: true,
    groups: 0,
    because,
  };
}

type Move = { readonly move: 'passed' | 'fix' | 'stop'; readonly isKept: boolean; readonly because: string };

function moveAfter(context: StageContext, history: readonly AuditRound[], groups: number): Move {
  const next = nextMove(history, {
    maxRounds: fixRoundsOf(context.plan.gating),
    severityGate: context.inputs.config.audit.severityGate,
    budget: { usd: null, tokens: null },
    spent: { usd: 0, tokens: 0 },
    nextRound: { usd: 0, tokens: 0 },
  });
  if (next.move === 'continue' && groups === 0)
    return { move: 'stop', isKept: true, because: 'nothing for a fixer' };
  if (next.move === 'continue') return { move: 'fix', isKept: true, because: 'there is something to fix' };
  const move = next.reason === 'passed' ? 'passed' : 'stop';
  return { move, isKept: next.keep === history.length - 1, because: next.reason };
}

/**
 * What a fixer may be sent with. Without a team scans and nothing else: what the one reviewer says goes to people
 * (TEAM-20). What an agent says of a path that is not there, under no requirement, holds on to nothing (BEYOND-03): it
 * counts against the work as everything does, but nobody is sent after it.
 */
async function forFixers(
  context: StageContext,
  assignment: AssignmentEvent,
  commit: string,
  findings: readonly AuditFinding[],
): Promise<readonly AuditFinding[]> {
  const isAlone = context.plan.gating.team.auditors.length === 0;
  const there = new Set(await context.hub.paths(commit));
  const known = await requirementTexts(context, assignment.ticket);
  const isPlain = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');
  const isGrounded = ({ file, id }: AuditFinding): boolean =>
    file === '' || there.has(file) || (known.has(id) && isPlain(file));
  const { excuses } = context.inputs;
  const excused = excuses === undefined ? null : excusedFindings(findings, excuses, matches);
  const isMeant = (finding: AuditFinding): boolean =>
    (finding.source === 'scan' && excused?.has(finding) !== true) ||
    (!isAlone && isGrounded(finding) && !isUnasked(finding) && !isNotJudged(finding));
  return findings.map((finding) => (isMeant(finding) ? finding : { ...finding, verdict: 'PASS' }));
}

async function counted(
  context: StageContext,
  assignment: AssignmentEvent,
  suites: Suites | null,
): Promise<AuditScore> {
  const results: AuditorResult[] = [];
  const { scanChecksOf, scansOf } = await import('../scans/lazy-scans.ts');
  const commit = await judgedCommit(context, assignment);
  const scans = await scansOf(context, assignment.ticket, commit);
  const asked = context.plan.gating.team.auditors;
  const owner = asked.includes('test') ? 'test' : asked[0];
  // A scan needs no auditor: findings of a family count whether its auditor was asked or not.
  const unasked = auditors.filter((auditor) => !asked.includes(auditor));
  for (const [seat, auditor] of asked.entries()) {
    const run = standing(context, assignment, seat);
    const report = run === undefined ? null : ((await context.records.get(run, 'auditorReport')) ?? null);
    const families = auditor === owner ? [auditor, ...unasked] : [auditor];
    const ran = auditor === owner && suites !== null ? suiteChecks(suites) : [];
    const scanChecks = [...families.flatMap((each) => scanChecksOf(each, scans)), ...ran];
    results.push({ auditor, agentAsked: true, report, scanChecks });
  }
  const recovered = await recoveryToScore(context, assignment, commit);
  if (recovered !== undefined)
    results.push({ auditor: 'recovery', agentAsked: true, report: recovered, scanChecks: [] });
  const checks = results.map(({ auditor, scanChecks }) => ({ auditor, scanChecks }));
  await context.records.put(assignment.run, 'scanChecks', checks);
  const { audit } = context.inputs.config;
  // Without tickets the scans are of the whole repository: its waivers and baseline decide about them.
  const scored = scoreAudit(results, { ...audit, scansGate: context.inputs.epic.tickets.length > 0 });
  // What a rule could not look at, or a suite that could not run, may hold anything (P8).
  const isBlind = scans.crashes.length > 0 || (suites !== null && isUnknown(suites));
  return isBlind && scored.health === 'passed' ? { ...scored, health: 'unknown' } : scored;
}

/** The run whose report stands for a seat: one of this round, or from before where the fixes do not concern it. */
function standing(context: StageContext, assignment: AssignmentEvent, seat: number): number | undefined {
  const reports = jobOf(context, assignment.ticket)?.audit?.reports ?? [];
  const last = runsOf(context.dossier(assignment.ticket), 'team', seat).at(-1);
  return reports.length > 0 ? reports[seat]?.run : last;
}

/** The one reviewer's document in the words of the score: clean is a pass, and no document is not known. */
async function reviewed(
  context: StageContext,
  assignment: AssignmentEvent,
  suites: Suites | null,
): Promise<AuditScore> {
  const run = standing(context, assignment, 0);
  const parsed = run === undefined ? undefined : await context.records.get(run, 'findings');
  const said = (parsed?.findings ?? []).map((finding): AuditFinding => ({
    auditor: 'technical',
    source: 'agent',
    verdict: 'FAIL',
    severity: finding.severity,
    id: finding.category,
    title: finding.problem,
    ...(finding.title === finding.problem ? {} : { description: finding.title }),
    file: finding.file,
    line: finding.line,
    evidence: finding.impact,
    fixHint: finding.fix,
    ...spokenBy(finding.by ?? null),
  }));
  const { scanChecksOf, scansOf } = await import('../scans/lazy-scans.ts');
  const commit = await judgedCommit(context, assignment);
  const scans = await scansOf(context, assignment.ticket, commit);
  const checks = [
    ...auditors.flatMap((auditor) => scanChecksOf(auditor, scans)),
    ...(suites === null ? [] : suiteChecks(suites)),
  ];
  await context.records.put(assignment.run, 'scanChecks', [{ auditor: 'technical', scanChecks: checks }]);
  const recovered = (await recoveryToScore(context, assignment, commit))?.findings ?? [];
  const open = recovered.flatMap((finding): AuditFinding[] =>
    finding.verdict === 'PASS' ? [] : [{ ...finding, auditor: 'recovery', source: 'agent' }],
  );
  return scoreAlone(parsed?.verdict ?? 'none', [...said, ...open], {
    checks,
    gate: context.inputs.config.audit.severityGate,
    isBlind:
      isUnreviewed(context, assignment.ticket) ||
      scans.crashes.length > 0 ||
      (suites !== null && isUnknown(suites)),
  });
}

async function roundOf(
  context: StageContext,
  assignment: AssignmentEvent,
  scored: AuditScore,
): Promise<AuditRound> {
  const commit = await judgedCommit(context, assignment);
  const onto = await baseUnder(context, assignment, commit);
  const changed = commit === onto ? [] : await context.hub.changes(onto, commit);
  const open = scored.findings.flatMap(({ verdict, severity, file, id, title }) =>
    verdict === 'PASS'
      ? []
      : [{ severity, file, fingerprint: fingerprint({ rule: id, file, snippet: title, occurrence: 0 }) }],
  );
  return {
    score: scored.overallScore,
    health: scored.health,
    open,
    red: redSuites(scored.findings),
    changedFiles: changed.map(({ path }) => path),
  };
}
