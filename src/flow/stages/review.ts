import type { AssignmentEvent } from '../../model/events.ts';
import type { DimensionScore, Feedback } from '../../model/feedback.ts';
import type { ReviewSaid } from '../../model/review-said.ts';
import type { Finding } from '../../model/finding.ts';
import type { Provenance } from '../../model/provenance.ts';
import { isMustFix } from '../../model/severity.ts';
import { dimensionsWith } from '../../model/dimensions.ts';
import type { ReviewDimension } from '../../model/dimensions.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseCritic, parseReviewReport, writeDeveloper } from '../../formats/index.ts';
import type { CriticAnswer, ParsedReviewReport } from '../../formats/index.ts';
import { allSetAside, criticAssignment } from '../../dispatch/index.ts';
import type { Validation } from '../../gates/index.ts';
import { criticFor } from '../../plan/index.ts';
import { reportFindings } from '../../review/index.ts';
import { runsOf } from '../dossier.ts';
import { earlierExposed } from '../earlier-milestones.ts';
import { feedbackOf, noFeedback } from '../feedback.ts';
import { independentCritic, ownJudgement } from '../independence.ts';
import { nameList } from '../name-list.ts';
import { withheldIn } from '../privacy.ts';
import { briefOf, folderName, head, jobOf, ticketOf } from '../site.ts';
import type { Cast, Site, StageWork } from '../site.ts';
import { unclear, voided } from '../turn.ts';
import type { TurnEnd } from '../turn.ts';
import { spokenBy } from '../who-answered.ts';
import { noAgent } from './develop.ts';
import { changeUnder, grounded, hear, lastDelivery } from './judge.ts';
import type { Change } from './judge.ts';

/** A fresh critic judges one commit (FLOW-01). Its words are read strictly; the coordinator draws the conclusion. */
export const review: StageWork = async (site, assignment, cancel) => {
  const change = await changeUnder(site, assignment);
  const chosen = await critic(site, assignment, change);
  if (chosen === undefined) return noAgent(assignment, 'critic');
  const { cast, dimensions } = chosen;
  const sections = await assignmentFor(site, assignment, change, dimensions);
  const bench = { role: 'critic', auditor: null, cast, commit: change.commit, sections } as const;
  const hearing = await hear(site, assignment, bench, cancel);
  if (hearing.kind === 'over') return hearing.draft;
  return conclude(site, assignment, { change, dimensions, cast, said: hearing.said });
};

type Chosen = { readonly cast: Cast; readonly dimensions: readonly ReviewDimension[] };

/** The critic for this kind of change, with the dimensions it is asked about (EPIC-16). */
async function critic(site: Site, assignment: AssignmentEvent, change: Change): Promise<Chosen | undefined> {
  const { config, epic, cast } = site.inputs;
  const { type } = ticketOf(site, assignment.ticket);
  const choice = criticFor(config.review.criticsBy, { type, paths: change.files });
  const usual = cast.critic;
  if (usual === undefined) return undefined;
  const custom = [...config.review.dimensions, ...epic.dimensions, ...(choice?.dimensions ?? [])];
  const settings = await independentCritic(site, assignment.ticket, choice?.use ?? usual.settings);
  return { cast: { ...usual, settings }, dimensions: dimensionsWith(custom) };
}

async function assignmentFor(
  site: Site,
  assignment: AssignmentEvent,
  change: Change,
  dimensions: readonly ReviewDimension[],
) {
  const ticket = ticketOf(site, assignment.ticket);
  const delivered = await lastDelivery(site, assignment.ticket);
  const previous = (await feedbackOf(site, assignment.ticket)).at(-1) ?? null;
  const answer = delivered?.answer ?? null;
  const noticed = await noticedBy(site, assignment.ticket);
  const context = {
    ticketPath: ticket.file ?? site.inputs.epicFile,
    epicPath: site.inputs.epicFile,
    branch: `ticket/${folderName(assignment.ticket)}`,
    baseCommit: change.base,
    finalCommit: change.commit,
    testSuite: 'passing',
    claimedMet: ticket.acceptance.map(({ id }) => id),
    revisionCount: assignment.attempt,
    previous,
  } as const;
  const { files: git, withheld, diff } = change;
  const files = { git, withheld, diff, claimed: answer?.filesModified.map(({ file }) => file) ?? [] };
  return async (token: string | null) =>
    criticAssignment({
      brief: { ...briefOf(site, ticket), earlier: await earlierExposed(site, assignment) },
      token,
      files,
      developerSignal: answer === null ? 'none: a person did this work' : writeDeveloper(answer),
      dimensions,
      context,
      noticed,
    });
}

/** What the gates found in the work without refusing it. */
async function noticedBy(site: Site, job: string): Promise<readonly Finding[]> {
  const run = runsOf(site.dossier(job), 'validate').at(-1) ?? -1;
  const validation = (await site.records.get(run, 'validation')) as Pick<Validation, 'findings'> | undefined;
  const isShown = ({ file }: Finding): boolean => withheldIn(site)?.has(file) !== true;
  return (validation?.findings ?? []).filter((each) => !isMustFix(each.severity) && isShown(each));
}

type Said = {
  readonly change: Change;
  readonly dimensions: readonly ReviewDimension[];
  readonly cast: Cast;
  readonly said: Extract<TurnEnd, { kind: 'answered' }>;
};

async function conclude(site: Site, assignment: AssignmentEvent, { change, dimensions, cast, said }: Said) {
  const token = said.token === null ? {} : { token: said.token };
  const about = { ticket: assignment.ticket, ...token };
  const given = isReport(said.text)
    ? parseReviewReport(said.text, {
        ...about,
        commit: change.commit,
        revisionCount: assignment.attempt,
        dimensions,
      })
    : undefined;
  // The report has the scores of a text beside it.
  const scored = given === undefined ? { dimensions } : {};
  const text = parseCritic(said.text, { ...about, changedFiles: change.files, ...scored });
  // A text that fails says why itself.
  const report = text.verdict === 'fail' ? undefined : given;
  const verdict = oneVerdict(text, report);
  // A fail that says nothing of what to change is asked about once; then it is a fail all the same.
  const isAsked = verdict.word === 'fail' && assignment.clarification === 0 && saysNoReason(text, report);
  if (verdict.word === 'unknown' || isAsked)
    return unclear(site, assignment, said.used, [
      ...verdict.reasons,
      ...(isAsked ? ['the review fails and does not say what has to change'] : []),
    ]);
  const record = reviewRecord(verdict, text, report);
  await site.records.put(assignment.run, 'review', record);
  const result = {
    ...head(assignment),
    used: said.used,
    commit: change.commit,
    ...(record.overallScore === null ? {} : { score: record.overallScore }),
    ...spokenBy(said.by),
  };
  if (verdict.word === 'pass') {
    const judge = { settings: cast.settings, by: said.by };
    const own = await ownJudgement(site, assignment.ticket, judge);
    if (own !== undefined) return voided(assignment, [own], said.used);
    await site.records.put(assignment.run, 'assessment', assessmentText(text, report));
    return { ...result, type: 'critic_pass' } as const;
  }
  return failed(site, assignment, result, { text, report, change });
}

function isReport(text: string): boolean {
  return text.includes('"dimension_scores"') || text.includes('"overall_score"');
}

type Word = { readonly word: 'pass' | 'fail' | 'unknown'; readonly reasons: readonly string[] };

/** Text and report are two ways to say one thing (SIGNAL-05); where both are used the stricter counts (SIGNAL-08). */
function oneVerdict(text: CriticAnswer, report: ParsedReviewReport | undefined): Word {
  if (report === undefined) return { word: text.verdict, reasons: text.reasons };
  if (report.verdict === 'unknown') return { word: 'unknown', reasons: [...report.reasons, ...text.reasons] };
  if (text.signal === null || text.verdict === report.verdict)
    return { word: report.verdict, reasons: report.reasons };
  // The text does not fail it here: it passes, and the report does not, or nobody knows what it says.
  const reasons = ['the text and the report do not say the same', ...report.reasons, ...text.reasons];
  return { word: text.verdict === 'unknown' ? 'unknown' : 'fail', reasons };
}

/** Whether nothing in an answer tells the developer what to change. */
function saysNoReason(text: CriticAnswer, report: ParsedReviewReport | undefined): boolean {
  if (report !== undefined) return report.needsCorrection && text.findings.length === 0;
  const reasons = text.scores.filter(({ reason }) => reason !== '');
  const said = [text.findings, text.requiredFixes, text.blockingIssues, text.notes, reasons];
  return said.every((some) => some.length === 0);
}

/** What a review said, for everybody who reads it later. */
function reviewRecord(
  { word, reasons }: Word,
  text: CriticAnswer,
  report: ParsedReviewReport | undefined,
): ReviewSaid {
  return {
    status: word === 'pass' ? 'pass' : 'fail',
    overallScore: report?.overallScore ?? text.overallScore,
    dimensionScores: scoresOf(text, report),
    blockingIssues: report?.blockingIssues ?? text.blockingIssues,
    notes: report === undefined ? text.notes : [],
    revisionNotes: revisionNotesOf(text, report),
    reasons,
  };
}

function scoresOf(text: CriticAnswer, report: ParsedReviewReport | undefined): readonly DimensionScore[] {
  if (report === undefined) return text.scores.map(({ dimension, score }) => ({ dimension, score }));
  return Object.entries(report.dimensionScores).map(([dimension, score]) => ({ dimension, score }));
}

/** What a report gives as such; of a text whose numbers fail it: which ones, and what was noted. */
function revisionNotesOf(text: CriticAnswer, report: ParsedReviewReport | undefined): string | null {
  if (report !== undefined) return report.revisionNotes ?? (report.reasons.join('\n') || null);
  if (text.verdict !== 'fail') return null;
  const low = text.scores.filter(({ score, reason }) => score !== null && score < 100 && reason !== '');
  const why = low.map(({ dimension, score, reason }) => `${dimension} ${score}: ${reason}`);
  return [...(text.signal === 'REVIEW_PASSED' ? text.reasons : []), ...why, ...text.notes].join('\n') || null;
}

function assessmentText(text: CriticAnswer, report: ParsedReviewReport | undefined): string {
  const scores = scoresOf(text, report).map(({ dimension, score }) => `${dimension}: ${score ?? 'n/a'}`);
  const words = Object.entries(text.assessment).map(([name, word]) => `${name}: ${word}`);
  return [...(report === undefined ? words : []), ...scores, text.summary].filter(Boolean).join('\n');
}

type Against = {
  readonly text: CriticAnswer;
  readonly report: ParsedReviewReport | undefined;
  readonly change: Change;
};

/** A failing verdict whose findings hold on to nothing is no reason for rework (REWORK-10). */
async function failed(
  site: Site,
  assignment: AssignmentEvent,
  {
    score,
    ...result
  }: Pick<ResultDraft, 'v' | 'ticket' | 'run' | 'used'> & {
    commit: string;
    score?: number;
    by?: Provenance;
  },
  { text, report, change }: Against,
): Promise<ResultDraft> {
  const critic = `critic-${assignment.seat}`;
  const read = report === undefined ? textFindings(text, critic) : reportFindings(report.findings, critic);
  const said = read.map((finding) => ({
    ...finding,
    source: { ...finding.source, ...spokenBy(result.by ?? null) },
  }));
  const { kept, setAside } = await grounded(site, said, {
    ticket: assignment.ticket,
    commit: change.commit,
    quotesNeeded: report !== undefined,
  });
  await site.records.put(assignment.run, 'setAside', setAside);
  const { blockingIssues } = report ?? text;
  const others = text.requiredFixes.length + blockingIssues.length;
  if (allSetAside({ kept, setAside }) && others === 0) return { ...result, type: 'critic_ungrounded' };
  const feedback = reviewFeedback(jobOf(site, assignment)?.attempt ?? 0, kept, text, report);
  await site.records.put(assignment.run, 'feedback', feedback);
  return {
    ...result,
    type: 'critic_fail',
    ...(score === undefined ? {} : { score }),
    findings: nameList(kept.map(({ fingerprint }) => fingerprint)),
  };
}

function textFindings(text: CriticAnswer, critic: string): readonly Finding[] {
  return text.findings.map(({ file, line, message }) => ({
    source: { kind: 'critic', name: critic },
    rule: 'review',
    severity: text.priority,
    file,
    line,
    message,
    evidence: '',
    fix: '',
    fingerprint: '',
    grounding: 'unchecked',
  }));
}

function reviewFeedback(
  attempt: number,
  findings: readonly Finding[],
  text: CriticAnswer,
  report: ParsedReviewReport | undefined,
): Feedback {
  return {
    ...noFeedback,
    attempt,
    kind: 'review',
    priority: text.priority,
    findings,
    requiredFixes: text.requiredFixes,
    blockingIssues: report?.blockingIssues ?? text.blockingIssues,
    overallScore: report?.overallScore ?? text.overallScore,
    dimensionScores: scoresOf(text, report),
    revisionNotes: revisionNotesOf(text, report),
  };
}
