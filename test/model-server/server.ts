// A model provider on 127.0.0.1 that does what scenarios say. No key, no network, no state.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { readScript } from './read-script.ts';
import { type Request, respond, type Response } from './respond.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { scripted } from './script.ts';

export type ModelServer = {
  /** `http://127.0.0.1:<port>`; what agents put after it is up to them (`/v1/messages`, `/v1beta/models/…`). */
  readonly url: string;
  /** Every request so far, the oldest first. */
  readonly requests: readonly Request[];
  close(): Promise<void>;
};

export type ModelServerOptions = {
  /** What is played for prompts that name no scenario: one by name, or a script file like that of the demo. */
  readonly scenario?: string;
  readonly script?: string;
  /** The same as a function. */
  readonly play?: Scenario;
  /** The model that answers, whichever is asked for. */
  readonly model?: string;
  readonly port?: number;
};

/** Starts it; `close` ends hanging requests too. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const otherwise = await otherwiseOf(options);
  const { model } = options;
  const cast = { otherwise, now: Date.now, ...(model === undefined ? {} : { model }) };
  const requests: Request[] = [];
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body };
      requests.push(request);
      return send(respond(request, cast), outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function otherwiseOf({ scenario = 'answer', script, play }: ModelServerOptions): Promise<Scenario> {
  if (play !== undefined) return play;
  if (script !== undefined) {
    const read = readScript(await scriptText(script), script);
    if (!read.ok) throw new Error(read.complaints.join('\n'));
    return scripted(read.script);
  }
  const found = scenarios[scenario];
  if (found === undefined) throw new Error(`no scenario is called ${scenario}`);
  return found;
}

/** A script is YAML, or a module as the demo has it. */
async function scriptText(file: string): Promise<string> {
  if (!file.endsWith('.mjs')) return readFile(file, 'utf8');
  const module: unknown = await import(pathToFileURL(file).href);
  return JSON.stringify((module as { readonly script: unknown }).script);
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    // Whoever hangs up while asking gets no answer.
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function send(
  { status, headers, pieces, pause, hangsAfter }: Response,
  outgoing: ServerResponse,
): Promise<void> {
  if (hangsAfter === -1) return;
  outgoing.writeHead(status, headers);
  for (const piece of pieces.slice(0, hangsAfter ?? pieces.length)) {
    if (outgoing.destroyed) return;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  if (hangsAfter === null) outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.once('drain', done).once('close', done);
  });
}
