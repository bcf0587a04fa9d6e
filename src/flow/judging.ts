import type { Ticket } from '../model/epic.ts';
import type { Replanning } from '../model/steering.ts';
import type { Records } from '../ports/records.ts';
import { planOf, runPlanOf } from '../plan/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Step } from './settle.ts';
import type { Inputs } from './site.ts';

/**
 * What judges the run, as of now. It is fixed (P9) but for one thing: a person may give a ticket another text or add one,
 * which is an event like any other, and what was judged by the old text is judged again.
 */
export class Judging {
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
   * can change by it. Undefined where it is not there.
   */
  async understand(act: Replanning, now: string): Promise<Replanning | undefined> {
    const wanted = await this.#wanted(act);
    if (wanted === undefined) return undefined;
    const { epic, config } = this.#inputs;
    const isThere = epic.tickets.some(({ id }) => id === act.ticket);
    const tickets = isThere
      ? epic.tickets.map((ticket) => (ticket.id === act.ticket ? wanted : ticket))
      : [...epic.tickets, wanted];
    const inputs: Inputs = { ...this.#inputs, epic: { ...epic, tickets } };
    const hash = await this.#records.keep(inputs);
    this.#understood.set(hash, inputs);
    return { ...act, from: now, inputs: hash, plan: runPlanOf(planOf(inputs.epic, config)) };
  }

  async #wanted({ inputs, ticket }: Replanning): Promise<Ticket | undefined> {
    try {
      const kept = (await this.#records.kept(inputs)) as Inputs;
      return kept.epic.tickets.find(({ id }) => id === ticket);
    } catch {
      return undefined;
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
