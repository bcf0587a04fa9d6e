import type { Disagreement } from '../model/disagreement.ts';
import { matchCriteria } from '../formats/index.ts';
import type { AuditorAnswer, RanCommand, TicketCriterion } from '../formats/index.ts';

/**
 * What an audit that failed found wanting: something that works in one environment and not in another, else a
 * criterion of the ticket, else the quality of what meets them.
 */
export function wantingIn(
  { criteria, commands }: Pick<AuditorAnswer, 'criteria' | 'commands'>,
  acceptance: readonly TicketCriterion[],
): Disagreement {
  if (commands.some((red) => isRedOnlyThere(red, commands))) return 'environment';
  const failed = criteria.filter(({ status }) => status !== 'VERIFIED');
  const { matched } = matchCriteria(failed, acceptance);
  return matched.some(({ judged }) => judged !== null) ? 'criteria' : 'quality';
}

function isRedOnlyThere(red: RanCommand, commands: readonly RanCommand[]): boolean {
  if (red.result !== 'FAIL' || red.environment === '') return false;
  return commands.some(
    ({ command, environment, result }) =>
      command === red.command && result === 'PASS' && environment !== red.environment && environment !== '',
  );
}
