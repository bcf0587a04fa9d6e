import { GauntletError } from '../../model/error.ts';
import type { ReviewChoice, ReviewDraft, ReviewEvent } from '../../model/review-events.ts';
import { completeLimits } from '../../plan/index.ts';
import type { Assigned, ReviewState } from '../../review/index.ts';
import { evolveReview, nextStep, noReview, ownCommits } from '../../review/index.ts';
import { budgetIn } from './ask.ts';
import type { Desk } from './desk.ts';
import { fixRound } from './fix-round.ts';
import { reviewRound } from './review-round.ts';
import type { RoundFindings } from './round-answer.ts';

export type ReviewDrive = {
  readonly desk: Desk;
  readonly state: ReviewState;
  append(draft: ReviewDraft): Promise<ReviewEvent>;
  /** Told of everything that is recorded. */
  onEvent(event: ReviewEvent, state: ReviewState): void;
  /** Asks whoever is there; undefined where nobody is, or nobody answers. */
  ask(state: ReviewState): Promise<{ choice: ReviewChoice; by: string; why: string } | undefined>;
  /** A point at which a test may end the process. */
  readonly milepost: (where: string) => void;
  /** Nothing new is started once it is aborted; what runs may end. */
  readonly drain: AbortSignal;
  readonly cancel: AbortSignal;
};

/** Carries a review on until it has ended, a person has to decide, or it is called off. Whatever it did is recorded. */
export async function driveReview(drive: ReviewDrive): Promise<ReviewState> {
  const { desk, cancel, drain } = drive;
  const policy = {
    agentTries: completeLimits(desk.inputs.config.limits).agentTries,
    budget: budgetIn(desk),
    reviewers: desk.inputs.reviewers,
  };
  let { state } = drive;
  const record = async (draft: ReviewDraft): Promise<void> => {
    const event = await drive.append(draft);
    state = evolveReview(state, event);
    drive.milepost(`recorded ${draft.type}`);
    drive.onEvent(event, state);
  };
  while (!cancel.aborted && !drain.aborted) {
    const step = nextStep(state, policy);
    if (step.kind === 'over') break;
    if (step.kind === 'record') {
      await record(step.draft);
      continue;
    }
    if (step.kind === 'ask') {
      const answer = await drive.ask(state);
      if (answer === undefined) break;
      await record({ type: 'review_decided', ...answer });
      continue;
    }
    const draft = await carriedOut(drive, state, step);
    if (draft === undefined) break;
    await record(draft);
  }
  return state;
}

type Work =
  | { readonly kind: 'perform'; readonly at: Assigned }
  | { readonly kind: 'take'; readonly commit: string };

async function carriedOut(
  { desk, cancel, milepost }: ReviewDrive,
  state: ReviewState,
  step: Work,
): Promise<ReviewDraft | undefined> {
  const stale = await staleness(desk, state);
  if (stale !== undefined) return stale;
  if (step.kind === 'take') {
    const move = await taken(desk, state, step.commit);
    milepost('after take');
    return move;
  }
  milepost(`before ${step.at.role}`);
  const draft = await performed(desk, state, step.at, cancel);
  milepost(`after ${step.at.role}`);
  return draft === undefined ? undefined : ((await staleness(desk, state)) ?? draft);
}

async function performed(
  desk: Desk,
  state: ReviewState,
  at: Assigned,
  cancel: AbortSignal,
): Promise<ReviewDraft | undefined> {
  const found = await findingsOf(desk, state);
  if (at.role === 'fixer') return fixRound(desk, at, found?.open ?? [], cancel);
  if (state.heard === 0) return reviewRound(desk, at, { soFar: null, before: found }, cancel);
  const before = await findingsOf(desk, { answers: state.answers.slice(0, -1) });
  return reviewRound(desk, at, { soFar: found, before }, cancel);
}

/** The branch must stand where the review left it, before and after anybody works (P8). */
async function staleness(desk: Desk, state: ReviewState): Promise<ReviewDraft | undefined> {
  if (desk.branch === null) return undefined;
  const is = await desk.branch.stand();
  const isOurs = is !== undefined && ownCommits(state).includes(is);
  return isOurs ? undefined : { type: 'review_stale', was: state.opened?.head ?? '', is: is ?? 'nothing' };
}

async function taken(desk: Desk, state: ReviewState, commit: string): Promise<ReviewDraft> {
  const start = state.opened?.head ?? '';
  const move = await desk.branch?.take({ from: { start, ours: state.commits }, to: commit });
  if (move?.kind === 'taken') return { type: 'fix_taken', commit, ref: move.ref };
  return { type: 'review_stale', was: start, is: move?.at ?? 'nothing' };
}

/** What the last round that was answered found. */
export async function findingsOf(
  { records }: Pick<Desk, 'records'>,
  state: Pick<ReviewState, 'answers'>,
): Promise<RoundFindings | null> {
  const last = state.answers.at(-1);
  if (last === undefined) return null;
  const found = (await records.get(last.run, 'findings')) as RoundFindings | undefined;
  // Nothing found is not the same as nothing known of what was found.
  if (found === undefined)
    throw new GauntletError('JOURNAL_DAMAGED', `what run ${last.run} found is missing`);
  return found;
}

export function foldReview(events: readonly ReviewEvent[]): ReviewState {
  return events.reduce(evolveReview, noReview);
}
