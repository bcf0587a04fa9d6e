import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** Called with what was said; with undefined when something may have been missed, so that the caller looks itself. */
export type Notified = (said: string | undefined) => void;

/** How long to wait before connecting again; the last one is repeated. */
const AGAIN_MS = [50, 100, 250, 500, 1000, 2000];
/** A connection that nobody uses may die without a word: it is asked whether it lives. */
const ASK_MS = 20_000;

/** One connection for all channels of a process. It comes back by itself, and then says that something may be missing. */
export class Listener {
  readonly #connect: () => Promise<Client>;
  readonly #channels = new Map<string, Set<Notified>>();
  #current: Promise<Client> | undefined;
  readonly #closing = new AbortController();

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  async listen(channel: string, tell: Notified): Promise<{ close(): void }> {
    const tells = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, tells.add(tell));
    const close = (): void => {
      tells.delete(tell);
      if (tells.size > 0 || this.#channels.get(channel) !== tells) return;
      this.#channels.delete(channel);
      void this.#unlisten(channel);
    };
    try {
      const client = await this.#connected();
      // A connection that has just broken comes back, and then listens to all channels.
      await client.query(`LISTEN "${channel}"`).catch(() => client.end());
      await this.#connected();
      return { close };
    } catch (error) {
      close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#current?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  async #unlisten(channel: string): Promise<void> {
    try {
      const client = await this.#current;
      // Somebody may have come meanwhile.
      if (!this.#channels.has(channel)) await client?.query(`UNLISTEN "${channel}"`);
    } catch {
      // A connection that is gone listens to nothing.
    }
  }

  #connected(): Promise<Client> {
    this.#current ??= this.#begin().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  async #begin(): Promise<Client> {
    const client = await this.#connect();
    client.on('notification', ({ channel, payload }) => {
      for (const tell of this.#channels.get(channel) ?? []) tell(payload ?? '');
    });
    const asking = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), ASK_MS);
    asking.unref();
    try {
      for (const channel of this.#channels.keys()) await client.query(`LISTEN "${channel}"`);
    } catch (error) {
      clearInterval(asking);
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      clearInterval(asking);
      if (this.#closing.signal.aborted) return;
      this.#current = this.#comeBack();
      this.#current.catch(() => undefined);
    });
    return client;
  }

  async #comeBack(): Promise<Client> {
    for (let nth = 0; ; nth++) {
      await pause(AGAIN_MS[Math.min(nth, AGAIN_MS.length - 1)], undefined, this.#closing);
      try {
        const client = await this.#begin();
        for (const tells of this.#channels.values()) for (const tell of tells) tell(undefined);
        return client;
      } catch {
        // It is tried until somebody closes: those who listen have no other way to learn.
      }
    }
  }
}
