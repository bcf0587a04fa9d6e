// People who are somewhere else are told that they are needed, and a collector of traces what was done: on loopback.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

type Posted = { readonly path: string; readonly body: Record<string, unknown> };

let epic: EpicRun;
let server: Server;
let ended: Ended;
const posted: Posted[] = [];

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (more: string) => (text += more));
    incoming.on('end', () => {
      posted.push({ path: incoming.url ?? '', body: JSON.parse(text) as Record<string, unknown> });
      outgoing.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  epic = new EpicRun({
    config: {
      notify: [
        { url: `http://127.0.0.1:${port}/hook` },
        { run: ['sh', '-c', 'cat >"$1"', 'sh', 'told; touch harm.json'], on: ['ticket_escalated'] },
        { run: 'no-such-program --with words', on: ['run_ended'] },
      ],
    },
    tickets: [{ id: 'BAD', title: '$(touch harm)' }],
    playbook: [{ role: 'developer', ticket: 'BAD', write: { 'parts/BAD.txt': 'BROKEN\n' } }],
  });
  const env = {
    GAUNTLET_OTLP: `http://127.0.0.1:${port}`,
    GAUNTLET_DASHBOARD: 'http://127.0.0.1:4747/?token=secret',
  };
  ended = await epic.start(['run', 'epic.yaml', '--no-input'], env).ended;
  await epic.look();
}, patience);
afterAll(() => {
  server.close();
  epic.remove();
});

test('BEYOND-07 a webhook hears that a person is needed and where to answer, without the token of the dashboard', () => {
  const notices = posted.filter(({ path }) => path === '/hook').map(({ body }) => body);
  // Both are on their way at once: which of them arrives first is up to the network.
  expect(notices).toHaveLength(2);
  expect(notices.find(({ type }) => type === 'ticket_escalated')).toMatchObject({
    schemaVersion: 1,
    epic: epicId,
    ticket: 'BAD',
    decide: 'gauntlet decide BAD --epic e1',
    link: 'http://127.0.0.1:4747/decisions/BAD',
  });
  expect(notices.find(({ type }) => type === 'run_ended')).toMatchObject({
    ticket: null,
    decide: null,
    link: null,
  });
  expect(JSON.stringify(notices)).not.toContain('secret');
});

test('BEYOND-07 a command is started by argv and hears it on stdin; what fails is said and changes nothing', () => {
  const told = JSON.parse(readFileSync(join(epic.repository, 'told; touch harm.json'), 'utf8')) as unknown;
  expect(told).toMatchObject({ type: 'ticket_escalated', ticket: 'BAD' });
  expect(ended.stderr).toContain('no notification sent about run_ended');
  expect(ended.code).toBe(3);
});

type Spans = { readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly Span[] }[] }[] };
type Span = {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string }[];
};

test('BEYOND-07 a collector gets one trace: the run, and under it every agent and check, without prompts', () => {
  const sent = posted.filter(({ path }) => path === '/v1/traces').map(({ body }) => body as unknown as Spans);
  const spans = sent.flatMap(({ resourceSpans }) => resourceSpans[0]?.scopeSpans[0]?.spans ?? []);
  const root = spans.find(({ parentSpanId }) => parentSpanId === undefined);
  expect(root?.name).toBe(`invoke_workflow ${epicId}`);
  const others = spans.filter((span) => span !== root);
  expect(others.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);
  expect(others).toHaveLength(epic.events().filter((event) => 'reserved' in event).length);
  expect(others.map(({ name }) => name)).toContain('invoke_agent developer');
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(JSON.stringify(spans)).not.toContain('TOKEN');
});

test('BEYOND-07 nothing is sent where nobody asked for it', async () => {
  const before = posted.length;
  const quiet = new EpicRun({ tickets: [{ id: 'A' }] });
  try {
    expect((await quiet.run()).code).toBe(0);
    expect(posted).toHaveLength(before);
  } finally {
    quiet.remove();
  }
});
