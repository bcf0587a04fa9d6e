import { GauntletError } from '../../model/error.ts';
import { answerProblem } from '../../model/steering.ts';
import type { Choice } from '../../model/events.ts';
import type { Message } from '../../ports/journal.ts';
import { jobAt, jobNamed, members } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { deliver } from './deliver.ts';
import type { SteeringDelivery } from './deliver-to-cluster.ts';

export type DecisionMessage = Extract<Message, { kind: 'answer' }> & { readonly choice: Choice };

/** The job that something has to be decided about; refused where nothing has. */
export function askingJob(state: State, ticket: string): Job {
  const job = jobNamed(state, ticket);
  if (job !== undefined && job.question !== null) return job;
  throw notAsked(
    ticket,
    [...members(state.asking)].map((index) => jobAt(state, index).id),
  );
}

export function notAsked(name: string, open: readonly string[]): GauntletError {
  return new GauntletError('USAGE_INVALID', `"${name}" has no open decision`, {
    hint: open.length === 0 ? 'No decision is open.' : `Open: ${open.join(', ')}.`,
  });
}

export type GivenDecision = { readonly choice: Choice; readonly by: string; readonly why: string };

/** As long as a reason may be in the journal; it stands in a prompt, so nothing of it is cut off in silence. */
const LONGEST = 4000;

/** An answer that may be recorded: it is offered, and it has a reason where one is needed. Every way in comes by here. */
export function soundAnswer(job: Job, { choice, by, why }: GivenDecision): DecisionMessage {
  const offered = job.question?.options ?? [];
  if (!offered.includes(choice))
    throw new GauntletError('USAGE_INVALID', `--${choice} is not offered for ${job.id}`, {
      hint: `Offered: ${offered.map((option) => `--${option}`).join(', ')}.`,
    });
  const problem = answerProblem(choice, { by, why });
  if (problem !== undefined) throw new GauntletError('USAGE_INVALID', problem);
  refuseTooLong(why);
  return { kind: 'answer', ticket: job.id, question: job.question?.id ?? 0, choice, by, why };
}

export async function recordAnswer(
  place: EpicPlace,
  answer: DecisionMessage,
  cluster: string | undefined,
): Promise<SteeringDelivery> {
  const { kind: _, ...rest } = answer;
  return deliver(place, { type: 'decision_answered', v: 1, ...rest }, answer, cluster);
}

export function refuseTooLong(why: string): void {
  if (why.length <= LONGEST) return;
  throw new GauntletError('USAGE_INVALID', `a reason has ${LONGEST} characters at most, not ${why.length}`);
}
