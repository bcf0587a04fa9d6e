import { useEffect, useState } from 'preact/hooks';

import type { ErrorView, Patch, JobRow, StateView, WireEvent } from '../../src/serve/wire.ts';
import { epicAsked, stayWith } from './route.ts';

export type Line = 'connecting' | 'live' | 'broken';

/** Everything the pages know. One value, replaced as a whole, so that a page can tell whether anything is new. */
export type Store = {
  readonly view: StateView | undefined;
  readonly rows: ReadonlyMap<string, JobRow>;
  readonly line: Line;
  readonly latest: WireEvent | undefined;
  readonly problem: string;
};

let store: Store = { view: undefined, rows: new Map(), line: 'connecting', latest: undefined, problem: '' };
const listeners = new Set<() => void>();
const eventListeners = new Set<(event: WireEvent) => void>();

function put(change: Partial<Store>): void {
  store = { ...store, ...change };
  for (const listener of listeners) listener();
}

/** Events come in bursts: what is drawn is how things stand after one, not each on its way. */
const SOON_MS = 16;
let latest: WireEvent | undefined;
let drawing: ReturnType<typeof setTimeout> | undefined;

function putLatest(event: WireEvent): void {
  latest = event;
  drawing ??= setTimeout(() => {
    drawing = undefined;
    put({ latest });
  }, SOON_MS);
}

export function useStore(): Store {
  const [, again] = useState(0);
  useEffect(() => {
    const listener = (): void => again((times) => times + 1);
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return store;
}

/** Calls back for every event of one ticket, or of all. */
export function useEvents(tell: (event: WireEvent) => void, keys: readonly unknown[]): void {
  useEffect(() => {
    eventListeners.add(tell);
    return () => void eventListeners.delete(tell);
  }, keys);
}

export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function apiPath(path: string): string {
  const epic = epicAsked();
  if (epic === null) return `/api/v1/${path}`;
  return `/api/v1/${path}${path.includes('?') ? '&' : '?'}epic=${encodeURIComponent(epic)}`;
}

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = (await response.json().catch(() => undefined)) as ErrorView | undefined;
  const { message = response.statusText, hint = '' } = said?.error ?? {};
  throw new Refused(response.status, hint === '' ? message : `${message}. ${hint}`);
}

export async function getJson<T>(path: string): Promise<T> {
  return (await (await answered(await fetch(apiPath(path)))).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await answered(await fetch(apiPath(path)))).text();
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(apiPath(path), { method: 'POST', headers, body: JSON.stringify(body) });
  return (await (await answered(response)).json()) as T;
}

/** Fetches how things stand, then listens; what comes is put over it. */
export async function connect(): Promise<void> {
  try {
    const view = await getJson<StateView>('state');
    stayWith(view.run.epic, view.epics.length > 1);
    put({ view, rows: new Map(view.rows.map((row) => [row.id, row])), problem: '' });
    listen(view.seq);
  } catch (error) {
    const lost = error instanceof Refused && error.status === 401;
    put({ line: 'broken', problem: error instanceof Error ? error.message : String(error) });
    if (!lost) setTimeout(() => void connect(), 1500);
  }
}

function listen(after: number): void {
  let last = after;
  const source = new EventSource(apiPath(`events?after=${after}&held=${store.view?.run.held ?? false}`));
  source.addEventListener('open', () => put({ line: 'live', problem: '' }));
  source.addEventListener('message', (message: MessageEvent<string>) => {
    const event = JSON.parse(message.data) as WireEvent;
    last = event.seq;
    putLatest(event);
    for (const listener of eventListeners) listener(event);
  });
  source.addEventListener('patch', (message: MessageEvent<string>) => {
    if (!apply(JSON.parse(message.data) as Patch)) again();
  });
  source.addEventListener('reset', () => again());
  source.addEventListener('error', () => {
    put({ line: 'broken' });
    // The browser goes on by itself where it can; where it has given up, we go on from the last event we have.
    if (source.readyState === EventSource.CLOSED) void goOn(() => listen(last));
  });
  const again = (): void => {
    source.close();
    void connect();
  };
}

/** A stream that was refused does not say why; asking for something small does. */
async function goOn(listenAgain: () => void): Promise<void> {
  try {
    await getJson('history?limit=1');
  } catch (error) {
    const isStranger = error instanceof Refused && error.status === 401;
    if (error instanceof Refused) put({ problem: error.message });
    if (isStranger) return;
  }
  setTimeout(listenAgain, 1000);
}

/** Says whether the patch is of the run that is shown; another one has to be looked at from the beginning. */
function apply({ seq, run, decisions, rows }: Patch): boolean {
  const { view } = store;
  if (view === undefined || (view.run.startedAt !== null && view.run.startedAt !== run.startedAt))
    return false;
  const all = new Map(store.rows);
  for (const row of rows) all.set(row.id, row);
  put({ rows: all, view: { ...view, seq, run, decisions } });
  return true;
}

export type Fetched<T> = { readonly value?: T; readonly problem: string };

/**
 * What a page shows beside the state, fetched anew when `keys` change and when the line is there again; the old stays
 * until the new is there, also where fetching fails.
 */
export function useFetched<T>(load: () => Promise<T>, keys: readonly unknown[]): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ problem: '' });
  const { line } = useStore();
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setFetched({ value, problem: '' }),
      (error: unknown) =>
        current &&
        setFetched((before) => ({
          // Something that is not there is not shown as it was; a line that broke changes nothing about it.
          ...(error instanceof Refused ? {} : before),
          problem: error instanceof Error ? error.message : String(error),
        })),
    );
    return () => void (current = false);
  }, [...keys, line === 'broken']);
  return fetched;
}

/** Grows when something happened, at most twice a second: what to fetch anew by. */
export function useBeat(ticket?: string): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (event: WireEvent): void => {
      if (ticket !== undefined && event.ticket !== ticket) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setBeat((times) => times + 1);
      }, 500);
    };
    eventListeners.add(tell);
    return () => {
      clearTimeout(timer);
      eventListeners.delete(tell);
    };
  }, [ticket]);
  return beat;
}

/** Grows every so often while somebody looks at the page: for what changes without an event. */
export function useTick(everyMs: number): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTick((times) => times + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return tick;
}
