import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import type { Event } from '../model/events.ts';
import { eventWords } from '../report/index.ts';
import { at, changedIndexes, type State } from '../state/index.ts';
import type { Book } from './book.ts';
import { shown } from './shown.ts';
import { lookAt, rowOf, rowsOf } from './view/rows.ts';
import { smallPatch, wholePatch } from './view/state-view.ts';
import type { Patch, JobRow, WireEvent } from './wire.ts';

/** Tells every open page of one epic what happens, each event under its number in the journal. */
export type EventStream = {
  /** Goes on from what the other side has until it leaves. */
  join(response: ServerResponse, has: StreamPosition): Promise<void>;
  readonly size: number;
  close(): void;
};

/** What a page has already: the last event, and whether it shows somebody at work (the one thing no event tells). */
export type StreamPosition = { readonly after: number; readonly held: boolean | undefined };

/** Proxies and browsers give up on a connection that says nothing. */
const HEARTBEAT_MS = 15_000;
/** How often to look at what changes without an event: whether somebody drives the run, why others wait. */
const LOOK_MS = 1000;

/** Who reads slower than that is sent away: a page that comes back goes on where it was, and we keep nothing for it. */
const MOST_UNREAD = 8 * 1024 * 1024;

type Client = { readonly response: ServerResponse; last: number };

export function openStream(book: Book): EventStream {
  const clients = new Set<Client>();
  const joining = new Set<Client>();
  let isClosed = false;
  const teller = new PatchTeller(book);
  const broadcast = (text: string): void => {
    for (const { response } of clients) {
      response.write(text);
      if (response.writableLength > MOST_UNREAD) response.destroy();
    }
  };
  const leave = book.listen((events) => {
    if (clients.size === 0) return;
    for (const client of clients) tellEvents(client, events);
    broadcast(patchText(teller.quick()));
  });
  const look = setInterval(() => {
    if (clients.size === 0) return;
    const patch = teller.thorough();
    if (patch !== undefined) broadcast(patchText(patch));
  }, LOOK_MS);
  const heartbeat = setInterval(() => broadcast(': still here\n\n'), HEARTBEAT_MS);
  for (const timer of [look, heartbeat]) timer.unref();
  return {
    async join(response, { after, held }) {
      const client: Client = { response, last: after };
      response.on('close', () => {
        clients.delete(client);
        joining.delete(client);
      });
      joining.add(client);
      response.write('retry: 1000\n\n');
      // A number from another history: there is nothing to go on from, the page has to look anew.
      if (after > book.state().seq) response.write('event: reset\ndata: {}\n\n');
      else if ((await catchUp(book, client)) || held !== book.desk.held())
        response.write(patchText(wholePatch(book)));
      if (!joining.delete(client)) return;
      if (isClosed) return void response.end();
      clients.add(client);
      tellEvents(client, book.desk.events(client.last));
    },
    get size() {
      return clients.size + joining.size;
    },
    close() {
      isClosed = true;
      leave();
      clearInterval(look);
      clearInterval(heartbeat);
      for (const { response } of clients) response.end();
      clients.clear();
    },
  };
}

/** What was recorded while nobody listened, page by page as fast as the other side reads. Says whether there was any. */
async function catchUp(book: Book, client: Client): Promise<boolean> {
  const from = client.last;
  for (const event of book.desk.events(from)) {
    client.last = event.seq;
    const isRoom = client.response.write(eventText(event));
    if (!isRoom) await Promise.race([once(client.response, 'drain'), once(client.response, 'close')]);
    if (client.response.destroyed) break;
  }
  return client.last > from;
}

function tellEvents(client: Client, events: Iterable<Event>): void {
  for (const event of events) {
    if (event.seq <= client.last) continue;
    client.last = event.seq;
    client.response.write(eventText(event));
  }
}

export function wireEvent(event: Event): WireEvent {
  const { seq, at, type } = event;
  return shown({ seq, at, type, ticket: 'ticket' in event ? event.ticket : '', words: eventWords(event) });
}

function eventText(event: Event): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(wireEvent(event))}\n\n`;
}

/** Without an id: what counts for going on is the events. */
function patchText(patch: Patch): string {
  return `event: patch\ndata: ${JSON.stringify(shown(patch))}\n\n`;
}

/** Finds out which rows differ from what was told last. */
class PatchTeller {
  readonly #book: Book;
  readonly #told = new Map<string, string>();
  #jobs: State['jobs'];
  #run = '';
  #seen: State | undefined;
  #held = false;

  constructor(book: Book) {
    this.#book = book;
    this.#jobs = book.state().jobs;
    this.#remember(rowsOf(book, book.desk.held()));
  }

  /** The jobs that changed: in the time of a change, not in that of all tickets. */
  quick(): Patch {
    const state = this.#book.state();
    const held = this.#book.desk.held();
    const look = lookAt(this.#book, held);
    const rows = changedIndexes(this.#jobs, state.jobs).flatMap((index) => {
      const job = at(state.jobs, index);
      return job === undefined ? [] : [rowOf(look, job)];
    });
    this.#jobs = state.jobs;
    this.#remember(rows);
    return { ...smallPatch(this.#book), rows };
  }

  /** Every row; undefined where nothing is new. Looked at only where something can be: it takes all tickets. */
  thorough(): Patch | undefined {
    const state = this.#book.state();
    const held = this.#book.desk.held();
    if (state === this.#seen && held === this.#held) return undefined;
    [this.#seen, this.#held] = [state, held];
    const patch = wholePatch(this.#book);
    const rows = patch.rows.filter((row) => this.#told.get(row.id) !== JSON.stringify(row));
    const run = JSON.stringify(patch.run);
    if (rows.length === 0 && run === this.#run) return undefined;
    this.#run = run;
    this.#remember(rows);
    return { ...patch, rows };
  }

  #remember(rows: readonly JobRow[]): void {
    for (const row of rows) this.#told.set(row.id, JSON.stringify(row));
  }
}
