import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** The far end of one connection. */
export type FarEnd = { readonly out: Writable; readonly in: Readable; destroy(): void };

/** How a machine is cut off: told so at once, or by a silence in which what was sent is neither lost nor delivered. */
export type Cut = 'broken' | 'silent';

/** A way from one machine to something that others reach too. It can be cut for that machine alone. */
export type Wire = {
  readonly port: number;
  cut(how: Cut): void;
  /** What was held back is delivered, late; or lost, with the connections it was sent on. */
  fix(held: 'delivered' | 'lost'): void;
  close(): Promise<void>;
};

type Connection = { hold(): void; deliver(): void; destroy(): void };

export async function openWire(reach: () => FarEnd): Promise<Wire> {
  const connections = new Set<Connection>();
  let cut: Cut | undefined;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (cut === 'broken') return void near.resetAndDestroy();
    const connection = join(near, reach(), () => connections.delete(connection));
    connections.add(connection);
    if (cut === 'silent') connection.hold();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const all = (what: keyof Connection): void => {
    for (const connection of connections) connection[what]();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut(how) {
      cut = how;
      all(how === 'silent' ? 'hold' : 'destroy');
    },
    fix(held) {
      cut = undefined;
      all(held === 'delivered' ? 'deliver' : 'destroy');
    },
    async close() {
      all('destroy');
      server.close();
      await once(server, 'close');
    },
  };
}

/** Bytes and ends go from one side to the other; while they are held neither side learns anything of the other. */
function join(near: Socket, far: FarEnd, gone: () => void): Connection {
  const destroy = (): void => {
    gone();
    near.destroy();
    far.destroy();
  };
  const carry = (from: Readable, to: Writable): void => {
    from.on('data', (chunk: Buffer) => void to.write(chunk));
    from.on('end', () => to.end());
  };
  carry(near, far.out);
  carry(far.in, near);
  for (const each of [near, far.in, far.out]) each.on('error', destroy);
  near.on('close', destroy);
  far.in.on('close', () => near.end());
  return {
    hold() {
      near.pause();
      far.in.pause();
    },
    deliver() {
      near.resume();
      far.in.resume();
    },
    destroy,
  };
}
