import type { Ticket } from '../../model/epic.ts';
import { hasCode } from '../../model/error.ts';
import type { Replanning } from '../../model/steering.ts';
import { planOf, runPlanOf } from '../../plan/index.ts';
import type { Plan } from '../../plan/index.ts';
import { freeTicketName, isTaken, type State, ticketNames } from '../../state/index.ts';
import type { Step } from './settle-decisions.ts';
import type { Inputs } from '../stage-context.ts';
import type { Records } from '../../ports/records.ts';
import { keptInputs } from '../records/run-records.ts';

/** The plan that a change meets. */
export type PlanNow = Pick<State, 'inputs' | 'jobs' | 'plan'>;

/**
 * What judges the run, as of now. It is fixed (P9) but for one thing: a person may give a ticket another text or add one,
 * which is an event like any other, and what was judged by the old text is judged again.
 */
export class CurrentPlan {
  #inputs: Inputs;
  #plan: Plan;
  readonly #records: Pick<Records, 'keep' | 'kept'>;
  readonly #understood = new Map<string, Inputs>();

  constructor(inputs: Inputs, records: Pick<Records, 'keep' | 'kept'>) {
    this.#inputs = inputs;
    this.#plan = planOf(inputs.epic, inputs.config);
    this.#records = records;
  }

  get inputs(): Inputs {
    return this.#inputs;
  }

  get plan(): Plan {
    return this.#plan;
  }

  /**
   * The change as it meets the plan of now: of what is kept for it only the ticket is taken, so nothing else of what judges
   * can change by it. Undefined where it is not there. An edit of a text that somebody has changed meanwhile stays as it
   * was written, from a plan that is no more: it is recorded, comes to nothing, and undoes nothing.
   */
  async understand(act: Replanning, now: PlanNow): Promise<Replanning | undefined> {
    const written = await this.#ticketIn(act.inputs, act.ticket);
    const wanted = written === undefined ? undefined : joining(act, written, now);
    if (wanted === undefined) return undefined;
    if (act.type === 'ticket_edited' && act.from !== now.inputs && !(await this.#isAsSeen(act))) return act;
    const { epic, config } = this.#inputs;
    const isThere = epic.tickets.some(({ id }) => id === wanted.id);
    const tickets = isThere
      ? epic.tickets.map((ticket) => (ticket.id === wanted.id ? wanted : ticket))
      : [...epic.tickets, wanted];
    const inputs: Inputs = { ...this.#inputs, epic: { ...epic, tickets } };
    const hash = await this.#records.keep(inputs);
    this.#understood.set(hash, inputs);
    const plan = runPlanOf(planOf(inputs.epic, config));
    return { ...act, ticket: wanted.id, from: now.inputs, inputs: hash, plan };
  }

  /** Whether the text that was edited is the one that judges now. */
  async #isAsSeen({ from, ticket }: Replanning): Promise<boolean> {
    const seen = await this.#ticketIn(from, ticket);
    const present = this.#inputs.epic.tickets.find(({ id }) => id === ticket);
    return seen !== undefined && present !== undefined && inOrder(seen) === inOrder(present);
  }

  /** Undefined where nothing sound is kept; what could not be read now is an error, for it may be there later. */
  async #ticketIn(hash: string, ticket: string): Promise<Ticket | undefined> {
    try {
      const kept = await keptInputs(this.#records, hash);
      return kept?.epic.tickets.find(({ id }) => id === ticket);
    } catch (error) {
      if (hasCode(error, 'JOURNAL_DAMAGED') || hasCode(error, 'BUG')) return undefined;
      throw error;
    }
  }

  /** Takes over what was recorded; says what judges from now on where that has changed. */
  learn(steps: readonly Step[]): Inputs | undefined {
    let changed: Inputs | undefined;
    for (const { event, after } of steps) {
      if (event.type !== 'ticket_edited' && event.type !== 'ticket_added') continue;
      if (after.inputs === event.inputs) changed = this.#understood.get(event.inputs) ?? changed;
    }
    if (changed === undefined) return undefined;
    this.#inputs = changed;
    this.#plan = planOf(changed.epic, changed.config);
    return changed;
  }
}

/**
 * Several calls may bring branches at the same moment, none of which knows of the others: a commit is taken once, and a
 * name that is taken meanwhile gets a number. Undefined: nothing is left to add.
 */
function joining(act: Replanning, wanted: Ticket, now: PlanNow): Ticket | undefined {
  if (act.type !== 'ticket_added' || wanted.adopts === undefined) return wanted;
  if (isTaken(now, wanted.adopts.commit)) return undefined;
  return { ...wanted, id: freeTicketName(wanted.id, ticketNames(now)) };
}

/** What is read from a record may have its keys in another order than what was never written to one. */
function inOrder(ticket: Ticket): string {
  return JSON.stringify(ticket, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
