import type { Event } from '../model/events.ts';
import { type Chronicle, growingChronicle } from '../report/index.ts';
import { evolve, initialState, jobNamed, type State } from '../state/index.ts';
import type { EpicSource } from './dashboard-source.ts';

/** One epic, folded once and kept up to date: every page reads from here, and nobody reads the whole journal twice. */
export type Book = {
  readonly desk: EpicSource;
  state(): State;
  chronicle(): Chronicle;
  /** The epic tip when the first developer of a job was sent. */
  baseOf(job: string): string | undefined;
  /** What people have answered, in order. */
  answers(job: string): readonly AnsweredEvent[];
  /** When the open question of a job was asked. */
  askedAt(question: number): number;
  /** Told of events that are in the state already; several that came together are told together. */
  listen(listener: (events: readonly Event[]) => void): () => void;
  /** The journal cannot be read any more: whoever wants to go on opens another book. */
  readonly isOver: boolean;
  close(): void;
};

type AnsweredEvent = Extract<Event, { type: 'decision_answered' }>;

/** Long enough to tell a burst at once, short enough that nobody notices. */
const TOGETHER_MS = 40;

export function openBook(desk: EpicSource, onProblem: (error: unknown) => void = () => undefined): Book {
  const pages = new Pages();
  for (const event of desk.events(0)) pages.add(event);
  const listeners = new Set<(events: readonly Event[]) => void>();
  let fresh: Event[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const tell = (): void => {
    timer = undefined;
    const events = fresh;
    fresh = [];
    for (const listener of listeners) listener(events);
  };
  const following = desk.follow(pages.state.seq, {
    event(event) {
      if (event.seq <= pages.state.seq) return;
      pages.add(event);
      fresh.push(event);
      timer ??= setTimeout(tell, TOGETHER_MS);
    },
    problem(error) {
      isOver = true;
      onProblem(error);
    },
  });
  return {
    desk,
    state: () => pages.state,
    chronicle: () => pages.growing.chronicle(),
    baseOf: (job) => pages.bases.get(job),
    answers: (job) => pages.answers.get(job) ?? [],
    askedAt: (question) => pages.asked.get(question) ?? 0,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get isOver() {
      return isOver;
    },
    close() {
      clearTimeout(timer);
      following.close();
      listeners.clear();
    },
  };
}

class Pages {
  state = initialState;
  readonly growing = growingChronicle();
  readonly bases = new Map<string, string>();
  readonly answers = new Map<string, AnsweredEvent[]>();
  readonly asked = new Map<number, number>();

  add(event: Event): void {
    if ('stage' in event && event.stage === 'develop' && 'reserved' in event && !this.bases.has(event.ticket))
      this.bases.set(event.ticket, this.state.tip);
    if (event.type === 'decision_answered')
      this.answers.set(event.ticket, [...(this.answers.get(event.ticket) ?? []), event]);
    this.growing.add(event);
    this.state = evolve(this.state, event);
    if ('ticket' in event && jobNamed(this.state, event.ticket)?.question?.id === event.seq)
      this.asked.set(event.seq, event.at);
  }
}
