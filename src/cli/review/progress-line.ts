import type { ReviewInputs } from '../../flow/index.ts';
import type { ReviewEvent } from '../../model/review-events.ts';
import type { ReviewState } from '../../review/index.ts';

/** What is said on the way; undefined where nobody needs to know. */
export function progressLine(
  event: ReviewEvent,
  { round }: ReviewState,
  { reviewer, fixer, reviewers }: Pick<ReviewInputs, 'reviewer' | 'fixer' | 'reviewers'>,
): string | undefined {
  const again = 'try' in event && event.try > 0 ? ` (try ${event.try + 1})` : '';
  switch (event.type) {
    case 'reviewer_dispatched':
      return `round ${round}: ${reviewer.settings.use} reviews ${event.commit.slice(0, 7)}${seatOf(event.seat, reviewers)}${again}`;
    case 'fixer_dispatched':
      return `round ${round}: ${fixer?.settings.use ?? 'nobody'} fixes${again}`;
    case 'reviewer_answered': {
      const { critical, important, minor, document, setAside } = event;
      const aside = setAside === 0 ? '' : `, ${setAside} set aside`;
      const at = document === null ? '' : `  ${document}`;
      return `round ${round}: ${critical} critical, ${important} important, ${minor} minor${aside}${at}`;
    }
    case 'reviewer_failed':
    case 'fixer_failed':
      return `round ${round}: ${event.because}`;
    case 'fix_taken':
      return `round ${round}: fixed in ${event.commit.slice(0, 7)}`;
    case 'fixer_delivered':
      return event.putBack === undefined
        ? undefined
        : `round ${round}: put back, protected: ${event.putBack.join(', ')}`;
    case 'review_opened':
    case 'review_stale':
    case 'review_escalated':
    case 'review_decided':
    case 'review_ended':
      return undefined;
  }
}

function seatOf(seat = 0, reviewers: number): string {
  return reviewers > 1 ? `, reviewer ${seat + 1} of ${reviewers}` : '';
}
