import type { SteeringDelivery } from '../../app/steer/deliver-to-cluster.ts';

type Decided = { readonly choice: string; readonly by: string; readonly next: string };

/** What was decided about a ticket or a review, and what to do next; `undefined`: it was only tried. */
export function decidedWords(
  about: string,
  decided: Decided,
  delivered: SteeringDelivery | undefined,
): string {
  const { choice, by, next } = decided;
  switch (delivered) {
    case undefined:
      return `would record: ${about}: ${choice}, as ${by}`;
    case 'told':
      return `${about}: ${choice}, recorded as ${by}. The running coordinator is notified.`;
    case 'recorded':
      return `${about}: ${choice}, recorded as ${by}. Next: ${next}`;
  }
}
