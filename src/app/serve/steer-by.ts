import type { GivenSteering } from '../../serve/index.ts';
import { eventWords } from '../../report/index.ts';
import { currentRun } from '../cluster/copy-note.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { noting, parallelism, pausing, retrying, unpausing } from '../steer/acts.ts';
import { deliver } from '../steer/deliver.ts';
import { type Act, messageOf, type SteeringReason, type Situation, situationOf } from '../steer/steer.ts';
import { replanning } from '../steer/replan.ts';
import { stopped } from '../steer/acts.ts';
import { type RunActionContext, mergeRun, resumeRun, stopRun } from './run-acts.ts';

/** What somebody asked in the browser, understood and recorded as the same words on the command line are. */
export async function steerBy(
  epic: EpicPlace,
  wish: GivenSteering,
  { by, ...around }: RunActionContext & { readonly by: string },
): Promise<string> {
  const { top, cluster } = around;
  await currentRun(epic, cluster);
  const situation = situationOf(epic);
  const said = { by, why: wish.reason.trim() };
  if (wish.act === 'stop') return stopRun(situation, said, around);
  if (wish.act === 'resume') return resumeRun(situation, around);
  if (wish.act === 'merge') return mergeRun(situation, wish, around);
  const act = await understood(situation, said, { ...wish, act: wish.act }, top);
  const delivered = await deliver(epic, act, messageOf(act, situation.state), cluster);
  const heard = delivered === 'told' ? 'the run is notified' : 'gauntlet resume continues with it';
  return `${eventWords({ ...act, seq: 0, at: 0 })}; ${heard}`;
}

type Wish = GivenSteering & { readonly act: Exclude<GivenSteering['act'], 'stop' | 'resume' | 'merge'> };

function understood(situation: Situation, said: SteeringReason, wish: Wish, top: string): Act | Promise<Act> {
  const { ticket } = wish;
  switch (wish.act) {
    case 'pause':
      return pausing(situation, said);
    case 'unpause':
      return unpausing(situation, said);
    case 'parallel':
      return parallelism(said, String(wish.developers));
    case 'note':
      return noting(situation, said, ticket, wish.reason);
    case 'retry':
      return retrying(situation, said, ticket);
    case 'edit':
    case 'add': {
      const edited = wish.act === 'edit' ? ticket : null;
      return replanning(situation, said, {
        file: 'ticket.yaml',
        text: wish.text,
        ticket: edited,
        from: wish.from,
        top,
        isTrial: false,
      });
    }
    case 'cancel':
      return stopped(situation, said, { ticket, how: 'cancelled', dependents: 'withheld' });
    case 'skip': {
      const dependents = wish.releaseDependents ? 'released' : 'withheld';
      return stopped(situation, said, { ticket, how: 'skipped', dependents });
    }
  }
}
