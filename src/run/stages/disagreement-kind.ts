import type { Disagreement } from '../../model/events.ts';
import type { EnvironmentResult } from '../../model/feedback.ts';
import { matchCriteria } from '../../formats/index.ts';
import type { AuditorAnswer, RanCommand, TicketCriterion } from '../../formats/index.ts';

/**
 * What an audit that failed failed: something that works in one environment and not in another, else a
 * criterion of the ticket, else the quality of what meets them.
 */
export function kindOfDisagreement(
  { criteria, commands }: Pick<AuditorAnswer, 'criteria' | 'commands'>,
  acceptance: readonly TicketCriterion[],
): Disagreement {
  if (commands.some((red) => isRedOnlyThere(red, commands))) return 'environment';
  const failed = criteria.filter(({ status }) => status !== 'VERIFIED');
  const { matched } = matchCriteria(failed, acceptance);
  return matched.some(({ judged }) => judged !== null) ? 'criteria' : 'quality';
}

/** What an auditor saw by environment, where one passes and another fails, by whichever commands (REWORK-05). */
export function environmentsIn(
  answer: Pick<AuditorAnswer, 'criteria' | 'commands'>,
): readonly EnvironmentResult[] {
  const { criteria, commands } = answer;
  const named = commands.filter(({ environment }) => environment !== '');
  const passing = named.filter(({ result }) => result === 'PASS');
  const isSplit = named.some(
    (red) => red.result === 'FAIL' && passing.some(({ environment }) => environment !== red.environment),
  );
  if (!isSplit) return [];
  const failed = criteria.filter(({ status }) => status !== 'VERIFIED');
  const error = ['the auditor saw it fail', ...failed.map((each) => `${each.criterion}: ${each.evidence}`)];
  return named.map(({ command, environment, result }) => {
    const status = result === 'UNKNOWN' ? 'BROKEN' : result;
    const details = status === 'FAIL' ? error.join('\n') : '';
    return { environment, check: command, exitCode: null, status, details };
  });
}

function isRedOnlyThere(red: RanCommand, commands: readonly RanCommand[]): boolean {
  if (red.result !== 'FAIL' || red.environment === '') return false;
  return commands.some(
    ({ command, environment, result }) =>
      command === red.command && result === 'PASS' && environment !== red.environment && environment !== '',
  );
}
