import { get, type IncomingMessage } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Event } from '../model/events.ts';
import { golden, Paper, PaperServer, token } from '../../test/support/paper-desk.ts';
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

  connect(after: number, resume: boolean): void {
    const headers = {
      cookie: `gauntlet-${server.port}=${token}`,
      ...(resume ? { 'last-event-id': String(after) } : {}),
    };
    const path = `/api/v1/events${resume ? '' : `?after=${after}`}`;
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
  expect(ear.patches.at(-1)?.run.word).not.toBe('running');
});
