import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent, Event, Stage } from '../../model/events.ts';

type Wanted = {
  readonly job: string;
  readonly stage: Stage;
  /** From 0; null: the last one, or the one that would come next. */
  readonly attempt: number | null;
};

export type Cut = {
  readonly events: readonly Event[];
  /** The assignment they were cut before. */
  readonly found: AssignmentEvent | undefined;
};

/** The journal up to the moment at which the wanted agent was sent, or would be sent next. */
export function cutBefore(events: readonly Event[], { job, stage, attempt }: Wanted): Cut {
  const life = lifeOf(events, job);
  const sent = life.filter(
    (event): event is AssignmentEvent =>
      'reserved' in event && event.ticket === job && event.stage === stage && event.clarification === 0,
  );
  const found = attempt === null ? lastOf(life, sent) : sent.find((each) => each.attempt === attempt);
  if (found !== undefined) return { events: life.slice(0, life.indexOf(found)), found };
  const reached = life.filter((event) => event.type === 'ticket_sent_back' && event.ticket === job).length;
  if (attempt !== null && attempt > reached)
    throw new GauntletError('USAGE_INVALID', `${job} has had no attempt ${attempt + 1} at this stage`, {
      hint: `Without --attempt the last one is shown; gauntlet logs ${job} lists what was done.`,
    });
  return { events: life, found: undefined };
}

/** When a ticket is over, what was known of it is dropped: what is wanted lies before that. */
function lifeOf(events: readonly Event[], job: string): readonly Event[] {
  const end = events.findIndex(
    (event) => (event.type === 'task_complete' || event.type === 'workflow_failed') && event.ticket === job,
  );
  return end === -1 ? events : events.slice(0, end);
}

/** One that was sent back since is told something new. */
function lastOf(life: readonly Event[], sent: readonly AssignmentEvent[]): AssignmentEvent | undefined {
  const last = sent.at(-1);
  if (last === undefined) return undefined;
  const later = life.slice(life.indexOf(last));
  const isBack = later.some((event) => event.type === 'ticket_sent_back' && event.ticket === last.ticket);
  return isBack && last.stage === 'develop' ? undefined : last;
}
