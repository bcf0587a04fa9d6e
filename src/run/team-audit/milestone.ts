import type { AssignmentEvent } from '../../model/events.ts';
import type { HeardAnswer } from '../../model/verdict.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Auditor } from '../../model/team.ts';
import type { AuditorReport, ReportedFinding } from '../../model/audit.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { auditorReport, parseAuditReport, parseFindingsDocument } from '../../formats/index.ts';
import type { ParsedFindings } from '../../formats/index.ts';
import { admit, carryOver, unjudged, unjudgedWords, withRecovery, withUnjudged } from '../../audit/index.ts';
import { reviewerAssignment, teamAuditorAssignment, wholeReviewSections } from '../../prompts/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { shownChange, withheldIn } from '../agent-call/privacy.ts';
import { head } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { ruledAnswer } from '../settle-judge-answer.ts';
import { unclear } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { suiteLines, suitesAt } from './suites.ts';
import {
  earlierReport,
  changeToJudge,
  judgedCommit,
  matterOf,
  scopeOf,
  shownAt,
  thereAt,
  untouchedSince,
} from './audit-scope.ts';
import type { EarlierReport } from './audit-scope.ts';
import { fileAtBase, requiredOf } from './scope-documents.ts';
import type { Required } from './scope-documents.ts';
import { noAgent } from '../stages/develop.ts';
import { askJudge } from '../stages/judge.ts';
import type { HeardJudge } from '../stages/judge.ts';

/** One auditor of the team, in its seat; with the team switched off, the one reviewer who stands in for it (TEAM-11). */
export const team: StageWork = async (context, assignment, cancel) => {
  const auditor = context.plan.gating.team.auditors[assignment.seat];
  return auditor === undefined
    ? standIn(context, assignment, cancel)
    : oneAuditor(context, assignment, auditor, cancel);
};

async function oneAuditor(
  context: StageContext,
  assignment: AssignmentEvent,
  auditor: Auditor,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const agent = context.inputs.cast[auditor] ?? context.inputs.cast.auditor;
  if (agent === undefined) return noAgent(assignment, 'auditor');
  const scope = scopeOf(context, assignment.ticket);
  const commit = await judgedCommit(context, assignment);
  const earlier = await earlierReport(context, assignment, assignment.seat);
  const required = await requiredOf(context, scope);
  const isMatter = await matterOf(context, assignment.ticket, commit);
  const { files, diff } = await changeToJudge(context, commit, earlier?.commit ?? null, isMatter);
  const original = (await fileAtBase(context, context.inputs.epic.original)) ?? '';
  const { libraryView, scanLines, scansOf } = await import('../scans/lazy-scans.ts');
  const found = await scansOf(context, assignment.ticket, commit);
  const scans = scanLines(auditor, found, withheldIn(context));
  const view =
    auditor === 'library' ? await libraryView(context, commit, found.libraries) : { commit, lines: [] };
  const suites = auditor === 'test' ? await suitesAt(context, assignment, commit) : null;
  const again = earlier === null ? null : await toJudgeAgain(context, earlier, commit);
  const sections = () =>
    teamAuditorAssignment({
      auditor,
      id: assignment.ticket,
      title: scope.title,
      requirements: required.text,
      hasProse: required.hasProse,
      files,
      diff,
      original,
      scans,
      suites: suites === null ? [] : suiteLines(suites),
      earlier: again,
      maxLibraryChecks: context.plan.gating.team.maxLibraryChecks,
      libraries: view.lines,
      servers: (agent.settings.servers ?? []).map(({ name }) => name),
    });
  const call = { role: 'auditor', auditor, agent, commit: view.commit, sections } as const;
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  if (judgeAnswer.kind === 'over') return judgeAnswer.draft;
  const usable = await usableReport(context, assignment, {
    auditor,
    said: judgeAnswer.said,
    isBroken: judgeAnswer.kind === 'broken',
    commit,
    earlier,
    required,
  });
  if (usable.report === undefined && judgeAnswer.kind === 'broken') return judgeAnswer.draft;
  if (usable.report === undefined) return unclear(context, assignment, judgeAnswer.said.used, usable.reasons);
  await context.records.put(assignment.run, 'auditorReport', usable.report);
  return reported(assignment, judgeAnswer.said, { score: usable.report.summary.score, commit });
}

type Answer = {
  readonly auditor: Auditor;
  readonly said: HeardJudge;
  /** Its process failed: only what it says against the work counts. */
  readonly isBroken: boolean;
  readonly commit: string;
  readonly earlier: EarlierReport | null;
  readonly required: Required;
};

type Usable =
  | { readonly report: AuditorReport }
  | { readonly report?: never; readonly reasons: readonly string[] };

/**
 * An auditor's report with what was said in its seat before it was asked back, or its process failed. It has to judge
 * every requirement of a document; where it still leaves some out after the last question, the rest counts, with these as
 * not judged. Open findings of an answer that is not whole count too: after the last question or try such a report stands,
 * and is never a pass.
 */
async function usableReport(
  context: StageContext,
  assignment: AssignmentEvent,
  { auditor, said, isBroken, commit, earlier, required }: Answer,
): Promise<Usable> {
  const { items, isDocument, gap } = required;
  const report = parseAuditReport(said.text, { auditor });
  const isThere = await thereAt(context, commit);
  // A fix may delete a file that the auditor is asked about again.
  const ownBefore = earlier?.report.findings ?? [];
  const asked = new Set(ownBefore.map(({ file }) => file));
  const isAt = await shownAt(context, commit, report.findings);
  const isShown = (place: ReportedFinding): boolean => isAt(place) || asked.has(place.file);
  const given = isBroken ? { ...report, complete: false, reasons: [BROKEN_OFF] } : report;
  const admitted = admit(given, { auditor, requirements: items, isShown, earlier: ownBefore });
  const before = await partOf(context, assignment);
  const { agentTries, clarifications } = context.plan.limits;
  const isLast = isBroken ? assignment.try >= agentTries : assignment.clarification >= clarifications;
  const own = countedPart(admitted, said, { auditor, isLast: isLast && !isBroken });
  const ground = { isThere, isUntouched: () => true, requirements: items };
  // What it found open before it was asked back is not erased by another answer about the same work.
  const joined =
    before === undefined || own === undefined
      ? (own ?? before)
      : withRecovery(carryOver(before, own, ground), notIn(own, before), items);
  if (joined === undefined) return { reasons: admitted.reasons };
  if (!admitted.complete && !isLast) {
    await context.records.put(assignment.run, 'partialReport', joined);
    return { reasons: admitted.reasons };
  }
  const whole =
    earlier === null
      ? joined
      : // It was asked about what changed: its other verdicts stand (TEAM-09).
        carryOver(earlier.report, joined, {
          ...ground,
          isUntouched: await untouchedSince(context, earlier.commit, commit),
        });
  const left = auditor === 'requirements' && isDocument ? unjudged(whole, items) : [];
  const gaps = auditor === 'requirements' && gap !== null ? [gap] : [];
  const reasons = [...new Set([...whole.reasons, ...admitted.reasons])];
  const noted = gaps.length === 0 ? { ...whole, reasons } : withUnjudged({ ...whole, reasons }, [], gaps);
  if (left.length === 0)
    return { report: admitted.complete ? noted : { ...whole, complete: false, reasons: admitted.reasons } };
  await context.records.put(assignment.run, 'partialReport', joined);
  return isLast && left.length < items.length
    ? { report: withUnjudged(whole, left, gaps) }
    : { reasons: unjudgedWords(left) };
}

/**
 * The part of an answer that counts: all of a whole one, and of any other what it says against the work. After the last
 * question its passes are counted beside that.
 */
function countedPart(
  admitted: AuditorReport,
  said: HeardJudge,
  { auditor, isLast }: { readonly auditor: Auditor; readonly isLast: boolean },
): AuditorReport | undefined {
  const against = admitted.findings.filter(({ verdict }) => verdict !== 'PASS');
  if (!admitted.complete && against.length === 0) return undefined;
  const part = admitted.complete || isLast ? admitted : auditorReport(auditor, against);
  return { ...part, findings: signed(part.findings, said) };
}

/** The findings of a report that another one does not have as open ones. */
function notIn(other: AuditorReport, { findings }: AuditorReport): AuditorReport['findings'] {
  const placeOf = ({ id, title, file }: ReportedFinding): string => `${id || title} ${file}`.toLowerCase();
  const open = new Set(other.findings.filter(({ verdict }) => verdict !== 'PASS').map(placeOf));
  return findings.filter((finding) => !open.has(placeOf(finding)));
}

/** Why a report is not whole whose auditor crashed, stalled or met a limit: no pass in it counts. */
const BROKEN_OFF = 'the process of the auditor failed before it had answered';

/** What was said against the work in this seat since the last score, in answers that are not whole. */
async function partOf(
  context: StageContext,
  { ticket, stage, seat, run }: AssignmentEvent,
): Promise<AuditorReport | undefined> {
  const dossier = context.dossier(ticket);
  const scored = runsOf(dossier, 'score').findLast((each) => each < run) ?? -1;
  const asked = runsOf(dossier, stage, seat).filter((each) => each > scored && each < run);
  for (const earlier of asked.toReversed()) {
    const part = await context.records.get(earlier, 'partialReport');
    if (part !== undefined) return part;
  }
  return undefined;
}

/** What was open, and what was in order in a file that is no longer the same: nothing else has to be said again. */
async function toJudgeAgain(
  context: StageContext,
  { report, commit: seen }: EarlierReport,
  commit: string,
): Promise<AuditorReport['findings']> {
  const isUntouched = await untouchedSince(context, seen, commit);
  return report.findings.filter(({ verdict, file }) => verdict !== 'PASS' || !isUntouched(file));
}

type Signed<Finding> = Finding & { readonly by?: Provenance };

/** The document of the one reviewer, as it is kept. */
export type SignedFindings = Omit<ParsedFindings, 'findings'> & {
  readonly findings: readonly Signed<ParsedFindings['findings'][number]>[];
};

/** Each finding says who found it: reports of several auditors are merged later. */
export function signed<F>(findings: readonly F[], { by }: Pick<HeardJudge, 'by'>): readonly Signed<F>[] {
  return findings.map((finding) => ({ ...finding, ...spokenBy(by) }));
}

type Judged = { readonly score: number; readonly commit: string };

function reported(
  assignment: AssignmentEvent,
  { used, by }: Pick<HeardJudge, 'used' | 'by'>,
  { score, commit }: Judged,
): ResultDraft {
  const about = { ...head(assignment), used, commit, ...spokenBy(by) };
  return { ...about, type: 'team_auditor_reported', score: Math.min(1, Math.max(0, score)) };
}

function verdictIn({ verdict, mustFix, outside }: ParsedFindings): HeardAnswer {
  const words = { clean: 'pass', unclean: 'fail', unknown: 'unknown' } as const;
  if (mustFix > 0) return { verdict: words[verdict], objection: 'work' };
  return { verdict: words[verdict], outside };
}

async function standIn(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const agent = context.inputs.cast.reviewer;
  if (agent === undefined) return noAgent(assignment, 'reviewer');
  const { epic, epicFile, base } = context.inputs;
  const commit = await judgedCommit(context, assignment);
  const round = {
    id: assignment.ticket,
    title: scopeOf(context, assignment.ticket).title,
    branch: `epic/${epic.id}`,
    baseBranch: base.ref,
    ticketFile: epicFile,
    round: assignment.round,
    findingsPath: `reviews/${assignment.ticket.replace(':', '-')}/round-${assignment.round}.md`,
  };
  const isMatter = await matterOf(context, assignment.ticket, commit);
  const { diff } = await shownChange(context, context.state().base, commit, isMatter);
  const scope = scopeOf(context, assignment.ticket);
  const { text: requirements } = await requiredOf(context, scope);
  const further = wholeReviewSections({ requirements, withCraft: context.plan.gating.depth !== 'quick' });
  const sections = (token: string | null) =>
    reviewerAssignment({ round, token, expectedFiles: [], diff, further });
  const call = { role: 'reviewer', auditor: null, agent, commit, sections } as const;
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  const { ticket, round: nth } = assignment;
  const ruled = await ruledAnswer(context, assignment, judgeAnswer, ({ text }) => {
    const parsed = parseFindingsDocument(text, { ticket, round: nth });
    return { parsed, ...verdictIn(parsed) };
  });
  if (ruled.kind === 'over') return ruled.draft;
  const { parsed } = ruled.answer;
  if (ruled.kind === 'unclear') return unclear(context, assignment, ruled.used, parsed.reasons);
  const findings = signed(parsed.findings, ruled.said);
  const kept: SignedFindings = { ...parsed, findings };
  await context.records.put(assignment.run, 'findings', kept);
  const score = ruled.answer.verdict === 'pass' ? 1 : 0;
  return reported(assignment, { ...ruled.said, used: ruled.used }, { score, commit });
}
