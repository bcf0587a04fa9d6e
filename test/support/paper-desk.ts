import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readJournal } from './journal.ts';
import { GauntletError } from '../../src/model/error.ts';
import type { Event } from '../../src/model/events.ts';
import {
  type DashboardSource,
  type DashboardAnswer,
  type GivenSteering,
  type SeenCrew,
  openServer,
  type OpenServer,
} from '../../src/serve/index.ts';

export const token = 'T'.repeat(32);

export const golden = readJournal(join(import.meta.dirname, '../fixtures/journals/v0.1.jsonl'));

/** An epic on paper: events that a test appends, records that it writes, answers that it looks at. */
export class Paper {
  readonly events: Event[];
  readonly records = new Map<string, unknown>();
  readonly answers: DashboardAnswer[] = [];
  readonly wishes: GivenSteering[] = [];
  held = true;
  crew: SeenCrew = { where: 'here' };
  diff = '';
  epics: readonly string[] = ['told'];
  readonly #followers = new Set<(event: Event) => void>();

  constructor(events: readonly Event[] = golden) {
    this.events = [...events];
  }

  append(...events: readonly Event[]): void {
    this.events.push(...events);
    for (const event of events) for (const follower of this.#followers) follower(event);
  }

  desk(): DashboardSource {
    const after = (seq: number) => this.events.filter((event) => event.seq > seq);
    return {
      person: 'ada',
      repository: 'shop',
      results: () => ({ runs: [], last: [] }),
      epics: () => this.epics,
      open: (id) => {
        if (id !== 'told')
          throw new GauntletError('USAGE_INVALID', 'there is no run of an epic of that name');
        return {
          id,
          events: after,
          page: after,
          follow: (_, follower) => {
            const tell = (event: Event): void => follower.event(event);
            this.#followers.add(tell);
            return { close: () => this.#followers.delete(tell) };
          },
          held: () => this.held,
          isShared: false,
          inputs: () => this.records.get('inputs'),
          record: (run, name) => this.records.get(`${run}/${name}`) as never,
          prompt: (run) => this.records.get(`${run}/prompt`) as string | undefined,
          output: (run) => this.records.get(`${run}/output`) as string | undefined,
          branch: () => 'epic/told',
          diff: (from, to) => Promise.resolve(`diff of ${from} and ${to}\n${this.diff}`),
          crew: () => Promise.resolve(this.crew),
          dismissed: () => new Set(),
          calibrated: ({ agent }) => `${agent} as a reviewer finds 71 %`,
          decide: (answer) => {
            this.answers.push(answer);
            return Promise.resolve('ada');
          },
          steer: (wish) => {
            this.wishes.push(wish);
            return Promise.resolve('as you say');
          },
          ticketText: ({ id, title }) => `id: ${id}\ntitle: ${title}\n`,
          bounds: () => ({
            places: { developers: 2, judges: 2, checks: 1, lander: 1 },
            budget: { usd: null, tokens: null },
          }),
        };
      },
    };
  }
}

export type Told = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

export type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Without the cookie of somebody who has the token. */
  readonly stranger?: boolean;
};

/** A server on paper and a way to ask it what a browser would never ask. */
export class PaperServer {
  readonly paper: Paper;
  readonly #pages = mkdtempSync(join(tmpdir(), 'gauntlet-pages-'));
  #server: OpenServer | undefined;

  constructor(paper: Paper) {
    this.paper = paper;
    writeFileSync(join(this.#pages, 'index.html'), '<!doctype html><title>Gauntlet</title>');
    writeFileSync(join(this.#pages, 'main-1.js'), 'export {};');
  }

  async start({ readOnly = false, host = '127.0.0.1', port = 0 } = {}): Promise<OpenServer> {
    this.#server = await openServer({
      desk: this.paper.desk(),
      pages: this.#pages,
      token,
      host,
      port,
      readOnly,
    });
    return this.#server;
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  ask(path: string, { method = 'GET', headers = {}, body, stranger = false }: Asking = {}): Promise<Told> {
    const cookie = stranger ? {} : { cookie: `gauntlet-${this.port}=${token}` };
    return new Promise((resolve, reject) => {
      const all = { ...cookie, ...headers };
      const request = ask({ port: this.port, host: '127.0.0.1', path, method, headers: all }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => (text += more));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse((await this.ask(`/api/v1/${path}`)).body) as T;
  }

  /** What a page says when it answers a question. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Told> {
    const own = { origin: `http://127.0.0.1:${this.port}`, 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', body: JSON.stringify(body), headers: { ...own, ...headers } });
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#pages, { recursive: true, force: true });
  }
}
