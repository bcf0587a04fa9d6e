import type { AssignmentEvent, Event } from '../../model/events.ts';
import { evolve, initialState } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { Dossiers } from './dossier.ts';
import type { Dossier } from './dossier.ts';

type InputsRecorded = Extract<Event, { type: 'inputs_recorded' }>;

/** What a snapshot holds: plain data, so that it can be written and read back. */
export type SnapshotData = {
  readonly state: State;
  readonly startedAt: number | null;
  readonly inputs: InputsRecorded | null;
  readonly open: readonly AssignmentEvent[];
  /** Where the epic branch stood when each of those was handed out, by run. */
  readonly tips?: readonly (readonly [number, string])[];
  readonly dossiers: readonly (readonly [string, Dossier])[];
  /** Messages of people that are on record. */
  readonly heard?: readonly string[];
};

/** Everything a coordinator remembers of a journal: the fold of state, dossiers and open runs, one event at a time. */
export class RunProjection {
  #state: State;
  #startedAt: number | null;
  #inputs: InputsRecorded | null;
  readonly #open: Map<number, AssignmentEvent>;
  readonly #tips: Map<number, string>;
  readonly dossiers: Dossiers;
  readonly #messages: Set<string>;

  constructor(kept?: SnapshotData) {
    this.#state = kept?.state ?? initialState;
    this.#startedAt = kept?.startedAt ?? null;
    this.#inputs = kept?.inputs ?? null;
    this.#open = new Map(kept?.open.map((assignment) => [assignment.run, assignment]));
    this.#tips = new Map(kept?.tips);
    this.dossiers = new Dossiers(kept?.dossiers);
    this.#messages = new Set(kept?.heard);
  }

  /** `after` is the state it leads to, where somebody has folded it already. */
  learn(event: Event, after: State = evolve(this.#state, event)): void {
    this.dossiers.fold(this.#state, event);
    this.#state = after;
    if ('reserved' in event) this.#handedOut(event);
    else if ('used' in event) this.#cameBack(event.run);
    else if (event.type === 'candidates_voided') for (const run of event.runs) this.#cameBack(run);
    else if (event.type === 'run_started') this.#startedAt ??= event.at;
    else if (event.type === 'inputs_recorded') this.#inputs = event;
    if ('message' in event && event.message !== undefined) this.#messages.add(event.message);
    // A person does that while nobody is at work: what was handed out before begins again, from there.
    if (event.type === 'ticket_undone' || event.type === 'base_synced')
      for (const run of this.#tips.keys()) this.#tips.set(run, after.tip);
    // A ticket that got another text, or one more, is part of what judges the run from now on.
    const inputs = after.inputs;
    if (this.#inputs !== null && this.#inputs.inputs !== inputs) this.#inputs = { ...this.#inputs, inputs };
  }

  #handedOut(assignment: AssignmentEvent): void {
    this.#open.set(assignment.run, assignment);
    this.#tips.set(assignment.run, this.#state.tip);
  }

  #cameBack(run: number): void {
    this.#open.delete(run);
    this.#tips.delete(run);
  }

  get state(): State {
    return this.#state;
  }

  get inputs(): InputsRecorded | null {
    return this.#inputs;
  }

  /** Whether a message of that id is on record: it may be delivered again after a crash. */
  isRecorded(message: string): boolean {
    return this.#messages.has(message);
  }

  /** What was handed out and has not come back. */
  get open(): readonly AssignmentEvent[] {
    return [...this.#open.values()];
  }

  /** Where the epic branch stood when this run was handed out; for one that nobody waits for, where it stands. */
  tipWhenSent(run: number): string {
    return this.#tips.get(run) ?? this.#state.tip;
  }

  /** All of it is now; parts of it go on changing. */
  kept(): SnapshotData {
    return {
      state: this.#state,
      startedAt: this.#startedAt,
      inputs: this.#inputs,
      open: this.open,
      tips: [...this.#tips],
      dossiers: this.dossiers.kept(),
      heard: [...this.#messages],
    };
  }
}
