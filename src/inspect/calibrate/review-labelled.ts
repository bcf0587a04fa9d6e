import type { ReviewInputs } from '../../run/index.ts';
import { compare, openRepository, type Repository } from '../../git/index.ts';
import type { CalibratedJudge, LabelledChange } from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import type { CriticName } from '../../model/provenance.ts';
import { nothingSpent } from '../../model/usage.ts';
import type { Hub } from '../../ports/git.ts';
import type { ReviewedChange } from '../../review/index.ts';
import type { ReviewCall } from '../review/review-call.ts';
import type { CalibrateCall } from './calibrate-call.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { type ReviewScope, type ReviewSetup, settleReviewInputs } from '../review/review-inputs.ts';
import { adoptCommits } from '../../project/adopt-commits.ts';
import { reviewWithoutAgents } from '../review/no-agents.ts';
import { prepareReview } from '../review/prepare.ts';
import type { ReviewResult } from '../review/result.ts';
import { reviewWithAgents } from '../review/with-agents.ts';
import { reviewRequestOf } from '../review/review-request.ts';
import type { Interrupts } from '../../project/interrupts.ts';
import { answerKey, answerRecord, type KeptAnswer } from './answer-record.ts';
import { type ChangeRepository, changeRepository } from './change-repository.ts';
import { judgesOf } from './judge.ts';
import type { LabelledFile } from './material.ts';

/** One labelled change through the same review that anybody's branch gets, or as it is on record. */
export type LabelledReview = {
  readonly reviewed: ReviewedChange;
  /** Whose verdict it is; null: nobody's. */
  readonly judge: CalibratedJudge | null;
  readonly stopped: ExitCode | null;
  readonly isRecorded: boolean;
};

/** What is otherwise than in anybody's review. */
export type ReviewWays = {
  /** Rules, agents' instructions and waivers as they are now, instead of those that the change was made under. */
  readonly rules?: Pick<Hub, 'file'>;
  /** Dollars that are left for it; null: nothing bounds it but the configuration. Whoever does not say what it used is charged its estimate. */
  readonly left: number | null;
  /** What stops it: a review that is half done is paid for and thrown away. */
  readonly stop: Interrupts;
};

export const usedUp = 'the budget is used up';

export async function reviewLabelled(
  call: CalibrateCall,
  labelled: LabelledFile,
  ways: ReviewWays,
): Promise<LabelledReview> {
  const { change } = labelled;
  const repository = await changeRepository(call.io, labelled);
  try {
    const outcome = await reviewAt(call, repository, ways);
    if (outcome.kind === 'unpaid') return notMeasured(change, usedUp);
    if (outcome.kind === 'known') {
      const { findings, spent, by } = outcome.answer;
      const reviewed = { change, because: null, findings, spent };
      return { reviewed, judge: outcome.judge(by), stopped: null, isRecorded: true };
    }
    const { result, keep } = outcome;
    const isStopped = result.exitCode === exitCodes.interrupted || result.exitCode === exitCodes.terminated;
    const isReviewed = result.status !== 'unknown';
    const because = isReviewed ? null : result.notComputed.join('; ');
    const { findings, spent, judgedBy: by } = result;
    const reviewed = { change, findings: isReviewed ? findings : null, because, spent };
    if (isReviewed && !isStopped) keep({ findings, spent, by });
    const stopped = isStopped ? result.exitCode : null;
    return { reviewed, judge: isReviewed ? (by[0] ?? null) : null, stopped, isRecorded: false };
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code !== 'ENVIRONMENT_UNFIT') throw error;
    return notMeasured(change, error.message);
  } finally {
    repository.remove();
  }
}

export function notMeasured(change: LabelledChange, because: string): LabelledReview {
  const reviewed = { change, findings: null, because, spent: nothingSpent };
  return { reviewed, judge: null, stopped: null, isRecorded: false };
}

type Outcome =
  | {
      readonly kind: 'known';
      readonly answer: KeptAnswer;
      readonly judge: (by: readonly CriticName[]) => CalibratedJudge;
    }
  | { readonly kind: 'asked'; readonly result: ReviewResult; readonly keep: (answer: KeptAnswer) => void }
  /** It is not on record, and there is not the money to ask. */
  | { readonly kind: 'unpaid' };

/** What costs nothing is not kept: it is looked at again. */
const keepNothing = (): void => undefined;

async function reviewAt(
  asked: CalibrateCall,
  { top, purpose }: Pick<ChangeRepository, 'top' | 'purpose'>,
  { rules, left, stop }: ReviewWays,
): Promise<Outcome> {
  const { agent, agents, config, depth } = asked.options;
  // The judge is measured, not the checks of the project.
  const told = { agent, agents, config, depth, checks: false };
  const options = { ...told, base: 'main', ...purposeOption(purpose) };
  // What is said of single reviews would drown the figures.
  const call: ReviewCall = { ...asked, json: true, operands: ['change'], options };
  const wish = reviewRequestOf(call);
  using opened = await openRepository(top);
  const repository = rules === undefined ? opened : { ...opened, peek: { ...opened.peek, ...rules } };
  using comparison = await compare(repository.top, wish.asked);
  const about = bounded(await prepareReview(call, repository, comparison, wish), left);
  if (!wish.agents) {
    const result = await reviewWithoutAgents(repository, comparison, about);
    return { kind: 'asked', result, keep: keepNothing };
  }
  const agreed = await settleReviewInputs(call, repository, comparison, about);
  await adoptCommits(repository, comparison);
  return await askedOrRecorded(asked, repository, { call, agreed, left, stop });
}

function bounded(about: ReviewScope, left: number | null): ReviewScope {
  const { settings } = about;
  const { config } = settings;
  const limits = { ...config.limits, budgetUsd: lesserOf(config.limits.budgetUsd, left) };
  return { ...about, settings: { ...settings, config: { ...config, limits } } };
}

/** Of two bounds the one that binds; null is none. */
export function lesserOf(a: number | null | undefined, b: number | null): number | null {
  const least = Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? least : null;
}

/** Whether it can be paid: of an agent of which somebody has said what a call costs, that is known before it is asked. */
export function canPay(left: number | null, estimate: number | null | undefined): boolean {
  return left === null || (left > 0 && (estimate ?? 0) <= left);
}

type Asking = Pick<ReviewWays, 'left' | 'stop'> & {
  readonly call: ReviewCall;
  readonly agreed: ReviewSetup;
};

async function askedOrRecorded(
  asked: CalibrateCall,
  repository: Repository,
  { call, agreed, left, stop }: Asking,
): Promise<Outcome> {
  const record = answerRecord(asked.io);
  let key = '';
  const recall = (inputs: ReviewInputs): Outcome | undefined => {
    key = answerKey(inputs);
    const answer = asked.options.fresh === true ? undefined : record?.get(key);
    const { settings } = inputs.reviewer;
    if (answer !== undefined) return { kind: 'known', answer, judge: (by) => judgesOf(inputs, by)[0] };
    return canPay(left, settings.estimate?.usd) ? undefined : { kind: 'unpaid' };
  };
  const result = await reviewWithAgents(call, repository, agreed, { recall, stop });
  if ('kind' in result) return result;
  return { kind: 'asked', result, keep: (answer) => record?.put(key, answer) };
}

/** `--story FILE`, as the command line has it. */
function purposeOption(file: string | undefined): Readonly<Record<string, unknown>> {
  return file === undefined ? {} : Object.fromEntries([['story', file]]);
}
