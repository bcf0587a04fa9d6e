import type { Finding } from '../../model/finding.ts';
import type { CriticName } from '../../model/provenance.ts';
import type { RedAtBase } from '../../model/outcome.ts';
import { isAtLeast } from '../../model/severity.ts';
import { countsOf, type ReviewerScores, type RoundCounts } from '../../review/index.ts';
import { documentText } from './document-text.ts';
import { progressOf } from './progress.ts';
import type { ReviewContext } from './review-context.ts';

/** What one round found, as it is kept. */
export type RoundFindings = {
  readonly open: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  /** Checks that are red on the commit and at base; missing in records of older versions. */
  readonly redAtBase?: readonly RedAtBase[];
  /** How each reviewer scored it who did. */
  readonly scored?: readonly ReviewerScores[];
  /** How many reviewers answered, and who, as far as they say so themselves. */
  readonly reviewers?: number;
  readonly by?: readonly CriticName[];
};

export type RoundAnswer = RoundCounts & {
  readonly mustFix: number;
  readonly setAside: number;
  readonly fixed: number;
  readonly induced: number;
  readonly document: string | null;
};

/** What a round came to, as it is recorded; its document is written on the way. */
export function roundAnswer(
  { clock, review }: Pick<ReviewContext, 'clock' | 'review'>,
  round: number,
  { open, setAside }: RoundFindings,
  before: RoundFindings | null,
): RoundAnswer {
  const { failOn } = review.inputs;
  const mustFix = open.filter(({ severity }) => isAtLeast(severity, failOn)).length;
  const body = { at: clock.now(), findings: open, isClean: mustFix === 0 };
  return {
    ...countsOf(open),
    mustFix,
    setAside: setAside.length,
    ...progressOf(before?.open ?? [], open, failOn),
    document: review.putDocument(round, (nth) => documentText(review.inputs, { ...body, round: nth })),
  };
}
