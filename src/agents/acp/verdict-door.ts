import { createServer, type Server, type Socket } from 'node:net';

import { jsonLines } from '../answers/json-lines.ts';
import { McpServer } from '../answers/mcp-server.ts';
import { type HandIn, verdictTool } from '../answers/verdicts.ts';

/** What the agent is told the server is called; agents put it before the name of the tool. */
export const SERVER = 'gauntlet';
export const TOOL = 'submit_verdict';

/** Where verdicts are handed in while one judge is at work. */
export type VerdictDoor = {
  readonly port: number;
  /** When the agent has asked what tools there are; it may never. */
  readonly listed: Promise<void>;
  readonly close: () => void;
};

/** Bounds for one connection; an agent has one. */
const LONGEST_MESSAGE = 1_000_000;
const MOST_MESSAGES = 200;
const MOST_CALLS = 50;
const MOST_CONNECTIONS = 8;

/**
 * Listens on the loopback interface for the relay in the agent's sandbox. Whoever else comes here can say what they
 * like: without the token of this dispatch, which stands in the prompt alone, nothing is taken, and no answer tells it.
 */
export async function openVerdictDoor(handIn: HandIn): Promise<VerdictDoor> {
  const sockets = new Set<Socket>();
  const { promise: listed, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    if (sockets.size >= MOST_CONNECTIONS) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, handIn, resolve);
  });
  const port = await listening(server);
  server.unref();
  return {
    port,
    listed,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  server.on('error', () => undefined);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function serve(socket: Socket, handIn: HandIn, listed: () => void): void {
  let unfinished = 0;
  let messages = 0;
  let calls = 0;
  const server = new McpServer({ name: SERVER, version: '1' }, [verdictTool(handIn)], (answer) => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
  });
  const hear = jsonLines((message) => {
    messages += 1;
    if (message['method'] === 'tools/call') calls += 1;
    if (messages > MOST_MESSAGES || calls > MOST_CALLS) return void socket.destroy();
    void server.hear(message);
    if (message['method'] === 'tools/list') listed();
  });
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (piece: string) => {
    const end = piece.lastIndexOf('\n');
    unfinished = end < 0 ? unfinished + piece.length : piece.length - end - 1;
    if (unfinished > LONGEST_MESSAGE) return void socket.destroy();
    hear(piece);
  });
}
