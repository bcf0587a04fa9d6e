import type { Finding } from '../../model/finding.ts';
import { openAtBase, redAtBaseLine, type RedAtBase } from '../../model/outcome.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { nothingSpent, type Spend } from '../../model/usage.ts';
import { ground, reviewerAssignment } from '../../prompts/index.ts';
import type { Grounded } from '../../prompts/index.ts';
import { matches } from '../../plan/index.ts';
import {
  combineScores,
  isScore,
  mergeFindings,
  ranked,
  scoreFindings,
  sortOut,
  type SortedOut,
} from '../../review/index.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { linesAt } from '../records/lines-at.ts';
import { shownChange } from '../agent-call/privacy.ts';
import { head } from '../stage-context.ts';
import { askJudge, type HeardJudge, type JudgeAnswer } from '../stages/judge.ts';
import type { BranchRun, ReviewContext } from './review-context.ts';
import { checkChange, noChecks } from './check-change.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { roundAnswer, type RoundFindings } from './round-answer.ts';
import type { MechanicalLook } from './review-work.ts';
import { troubleIn } from './trouble.ts';
import { documentPath } from './document-text.ts';

/** What a reviewer's answer is added to: what the others of the round found, and what the round before came to. */
export type RoundHistory = { readonly soFar: RoundFindings | null; readonly before: RoundFindings | null };

/**
 * One reviewer of a round, on the read-only export of the commit (LOOP-02, LOOP-03); before the first of them comes what
 * needs no model. Those who follow are told nothing of the others; what they find is added (TEAM-28).
 */
export async function reviewRound(
  context: ReviewContext,
  at: BranchRun,
  { soFar, before }: RoundHistory,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const mechanical = soFar === null ? await mechanicalLook(context, at, cancel) : nothingFound;
  if (cancel.aborted) return undefined;
  const failed = async (used: Spend, because: string, final = false): Promise<ResultDraft> => {
    if (soFar === null) await keepKnown(context, at, mechanical);
    return { ...head(at), type: 'reviewer_failed', used, because: because.slice(0, 2000), final };
  };
  const red = unprovedBy(context, mechanical);
  if (red !== null) return failed(nothingSpent, red, true);
  const judgeAnswer = await askReviewer(context, at, cancel);
  if (judgeAnswer.kind === 'over') return undefined;
  const { said } = judgeAnswer;
  const { used } = said;
  const read = await readAnswer(context, at, { ...said, isBroken: judgeAnswer.kind === 'broken' });
  if (read.kind === 'unreadable' && judgeAnswer.kind === 'broken') {
    const { because, final } = troubleIn(judgeAnswer.end, 'reviewer');
    return failed(used, because, final);
  }
  // Scores are asked for once more, as in a run.
  if (read.kind === 'unreadable') return failed(used, read.because, read.lacksScores && at.try > 0);
  const { kept, setAside } = await groundedIn(context, at.commit, read, said.by);
  const lacking = insufficiencyOf(setAside, mechanical, context.review.inputs.failOn);
  const reviewed = {
    read,
    kept: [...mechanical.findings, ...kept],
    setAside,
    by: said.by,
    redAtBase: mechanical.redAtBase ?? [],
  };
  const found = await together(context, at, soFar, reviewed);
  const isSerious = found.open.some(({ severity }) => isAtLeast(severity, context.review.inputs.failOn));
  if (lacking !== null && !isSerious) return failed(used, lacking.because, lacking.final);
  await context.records.put(at.run, 'roundFindings', found);
  const answer = roundAnswer(context, at.round, found, before);
  const verdict = answer.mustFix === 0 ? 'clean' : 'unclean';
  return { ...head(at), type: 'reviewer_answered', used, verdict, ...answer };
}

/** What needs no model decides by itself, whoever fails to answer. */
async function keepKnown(context: ReviewContext, at: BranchRun, look: MechanicalLook): Promise<void> {
  const { open, dismissed } = await excusedIn(context, at.commit, ranked(mergeFindings(look.findings)));
  const { redAtBase = [] } = look;
  await context.records.put(at.run, 'roundFindings', {
    open,
    dismissed,
    setAside: [],
    scored: [],
    redAtBase,
    reviewers: 0,
    by: [],
  });
}

const nothingFound: MechanicalLook = { findings: [], broken: [] };

type GroundedAnswer = {
  readonly read: Extract<ReadAnswer, { kind: 'read' }>;
  readonly kept: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly by: HeardJudge['by'];
  readonly redAtBase: readonly RedAtBase[];
};

/** What the round has found with this reviewer. Nothing that an earlier one said is lost, and the lowest score counts. */
async function together(
  context: ReviewContext,
  at: BranchRun,
  soFar: RoundFindings | null,
  { read, kept, setAside, by, redAtBase }: GroundedAnswer,
): Promise<RoundFindings> {
  const scored = [...(soFar?.scored ?? []), ...(read.scores === null ? [] : [read.scores])];
  const scores = combineScores(context.review.inputs.dimensions, scored);
  const all = [
    ...(soFar?.open ?? []).filter((finding) => !isScore(finding)),
    ...kept,
    ...read.blocking,
    ...scoreFindings(scores, { commit: at.commit, gate: context.review.inputs.failOn }),
  ];
  const { open, dismissed } = await excusedIn(context, at.commit, ranked(mergeFindings(all)));
  return {
    open,
    setAside: [...(soFar?.setAside ?? []), ...setAside],
    dismissed: mergeFindings([...(soFar?.dismissed ?? []), ...dismissed]),
    scored,
    redAtBase: [...(soFar?.redAtBase ?? []), ...redAtBase],
    reviewers: (soFar?.reviewers ?? 0) + 1,
    by: [...(soFar?.by ?? []), ...(by === null ? [] : [{ agent: by.agent, model: by.model }])],
  };
}

/** Why no reviewer is paid: a check is red at base, nobody allowed it, and nothing else fails the change (REAL-02). */
function unprovedBy(context: ReviewContext, { findings, redAtBase = [] }: MechanicalLook): string | null {
  const failing = findings.some(({ severity }) => isAtLeast(severity, context.review.inputs.failOn));
  const open = openAtBase(redAtBase).map(redAtBaseLine);
  return failing || open.length === 0 ? null : open.join('; ');
}

/** What keeps a round from being clean where nothing has to be fixed. */
function insufficiencyOf(
  setAside: readonly Finding[],
  { broken, redAtBase = [] }: MechanicalLook,
  gate: Severity,
): { readonly because: string; readonly final: boolean } | null {
  // Something serious was said of code that is not there: neither a reason for a fix nor a clean bill.
  if (setAside.some(({ severity }) => isAtLeast(severity, gate)))
    return { because: 'none of the findings to fix could be tied to the code', final: false };
  const red = openAtBase(redAtBase).map(redAtBaseLine);
  const rest = broken.length === 0 ? [] : [`no result: ${broken.join('; ')}`];
  const because = [...red, ...rest].join('; ');
  return because === '' ? null : { because, final: true };
}

/** Kept with the run: a restart does not run the project's checks again. */
async function mechanicalLook(
  context: ReviewContext,
  at: BranchRun,
  cancel: AbortSignal,
): Promise<MechanicalLook> {
  const kept = await context.records.get(at.run, 'mechanical');
  if (kept !== undefined) return kept;
  const { id, config, from, checks, allowRed: allowed } = context.review.inputs;
  const look = await context.review.look(at.commit);
  const checked = checks
    ? await checkChange(context, {
        id,
        config,
        base: from,
        head: at.commit,
        allowed,
        folder: context.records.folder(at.run),
        cancel,
      })
    : noChecks;
  const all = {
    findings: [...look.findings, ...checked.findings],
    broken: [...look.broken, ...checked.broken],
    redAtBase: checked.redAtBase,
    checks: checked.checks,
    evidence: checked.evidence,
  };
  if (!cancel.aborted) await context.records.put(at.run, 'mechanical', all);
  return all;
}

async function askReviewer(context: ReviewContext, at: BranchRun, cancel: AbortSignal): Promise<JudgeAnswer> {
  const { inputs } = context.review;
  const { files, diff } = await shownChange(context, inputs.from, at.commit);
  const round = {
    id: inputs.id,
    title: inputs.title,
    branch: inputs.branch,
    baseBranch: `${inputs.base.found} (${inputs.from})`,
    ticketFile: inputs.purpose?.file ?? null,
    round: at.round,
    findingsPath: documentPath(inputs.config.review.path, inputs.id, at.round),
  };
  const purpose = inputs.purpose === null ? {} : { purpose: inputs.purpose.text };
  const { dimensions, scoresNeeded: isNeeded } = inputs;
  const scoring = { dimensions, isNeeded, commit: at.commit };
  const sections = (token: string | null) =>
    reviewerAssignment({ round, token, expectedFiles: [], files, diff, scoring, ...purpose });
  const { commit } = at;
  const call = { role: 'reviewer', auditor: null, agent: inputs.reviewer, commit, sections } as const;
  return askJudge(context, at, call, cancel);
}

/** What a person has dismissed is not asked about again, while it stands in the code it was dismissed in. */
async function excusedIn(
  context: ReviewContext,
  commit: string,
  findings: readonly Finding[],
): Promise<SortedOut> {
  const lines = await linesAt(
    context,
    commit,
    findings.map(({ file }) => file),
  );
  return sortOut(findings, context.review.inputs.excuses, { linesOf: (path) => lines.get(path), matches });
}

async function groundedIn(
  context: ReviewContext,
  commit: string,
  { findings, quotesNeeded }: GroundedAnswer['read'],
  by: HeardJudge['by'],
): Promise<Grounded> {
  const lines = await linesAt(
    context,
    commit,
    findings.map(({ file }) => file),
  );
  const named = findings.map((finding) =>
    by === null ? finding : { ...finding, source: { ...finding.source, by } },
  );
  return ground(named, {
    fileLines: (path) => lines.get(path),
    criteria: context.review.inputs.purpose?.criteria ?? [],
    rules: [],
    requiredPaths: [],
    quotesNeeded,
    quotesHold: true,
  });
}
