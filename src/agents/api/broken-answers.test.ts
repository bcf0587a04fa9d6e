// Answers of a provider that break off, or are none: they are trouble, never a verdict, and never an exception.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, settingsOf } from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { respond } from '../../../test/model-server/respond.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { openAgents } from '../index.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
let machine: Awaited<ReturnType<typeof openTestProcesses>>;
let server: Server;
let answer: (pieces: readonly string[], response: ServerResponse) => void;

beforeEach(async () => {
  place = await makePlace();
  machine = await openTestProcesses();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const asked = { method, path, headers, body: Buffer.concat(chunks).toString() };
      const cast = { otherwise: () => ({ text: 'otherwise' }), now: Date.now };
      answer(respond(asked, cast).pieces, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await place.remove();
  await machine.close();
});

async function ask(provider: string, scenario = 'verdict'): Promise<AgentEnd> {
  const { port } = server.address() as AddressInfo;
  const settings = {
    ...settingsOf('api', []),
    provider,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    apiKeyEnv: 'TEST_KEY',
  };
  const env = { ...process.env, TEST_KEY: 'sk-test' };
  const { processes } = machine;
  const agents = await openAgents({ processes, configFolder: place.config, env, settings: [settings] });
  const prompt = `[[scenario:${scenario}]]\nTask ID: T-1\nTOKEN: t0k3n\n`;
  const bend = { role: 'critic', readOnly: true, prompt, timeout: 20_000, stall: 5_000 } as const;
  return agents.call(callOf(settings, place, bend));
}

const sse = { 'content-type': 'text/event-stream' };

/** How many of the last pieces say nothing that is needed: the end was told before. */
const spare = { anthropic: 1, openai: 0, 'openai-compatible': 2, google: 0 } as const;

for (const [provider, after] of Object.entries(spare)) {
  test(`P8 ${provider}: a stream that ends early, wherever it does, is no answer`, async () => {
    let count = 0;
    answer = (pieces, response) => {
      count = pieces.length;
      response.writeHead(200, sse).end(pieces.join(''));
    };
    expect((await ask(provider)).stop).toEqual({ kind: 'finished' });
    const cuts = [...new Set([0, 1, 2, Math.floor(count / 2), count - after - 2, count - after - 1])];
    for (const cut of cuts) {
      answer = (pieces, response) => void response.writeHead(200, sse).end(pieces.slice(0, cut).join(''));
      expect({ cut, kind: (await ask(provider)).stop.kind }).toEqual({ cut, kind: 'crash' });
    }
  });
}

for (const [provider, after] of Object.entries(spare)) {
  test(`P8 ${provider}: a verdict that was handed in counts only if the answer it is in came to its end`, async () => {
    let asked = 0;
    answer = (pieces, response) => void response.writeHead(200, sse).end(pieces.join(''));
    expect((await ask(provider, 'submit')).stop).toEqual({ kind: 'finished' });
    answer = (pieces, response) => {
      asked += 1;
      // The call itself is whole.
      const cut = asked === 1 ? pieces.length - after - 1 : pieces.length;
      response.writeHead(200, sse).end(pieces.slice(0, cut).join(''));
    };
    expect((await ask(provider, 'submit')).stop.kind).toBe('crash');
    expect(asked).toBe(1);
  });
}

const nonsense: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  'no bytes': (response) => response.writeHead(200, sse).end(),
  'other JSON': (response) => response.writeHead(200, sse).end('data: {"hello":[1,2]}\n\ndata: [DONE]\n\n'),
  'no JSON': (response) => response.writeHead(200, sse).end('data: {{{\n\n'),
  'a status of nobody': (response) => response.writeHead(418).end('{"error":5}'),
  'a lost connection': (response) => void response.socket?.destroy(),
  'an error in the stream': (response) =>
    response
      .writeHead(200, sse)
      .end('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n'),
};

for (const provider of Object.keys(spare)) {
  test(`RECOVER-02 ${provider}: what is no answer at all is a crash that says why`, async () => {
    for (const [what, send] of Object.entries(nonsense)) {
      answer = (_, response) => send(response);
      const { stop, text } = await ask(provider);
      expect({ what, kind: stop.kind, text }).toEqual({ what, kind: 'crash', text: '' });
      expect('because' in stop ? stop.because : '').not.toBe('');
    }
  });
}
