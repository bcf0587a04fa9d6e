import type { Choice, Draft, EventType } from './events.ts';

const types = [
  'run_halted',
  'run_paused',
  'run_unpaused',
  'parallelism_changed',
  'note_added',
  'ticket_stopped',
  'ticket_reopened',
  'ticket_edited',
  'ticket_added',
] as const satisfies readonly EventType[];

/** What a person may ask of a run besides answering its questions (BEYOND-10). */
export type Steering = Extract<Draft, { type: (typeof types)[number] }>;

/** Acts that change what the tickets are. */
export type Replanning = Extract<Steering, { type: 'ticket_edited' | 'ticket_added' }>;

const known: ReadonlySet<string> = new Set(types);

export function isSteering(act: { readonly type?: unknown }): act is Steering {
  return typeof act.type === 'string' && known.has(act.type);
}

/** Answers that take on a risk, or say nothing without words: none of them is recorded without a reason. */
export const choicesWithReason: ReadonlySet<Choice> = new Set<Choice>(['accept', 'answer', 'override']);

/** Who acts where no name is known. */
export const NOBODY = 'somebody';

/**
 * Why an answer is not taken, whatever surface it comes from: it does not say why, or nobody stands for the risk that it
 * takes on. Undefined: it is taken.
 */
export function answerProblem(choice: Choice, { by, why }: { by: string; why: string }): string | undefined {
  if (why.trim() === '' && choicesWithReason.has(choice))
    return `${choice} needs a reason: it is recorded with your name`;
  const isRisk = choice === 'accept' || choice === 'override';
  return by === NOBODY && isRisk ? `${choice} needs your name: git config user.name "Your Name"` : undefined;
}
