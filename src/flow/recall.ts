import type { AssignmentEvent, Event } from '../model/events.ts';
import type { JournalReader } from '../ports/journal.ts';
import { evolve, initialState, jobNamed } from '../state/index.ts';
import type { State } from '../state/index.ts';
import { Dossiers } from './dossier.ts';

/** What a journal says: where things stand, what is known of each job, and what was handed out and never came back. */
export type Recalled = {
  readonly state: State;
  readonly dossiers: Dossiers;
  readonly open: readonly AssignmentEvent[];
  /** Hash of what judges the run; null for an empty journal. */
  readonly inputs: string | null;
};

export function recall(journal: Pick<JournalReader, 'read'>): Recalled {
  const memory = new Memory();
  for (const event of journal.read()) memory.learn(event);
  return memory.recalled();
}

/** The fold of state, dossiers and open runs, one event at a time. */
class Memory {
  #state: State = initialState;
  #inputs: string | null = null;
  readonly #dossiers = new Dossiers();
  readonly #open = new Map<number, AssignmentEvent>();

  learn(event: Event): void {
    this.#dossiers.fold(this.#state, event);
    this.#state = evolve(this.#state, event);
    if ('reserved' in event) this.#open.set(event.run, event);
    else if ('used' in event) this.#open.delete(event.run);
    else if (event.type === 'inputs_recorded') this.#inputs = event.inputs;
  }

  recalled(): Recalled {
    const open = [...this.#open.values()].filter((assignment) => isAwaited(this.#state, assignment));
    return { state: this.#state, dossiers: this.#dossiers, open, inputs: this.#inputs };
  }
}

/** A seat still waits for this very run. */
function isAwaited(state: State, { ticket, run }: AssignmentEvent): boolean {
  const seats = jobNamed(state, ticket)?.seats ?? [];
  return seats.some((seat) => seat.run === run && (seat.state === 'running' || seat.state === 'parked'));
}
