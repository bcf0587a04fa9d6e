import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Stands between a client and a Postgres, and breaks what passes when it is told to. */
export type PostgresProxy = {
  /** The URL of a database, by way of this. */
  urlOf(url: string): string;
  /** The answer to the next statement with that word does not come: it is done, and the client cannot know. */
  swallowNext(word: string, how: 'cut' | 'silence'): void;
  /** Cuts all connections, and lets none through until `fix`. */
  cut(): void;
  fix(): void;
  close(): Promise<void>;
};

export async function postgresProxy(socket: string): Promise<PostgresProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let swallow: { readonly word: string; readonly how: 'cut' | 'silence' } | undefined;
  const destroy = (pair: readonly [Socket, Socket]): void => {
    pairs.delete(pair);
    for (const each of pair) each.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(socket);
    const pair = [client, upstream] as const;
    let mute: 'cut' | 'silence' | undefined;
    pairs.add(pair);
    for (const each of pair) each.on('error', () => destroy(pair)).on('close', () => destroy(pair));
    if (isCut) return destroy(pair);
    client.on('data', (chunk) => {
      if (swallow !== undefined && chunk.includes(swallow.word)) {
        mute = swallow.how;
        swallow = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (mute === undefined) client.write(chunk);
      else if (mute === 'cut') destroy(pair);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    isCut = true;
    for (const pair of pairs) destroy(pair);
  };
  return {
    urlOf: (url) => url.replace(/@\/([^?]*).*$/, `@127.0.0.1:${port}/$1`),
    swallowNext: (word, how) => void (swallow = { word, how }),
    cut,
    fix: () => void (isCut = false),
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
