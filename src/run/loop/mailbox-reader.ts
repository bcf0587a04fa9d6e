import { choices } from '../../model/events.ts';
import type { Replanning } from '../../model/steering.ts';
import type { Message } from '../../ports/journal.ts';
import type { CurrentPlan, PlanNow } from './current-plan.ts';
import type { Intake } from './run-loop.ts';

type MailboxTarget = {
  readonly intake: Intake;
  readonly judging: Pick<CurrentPlan, 'understand'>;
  /** The event with which this coordinator began. */
  readonly since: number;
  state(): PlanNow;
  /** A message of that id is on record already: only its file was still there. */
  isRecorded(id: string): boolean;
};

type SteerMessage = Extract<Message, { kind: 'steer' }>;

/** What people leave in the mailbox becomes an event, once; what has become void is thrown away. */
export class MailboxReader {
  readonly #target: MailboxTarget;
  /** Changes of the plan are understood one after the other, each from the plan that the one before it left. */
  readonly #replannings: (() => Promise<void>)[] = [];

  constructor(target: MailboxTarget) {
    this.#target = target;
  }

  /** Resolves once it is on its way into the journal, or behind another that has to be there first. */
  async take(message: Message, done: () => void, id: string): Promise<void> {
    const { intake, since } = this.#target;
    if (this.#target.isRecorded(id)) return done();
    if (message.kind === 'answer') return answer(intake, message, done);
    if (isOver(message, since)) return done();
    const { act } = message;
    if (act.type !== 'ticket_edited' && act.type !== 'ticket_added')
      return intake.put({ ...act, message: id }, done);
    this.#replannings.push(() => this.#replan(act, done, id));
    if (this.#replannings.length === 1) await this.#replannings[0]?.();
  }

  async #replan(act: Replanning, done: () => void, id: string): Promise<void> {
    const { intake, judging } = this.#target;
    const next = (): void => {
      this.#replannings.shift();
      // The loop takes it over right after this, and only then the next one is understood.
      queueMicrotask(() => void this.#replannings[0]?.());
    };
    const over = (): void => {
      done();
      next();
    };
    try {
      const understood = await judging.understand(act, this.#target.state());
      if (understood === undefined) over();
      else intake.put({ ...understood, message: id }, over);
    } catch {
      // What could not be read or kept now stays in the mailbox, where the next start finds it; the others go on.
      next();
    }
  }
}

/** To pause a run means the one that is on: one that ended meanwhile was not the next. */
function isOver({ act, seen }: SteerMessage, since: number): boolean {
  return (act.type === 'run_paused' || act.type === 'run_unpaused') && seen < since;
}

/** An answer names the question it is about, so a second delivery finds that one closed. */
function answer(intake: Intake, message: Extract<Message, { kind: 'answer' }>, done: () => void): void {
  const choice = choices.find((known) => known === message.choice);
  if (choice === undefined) return done();
  const { ticket, question, by, why } = message;
  intake.put(
    { type: 'decision_answered', v: 1, ticket, question, choice, by, why: why.slice(0, 4000) },
    done,
  );
}
