import type { Ticket } from '../../model/epic.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { bareFinding, type Finding } from '../../model/finding.ts';
import type { Provenance } from '../../model/provenance.ts';
import { isMustFix } from '../../model/severity.ts';
import { dimensionsWith, scoresTooLow } from '../../model/dimensions.ts';
import type { ReviewDimension } from '../../model/dimensions.ts';
import {
  parseDeveloper,
  parseRemediator,
  readReview,
  type ReviewAnswer,
  writeDeveloper,
  writeRemediator,
} from '../../formats/index.ts';
import { allSetAside, criticAssignment } from '../../prompts/index.ts';
import { criticFor } from '../../plan/index.ts';
import { reportFindings, reviewFeedback, reviewSaid } from '../../review/index.ts';
import { loadChanges } from '../../gates/index.ts';
import { type ChosenDepth, depthOfTicket, riskOfChanges } from './change-depth.ts';
import { runsOf } from '../loop/dossier.ts';
import { earlierExposed } from '../team-audit/earlier-milestones.ts';
import { earlierFeedback, keepFeedback } from '../records/earlier-feedback.ts';
import { independentCritic, ownJudgement, writerOf } from '../agent-call/independence.ts';
import { nameList } from '../records/name-list.ts';
import { shownChange, withheldIn } from '../agent-call/privacy.ts';
import { briefOf, folderName, head, ticketOf } from '../stage-context.ts';
import type { AgentPart, StageContext, StageWork } from '../stage-context.ts';
import { requirementsFor } from '../team-audit/ticket-requirements.ts';
import { ruledAnswer } from '../settle-judge-answer.ts';
import { unclear, voidResult } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { noAgent } from './develop.ts';
import { changeUnder, claimedFiles, grounded, askJudge, lastDelivery, provedAbout } from './judge.ts';
import type { Change, JudgeAnswer } from './judge.ts';
import { lastRecord } from '../records/run-records.ts';

/** A fresh critic judges one commit (FLOW-01). Its words are read strictly; the coordinator draws the conclusion. */
export const review: StageWork = async (context, assignment, cancel) => {
  const change = await changeUnder(context, assignment);
  const chosen = await critic(context, assignment, change);
  if (chosen === undefined) return noAgent(assignment, 'critic');
  const { agent, dimensions } = chosen;
  const sections = await assignmentFor(context, assignment, change, dimensions);
  const expected = { changedFiles: change.files, dimensions };
  const call = { role: 'critic', auditor: null, agent, commit: change.commit, sections, expected } as const;
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  return conclude(context, assignment, { change, dimensions, agent }, judgeAnswer);
};

type Chosen = { readonly agent: AgentPart; readonly dimensions: readonly ReviewDimension[] };

/** The critic for this kind of change, with the dimensions it is asked about (EPIC-16). */
async function critic(
  context: StageContext,
  assignment: AssignmentEvent,
  change: Change,
): Promise<Chosen | undefined> {
  const { config, epic, cast } = context.inputs;
  const { type } = ticketOf(context, assignment.ticket);
  const choice = criticFor(config.review.criticsBy, { type, paths: change.files });
  const usual = cast.critic;
  if (usual === undefined) return undefined;
  const custom = [...config.review.dimensions, ...epic.dimensions, ...(choice?.dimensions ?? [])];
  const settings = await independentCritic(context, assignment.ticket, choice?.use ?? usual.settings);
  return { agent: { ...usual, settings }, dimensions: dimensionsWith(custom, epic.coordination) };
}

async function assignmentFor(
  context: StageContext,
  assignment: AssignmentEvent,
  change: Change,
  dimensions: readonly ReviewDimension[],
) {
  const ticket = ticketOf(context, assignment.ticket);
  const delivered = await lastDelivery(context, assignment.ticket);
  const previous = (await earlierFeedback(context, assignment.ticket)).at(-1) ?? null;
  const answer = delivered?.answer ?? null;
  const developerSignal =
    answer === null ? await closingReport(context, assignment.ticket) : writeDeveloper(answer);
  const noticed = await noticedBy(context, assignment.ticket);
  const proved = await provedAbout(context, assignment.ticket, change.commit);
  const since = await sinceLastReview(context, assignment.ticket, change, delivered?.commit);
  const look = await lookAt(context, ticket, change);
  const requirements = await requirementsFor(context, ticket);
  const reviewContext = {
    ticketPath: ticket.file ?? context.inputs.epicFile,
    epicPath: context.inputs.epicFile,
    branch: `ticket/${folderName(assignment.ticket)}`,
    baseCommit: change.base,
    finalCommit: change.commit,
    testSuite: proved.length > 0 ? 'passing' : 'not run on this commit',
    claimedMet: ticket.acceptance.map(({ id }) => id),
    revisionCount: assignment.attempt,
    previous,
  } as const;
  const { files: git, withheld, diff } = change;
  const files = { git, withheld, diff, claimed: await claimedFiles(context, assignment.ticket, git) };
  return async (token: string | null) =>
    criticAssignment({
      brief: {
        ...briefOf(context, ticket),
        requirements,
        earlier: await earlierExposed(context, assignment),
      },
      token,
      people: context.dossier(assignment.ticket),
      files,
      developerSignal,
      dimensions,
      context: reviewContext,
      since,
      proved,
      noticed,
      look,
    });
}

/** The changed files as they differ from the commit that a critic judged last; undefined where none did. */
async function sinceLastReview(
  context: StageContext,
  job: string,
  { commit, files }: Change,
  delivered: string | undefined,
) {
  const { reviewed } = context.dossier(job);
  if (reviewed === '' || reviewed === commit) return undefined;
  const { diff } = await shownChange(context, reviewed, commit);
  // Merged work of others in other files was judged with them.
  const parts = diff.split(/^(?=diff --git )/m);
  const own = parts.filter((part) => files.some((file) => part.split('\n', 1)[0]?.endsWith(` b/${file}`)));
  return { commit: reviewed, diff: own.join(''), isOnlyMerged: delivered === reviewed };
}

/** How deep the critic looks, by what it is shown. */
async function lookAt(
  context: StageContext,
  ticket: Ticket,
  { base, commit, files }: Change,
): Promise<ChosenDepth> {
  const shown = new Set(files);
  const changes = (await loadChanges(context.hub, base, commit)).filter(({ path }) => shown.has(path));
  return depthOfTicket(ticket, context.plan.gating.depth, riskOfChanges(changes, context.inputs.config, 0));
}

/** What whoever did work without a developer's answer said of it: a remediator, a fixer, or else it was a person. */
async function closingReport(context: StageContext, job: string): Promise<string> {
  const writer = writerOf(job);
  if (writer === 'developer') return 'none: a person did this work';
  for (const run of runsOf(context.dossier(job), 'develop').toReversed()) {
    const text = (await context.records.get(run, 'answer'))?.text ?? '';
    const token = (await context.records.get(run, 'issued'))?.token ?? null;
    const expected = { ticket: job, ...(token === null ? {} : { token }) };
    const answer = writer === 'fixer' ? parseDeveloper(text, expected) : parseRemediator(text, expected);
    if (answer.verdict === 'unknown') continue;
    return 'issuesFixed' in answer ? writeRemediator(answer) : writeDeveloper(answer);
  }
  return `none: a ${writer} did this work and left no report`;
}

/** What the gates found in the work without refusing it. */
async function noticedBy(context: StageContext, job: string): Promise<readonly Finding[]> {
  const validation = await lastRecord(context, job, 'validate', 'validation');
  const isShown = ({ file }: Finding): boolean => withheldIn(context)?.has(file) !== true;
  return (validation?.findings ?? []).filter((each) => !isMustFix(each.severity) && isShown(each));
}

type Judged = {
  readonly change: Change;
  readonly dimensions: readonly ReviewDimension[];
  readonly agent: AgentPart;
};

async function conclude(
  context: StageContext,
  assignment: AssignmentEvent,
  judged: Judged,
  judgeAnswer: JudgeAnswer,
) {
  const { change, dimensions, agent } = judged;
  const ruled = await ruledAnswer(context, assignment, judgeAnswer, ({ text, token }) =>
    readReview(text, {
      ticket: assignment.ticket,
      ...(token === null ? {} : { token }),
      changedFiles: change.files,
      commit: change.commit,
      revisionCount: assignment.attempt,
      dimensions,
    }),
  );
  if (ruled.kind === 'over') return ruled.draft;
  const { answer, used } = ruled;
  if (ruled.kind === 'unclear') {
    const asks = answer.lacksReason ? ['the review failed the work without saying what has to change'] : [];
    const draft = await unclear(context, assignment, used, [...answer.reasons, ...asks]);
    return answer.lacksScores ? { ...draft, lacks: 'scores' as const } : draft;
  }
  const { said } = ruled;
  const reviewer = `critic-${assignment.seat}`;
  const { kept, setAside } = await groundedIn(context, assignment, { change, answer, by: said.by, reviewer });
  await context.records.put(assignment.run, 'setAside', setAside);
  const done = { answer, dimensions, findings: kept, reviewer, revisionCount: assignment.attempt };
  await context.records.put(assignment.run, 'review', reviewSaid(done));
  const result = { ...head(assignment), used, commit: change.commit, ...spokenBy(said.by) };
  const scored = answer.overallScore === null ? {} : { score: answer.overallScore };
  if (answer.verdict === 'pass') {
    const judge = { settings: agent.settings, by: said.by };
    const own = await ownJudgement(context, assignment.ticket, judge);
    if (own !== undefined) return voidResult(assignment, [own], used);
    await context.records.put(assignment.run, 'assessment', assessmentText(answer));
    return { ...result, ...scored, type: 'critic_pass' } as const;
  }
  const feedback = reviewFeedback(done);
  const fixes = feedback.requiredFixes.filter((fix) => !setAside.some((issue) => isAbout(fix, issue))).length;
  const low = scoresTooLow(feedback.dimensionScores, feedback.overallScore);
  const notes = answer.report?.revisionNotes ?? answer.text.revisionNotes.join('');
  const others = fixes + feedback.blockingIssues.length + low.length + Number(notes.trim() !== '');
  // A failing verdict whose findings hold on to nothing, and which has nothing else, is no reason for rework (REWORK-10).
  if (allSetAside({ kept, setAside }) && others === 0)
    return { ...result, type: 'critic_ungrounded' } as const;
  await keepFeedback(context, assignment, 'review', feedback);
  const findings = nameList(kept.map(({ fingerprint }) => fingerprint));
  return { ...result, type: 'critic_fail', ...scored, findings } as const;
}

/** Whether a fix repairs that issue: it names its file, or nothing that says more than the issue does. */
function isAbout(fix: string, { file, message }: Pick<Finding, 'file' | 'message'>): boolean {
  if (file !== '' && fix.includes(file)) return true;
  const words = wordsOf(fix);
  const said = new Set(wordsOf(`${file} ${message}`));
  const shared = words.filter((word) => said.has(word)).length;
  return 2 * shared >= words.length;
}

/** The beginnings of its words: endings differ between an issue and its repair. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/(?<!\p{L})\p{L}{4}/gu) ?? [];
}

/** What the auditor reads of a pass. Scores are left out: an auditor that knows them repeats them. */
function assessmentText({ text, report }: ReviewAnswer): string {
  const words = Object.entries(text.assessment).map(([name, word]) => `${name}: ${word}`);
  const notes = text.notes.map((note) => `Note: ${note}`);
  return [...(report === undefined ? words : []), text.summary, ...notes].filter(Boolean).join('\n');
}

type Answered = {
  readonly change: Change;
  readonly answer: ReviewAnswer;
  readonly by: Provenance | null;
  readonly reviewer: string;
};

/** What it found, sorted into what can be tied to the code and what cannot. */
function groundedIn(
  context: StageContext,
  { ticket }: AssignmentEvent,
  { change, answer, by, reviewer }: Answered,
): ReturnType<typeof grounded> {
  const { text, report } = answer;
  const read = [...reportFindings(report?.findings ?? [], reviewer), ...textFindings(text, reviewer)];
  const said = read.map((finding) => ({ ...finding, source: { ...finding.source, ...spokenBy(by) } }));
  return grounded(context, said, { ticket, ...change, quotesHold: report !== undefined });
}

function textFindings(text: ReviewAnswer['text'], critic: string): readonly Finding[] {
  return text.findings.map(({ file, line, message }) => ({
    ...bareFinding,
    source: { kind: 'critic', name: critic },
    rule: 'review',
    severity: text.priority,
    file,
    line,
    message,
  }));
}
