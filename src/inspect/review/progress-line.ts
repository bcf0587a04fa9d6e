import type { ReviewInputs } from '../../run/index.ts';
import type { Event } from '../../model/events.ts';
import type { ReviewState } from '../../state/index.ts';

/** What is said on the way; undefined where nobody needs to know. */
export function progressLine(
  event: Event,
  { round, heard }: ReviewState,
  { reviewer, fixer, reviewers }: Pick<ReviewInputs, 'reviewer' | 'fixer' | 'reviewers'>,
): string | undefined {
  const words = ((): string | undefined => {
    const again = 'try' in event && event.try > 0 ? ` (try ${event.try + 1})` : '';
    if (event.type === 'reviewer_dispatched') {
      const nth = reviewers > 1 ? `, reviewer ${heard + 1} of ${reviewers}` : '';
      return `${reviewer.settings.use} reviews ${event.commit?.slice(0, 7)}${nth}${again}`;
    }
    if (event.type === 'fixer_dispatched') return `${fixer?.settings.use ?? 'nobody'} fixes${again}`;
    if (event.type === 'reviewer_answered') {
      const { critical, important, minor, document, setAside } = event;
      const aside = setAside === 0 ? '' : `, ${setAside} not counted`;
      const at = document === null ? '' : `  ${document}`;
      return `${critical} critical, ${important} important, ${minor} minor${aside}${at}`;
    }
    if (event.type === 'reviewer_failed' || event.type === 'fixer_failed') return event.because;
    if (event.type === 'fix_taken') return `fixed in ${event.commit.slice(0, 7)}`;
    if (event.type !== 'fixer_delivered' || event.putBack === undefined) return undefined;
    return `reverted, protected: ${event.putBack.join(', ')}`;
  })();
  return words === undefined ? undefined : `round ${round}: ${words}`;
}
