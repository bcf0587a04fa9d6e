import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A request as the handlers see it: parsed, and free of sockets. */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly customer: string | undefined;
  readonly body: unknown;
};

/** What goes back; the body is sent as JSON. */
export type Reply = { readonly status: number; readonly body: unknown };

export type App = (request: Request) => Promise<Reply>;

/** Thrown anywhere below the app, answered with its status. Everything else that is thrown is a 500. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_BODY_BYTES = 64 * 1024;

/** Puts an app behind Node's own HTTP server. */
export function serve(app: App): Server {
  return createServer((incoming, outgoing) => {
    answer(app, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
}

async function answer(app: App, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, body } = await read(incoming).then(app).catch(refused);
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const customer = incoming.headers['x-customer'];
  return {
    method: incoming.method ?? 'GET',
    path: new URL(incoming.url ?? '/', 'http://localhost').pathname,
    params: {},
    customer: typeof customer === 'string' ? customer : undefined,
    body: await readJson(incoming),
  };
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'the body is too large');
    chunks.push(chunk as Buffer);
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
}

/** The reply to something that was thrown; what is not a refusal says nothing about our insides. */
export function refused(error: unknown): Reply {
  if (error instanceof Refusal) return { status: error.status, body: { error: error.message } };
  return { status: 500, body: { error: 'something went wrong' } };
}
