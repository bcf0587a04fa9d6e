import { GauntletError } from '../../../model/error.ts';
import { isUnfinished } from '../../../report/index.ts';
import { jobNamed } from '../../../state/index.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import { hasJob } from '../../../project/kept/choose-run.ts';
import { isHeld } from '../../../project/lease-holder.ts';
import { personOf } from '../../../project/person.ts';
import { runOf } from '../../../project/kept/read-run.ts';
import { type Answer, answer } from '../../../project/answer.ts';
import { type KeptReview, reviewNamed } from '../../../project/kept/kept-reviews.ts';
import { type EpicPlace, epicsAt, repositoryAt } from '../../../project/state-folder.ts';
import { appended, recordAt } from '../../../app/steer/deliver.ts';
import { type Act, type Situation, steer, type SteeringReason } from '../../../app/steer/steer.ts';
import { steeringOptions } from '../../steering-options.ts';
import { stopped } from '../../../app/steer/acts.ts';

/** Ends what is being done for a ticket, or puts a whole run away: with nothing but its journal, so it always can. */
export const cancel = cliCommand({
  name: 'cancel',
  summary: 'cancel a ticket, a run or a review',
  operands: [['<ticket|epic|branch>', 'the ticket, the id of an epic, or a branch under review']],
  options: [...steeringOptions],
  note: '\nA cancelled ticket has failed: tickets that need it do not start, and none of its work lands.\nA cancelled run starts no work and asks no questions. Landed tickets stay.\nContinue it with: gauntlet resume <epic>',
  async run(call) {
    const [name = ''] = call.operands;
    const { epic: asked = name } = call.options;
    const here = repositoryAt(call.io.cwd);
    const epic = asked === name ? epicsAt(here).find(({ id }) => id === name) : undefined;
    if (epic !== undefined && isWhole(epic, name))
      return steer({ ...call, options: { ...call.options, epic: name } }, halted);
    const review = asked === name && epic === undefined ? reviewNamed(here, name) : undefined;
    if (review?.isOpen === true) return await endReview(call, review);
    const wish = { ticket: name, how: 'cancelled', dependents: 'withheld' } as const;
    return steer(call, (situation, said) => stopped(situation, said, wish), hasJob(name));
  },
});

/** A ticket comes before an epic of its name, unless it is the only one: then at work it is stopped at once. */
function isWhole(epic: EpicPlace, name: string): boolean {
  const { state } = runOf(epic);
  return jobNamed(state, name) === undefined || (state.plan.tickets.length === 1 && !isHeld(epic));
}

function halted({ state, held, place }: Situation, { by, why }: SteeringReason): Act {
  if (held || isUnfinished(state)) return { type: 'run_halted', v: 1, by, because: why };
  throw new GauntletError('USAGE_INVALID', `the run of ${place.id} has ended`, {
    hint: `See: gauntlet status ${place.id}`,
  });
}

async function endReview(
  call: CallWith<typeof steeringOptions>,
  { branch, journal, state }: KeptReview,
): Promise<Answer> {
  const { reason = '', dryRun = false } = call.options;
  const because = `cancelled by ${personOf(call.io)}${reason === '' ? '' : `: ${reason}`}`;
  const ended = { type: 'review_ended', v: 1, status: 'blocked', because, limit: false } as const;
  if (!dryRun) await recordAt(journal, (open) => appended(open, { ...ended, ticket: state.job }));
  const text = `${dryRun ? 'would record: ' : ''}review of ${branch}: ${because}`;
  return answer({ review: branch, because, delivered: dryRun ? 'dry-run' : 'recorded' }, [text]);
}
