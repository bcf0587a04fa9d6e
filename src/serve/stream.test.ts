import { EventEmitter } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Event } from '../model/events.ts';
import { golden, Paper, PaperServer, token } from '../../test/support/paper-desk.ts';
import { openBook } from './book.ts';
import { openStream } from './stream.ts';
import type { Patch, StateView, WireEvent } from './wire.ts';

let server: PaperServer;
const half = Math.floor(golden.length / 2);

beforeEach(async () => {
  server = new PaperServer(new Paper(golden.slice(0, half)));
  await server.start();
});
afterEach(() => server.remove());

/** What a browser hears, and how it goes on after a break. */
class Ear {
  readonly ids: number[] = [];
  readonly patches: Patch[] = [];
  resets = 0;
  #response: IncomingMessage | undefined;
  #text = '';
  #wake: () => void = () => undefined;

  connect(after: number, resume: boolean, held?: boolean): void {
    const headers = {
      cookie: `gauntlet-${server.port}=${token}`,
      ...(resume ? { 'last-event-id': String(after) } : {}),
    };
    const path = `/api/v1/events${resume ? '' : `?after=${after}${held === undefined ? '' : `&held=${held}`}`}`;
    get({ port: server.port, host: '127.0.0.1', path, headers }, (response) => {
      this.#response = response;
      response.setEncoding('utf8').on('data', (more: string) => this.#hear(more));
      response.on('error', () => undefined);
    }).on('error', () => undefined);
  }

  #hear(more: string): void {
    const parts = (this.#text + more).split('\n\n');
    this.#text = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      if (field('event') === 'patch') this.patches.push(JSON.parse(field('data') ?? '') as Patch);
      else if (field('event') === 'reset') this.resets += 1;
      else if (field('id') !== undefined) {
        const { seq } = JSON.parse(field('data') ?? '') as WireEvent;
        // An id that is not the event's own number would make a page go on from the wrong place.
        this.ids.push(String(seq) === field('id') ? seq : Number.NaN);
      }
    }
    this.#wake();
  }

  async until(isThere: () => boolean): Promise<void> {
    while (!isThere()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  hangUp(): void {
    this.#response?.destroy();
  }
}

function rest(from: number, to: number): readonly Event[] {
  return golden.slice(from, to);
}

test('BEYOND-07 every event is heard once and in order, through a broken line and a server that was started again', async () => {
  const ear = new Ear();
  ear.connect(0, false);
  await ear.until(() => ear.ids.length === half);
  server.paper.append(...rest(half, half + 5));
  await ear.until(() => ear.ids.length === half + 5);
  ear.hangUp();
  server.paper.append(...rest(half + 5, half + 9));
  ear.connect(ear.ids.at(-1) ?? 0, true);
  await ear.until(() => ear.ids.length === half + 9);
  await server.stop();
  server.paper.append(...rest(half + 9, half + 14));
  await server.start();
  ear.connect(ear.ids.at(-1) ?? 0, true);
  server.paper.append(...rest(half + 14, half + 20));
  await ear.until(() => ear.ids.length >= half + 20);
  ear.hangUp();
  expect(ear.ids).toEqual(golden.slice(0, half + 20).map(({ seq }) => seq));
});

test('BEYOND-07 rows that are put over what was fetched first come to the same as fetching anew', async () => {
  const before = await server.json<StateView>('state');
  const ear = new Ear();
  ear.connect(before.seq, false);
  for (let at = half; at < golden.length; at += 7) server.paper.append(...rest(at, at + 7));
  await ear.until(() => ear.patches.some(({ seq }) => seq === golden.length));
  ear.hangUp();
  const rows = new Map(before.rows.map((row) => [row.id, row]));
  for (const patch of ear.patches) for (const row of patch.rows) rows.set(row.id, row);
  const after = await server.json<StateView>('state');
  // Why a ticket waits may follow a little later: it depends on others.
  const still = (all: StateView['rows']) => all.map((row) => ({ ...row, why: '' }));
  expect(still([...rows.values()])).toEqual(still(after.rows));
  expect(ear.patches.at(-1)?.decisions).toEqual(after.decisions);
  expect(ear.patches.at(-1)?.run.counts).toEqual(after.run.counts);
});

test('a page that knows more events than there are is told to look anew', async () => {
  const ear = new Ear();
  ear.connect(golden.length + 100, true);
  await ear.until(() => ear.resets === 1);
  ear.hangUp();
  expect(ear.ids).toEqual([]);
});

test('that nobody drives a run any more is told without an event', async () => {
  const ear = new Ear();
  ear.connect(half, false);
  await ear.until(() => true);
  server.paper.held = false;
  await ear.until(() => ear.patches.some(({ run }) => !run.held));
  ear.hangUp();
  expect(ear.patches.at(-1)?.run.outcome.verdict).not.toBe('running');
});

test('who took over meanwhile is told to a page that comes back, though no event has come', async () => {
  server.paper.held = false;
  const back = new Ear();
  back.connect(half, true);
  await back.until(() => back.patches.length > 0);
  back.hangUp();
  expect(back.patches[0]?.run.held).toBe(false);
  expect(back.patches[0]?.rows.length).toBeGreaterThan(0);
  // The same for one whose first look was a moment too early.
  const early = new Ear();
  early.connect(half, false, true);
  await early.until(() => early.patches.length > 0);
  early.hangUp();
  expect(early.patches[0]?.run.held).toBe(false);
});

/** A page that reads nothing of what it is sent, as far as a stream can tell. */
class Deaf extends EventEmitter {
  writableLength = 0;
  destroyed = false;

  write(text: string): boolean {
    this.writableLength += text.length;
    return true;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

test('who does not read is sent away before much is kept for them, and comes back where it was', async () => {
  const book = openBook(server.paper.desk().open('told'));
  const stream = openStream(book);
  const deaf = new Deaf();
  await stream.join(deaf as unknown as ServerResponse, { after: half, held: true });
  expect(stream.size).toBe(1);
  deaf.writableLength = 8 * 1024 * 1024;
  server.paper.append(...rest(half, half + 1));
  await new Promise<void>((resolve) => deaf.once('close', resolve));
  expect(stream.size).toBe(0);
  stream.close();
  book.close();
});

test('a page that joins while the journal is put away is sent away, not forgotten', async () => {
  const book = openBook(server.paper.desk().open('told'));
  const stream = openStream(book);
  const late = new Deaf();
  let isEnded = false;
  const response = Object.assign(late, { end: () => (isEnded = true) });
  const joining = stream.join(response as unknown as ServerResponse, { after: 0, held: true });
  stream.close();
  await joining;
  expect([isEnded, stream.size]).toEqual([true, 0]);
  book.close();
});
