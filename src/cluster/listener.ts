import type { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

/** Called with what was said; with undefined when something may have been missed, so that the caller looks itself. */
export type Notified = (said: string | undefined) => void;

export type Listener = {
  listen(channel: string, tell: Notified): Promise<{ close(): void }>;
  close(): Promise<void>;
};

/** How long to wait before connecting again; the last one is repeated. */
const AGAIN_MS = [50, 100, 250, 500, 1000, 2000];
/** A connection that nobody uses may die without a word: it is asked whether it lives. */
const ASK_MS = 20_000;

/** One connection for all channels of a process. It comes back by itself, and then says that something may be missing. */
export function listenerOf(connect: () => Promise<Client>): Listener {
  const channels = new Map<string, Set<Notified>>();
  let current: Promise<Client> | undefined;
  let open = true;

  const tellAll = (): void => {
    for (const tells of channels.values()) for (const tell of tells) tell(undefined);
  };
  const begin = async (): Promise<Client> => {
    const client = await connect();
    client.on('notification', ({ channel, payload }) => {
      for (const tell of channels.get(channel) ?? []) tell(payload ?? '');
    });
    const asking = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), ASK_MS);
    asking.unref();
    client.once('end', () => {
      clearInterval(asking);
      if (open) current = comeBack();
      current?.catch(() => undefined);
    });
    try {
      for (const channel of channels.keys()) await client.query(`LISTEN "${channel}"`);
      return client;
    } catch (error) {
      client.removeAllListeners('end');
      clearInterval(asking);
      await client.end().catch(() => undefined);
      throw error;
    }
  };
  const comeBack = async (): Promise<Client> => {
    for (let nth = 0; ; nth++) {
      await pause(AGAIN_MS[Math.min(nth, AGAIN_MS.length - 1)], undefined, { ref: false });
      if (!open) throw new Error('Connection terminated');
      try {
        const client = await begin();
        tellAll();
        return client;
      } catch {
        // It is tried until somebody closes: those who listen have no other way to learn.
      }
    }
  };
  const connected = (): Promise<Client> => {
    current ??= begin().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };
  return {
    async listen(channel, tell) {
      const tells = channels.get(channel) ?? new Set();
      channels.set(channel, tells.add(tell));
      const close = (): void => {
        tells.delete(tell);
        if (tells.size > 0 || channels.get(channel) !== tells) return;
        channels.delete(channel);
        void current?.then((client) => client.query(`UNLISTEN "${channel}"`)).catch(() => undefined);
      };
      try {
        await (await connected()).query(`LISTEN "${channel}"`);
        return { close };
      } catch (error) {
        close();
        throw error;
      }
    },
    async close() {
      open = false;
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
