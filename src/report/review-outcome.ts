import type { Finding } from '../model/finding.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from '../model/outcome.ts';
import { openAtBase, redAtBaseLine, type RedAtBase } from '../model/red-at-base.ts';
import { failingIn, failingWords } from '../model/report.ts';
import type { ReviewState } from '../state/index.ts';
import { decidedLines } from './review-markdown.ts';

export type ReviewFacts = {
  readonly redAtBase: readonly RedAtBase[];
  /** Open findings of the last run: where nobody answered, those that need no model. */
  readonly known: readonly Finding[];
  /** The branch that was reviewed: where it is now; undefined where there is none. */
  readonly branchAt: string | undefined;
  /** A review is at work. */
  readonly held: boolean;
};

/** What a review with agents came to. A clean verdict holds only for a branch that has the fixes. */
export function reviewOutcome(
  state: ReviewState,
  { redAtBase, known, branchAt, held }: ReviewFacts,
): Outcome {
  const { ended, question, commits, head, because } = state;
  const shared = { redAtBase, besides: decidedLines({ decided: state.choice }) };
  if (ended === null) {
    // A person takes it over: nothing continues, and there is nothing to decide.
    if (!held && question === null && state.choice?.choice === 'manual')
      return outcomeOf({ ...shared, open: 'blocked' });
    const open = held ? 'running' : question === null ? 'interrupted' : 'decision';
    return outcomeOf({ ...shared, open, besides: question === null ? [] : [because] });
  }
  if (ended.limit) return outcomeOf({ ...shared, open: 'limit', besides: [ended.because] });
  const isPassed = ended.status === 'clean' || ended.status === 'accepted';
  const isAside = commits.length > 0 && branchAt !== undefined && branchAt !== head;
  if (isPassed && isAside && openAtBase(redAtBase).length === 0)
    return outcomeOf({ open: 'decision', besides: ['the fixes are not on the branch yet'] });
  return outcomeOf({ ...shared, ...endedFacts(state, ended, { redAtBase, known }) });
}

type Ended = NonNullable<ReviewState['ended']>;

function endedFacts(
  { answers, opened }: ReviewState,
  { status, because }: Ended,
  { redAtBase, known }: Pick<ReviewFacts, 'redAtBase' | 'known'>,
): OutcomeFacts {
  if (status === 'unclean') return { failing: [failingWords(answers.at(-1)?.mustFix ?? 0, opened.failOn)] };
  if (status === 'blocked') return { open: 'blocked' };
  if (status !== 'unknown' || isSaidAtBase(because, redAtBase)) return {};
  const failing = failingIn(known, opened.failOn);
  return { failing: failing === 0 ? [] : [failingWords(failing, opened.failOn)], notComputed: [because] };
}

/** Whether the reason of a review without a result is a check that is red at base, which is said by itself. */
export function isSaidAtBase(because: string, redAtBase: readonly RedAtBase[]): boolean {
  return openAtBase(redAtBase).some((red) => because.startsWith(redAtBaseLine(red)));
}
