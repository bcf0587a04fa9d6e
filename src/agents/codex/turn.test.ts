// A program in the place of Codex, for what the real one does not do.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, settingsOf } from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { openAgents } from '../index.ts';

let machine: Awaited<ReturnType<typeof openTestProcesses>>;
let place: Awaited<ReturnType<typeof makePlace>>;
beforeAll(async () => {
  machine = await openTestProcesses();
});
afterAll(() => machine.close());
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const KEY = 'sk-test-0123456789abcdef';
const thread = { type: 'thread.started', thread_id: '01a1e03e-8bb8-7f62-889e-d51940e41840' };
const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } });
const done = {
  type: 'turn.completed',
  usage: { input_tokens: 7, cached_input_tokens: 2, output_tokens: 3 },
};
const command = { type: 'item.completed', item: { type: 'command_execution', exit_code: 0 } };

/** `body` is a shell script; what it prints is what Codex would. */
async function ask(body: string, bend: Partial<AgentCall> = {}): Promise<AgentEnd> {
  const program = join(place.config, 'codex.sh');
  writeFileSync(program, `#!/bin/sh\nprompt=$(cat)\n${body}\n`);
  chmodSync(program, 0o755);
  const settings = {
    ...settingsOf('codex', ['./codex.sh']),
    baseUrl: 'http://127.0.0.1:9',
    apiKeyEnv: 'MINE',
  };
  const { processes } = machine;
  const env = { ...process.env, MINE: KEY };
  const agents = await openAgents({ processes, configFolder: place.config, env, settings: [settings] });
  return agents.call(callOf(settings, place, bend));
}

function printing(...events: readonly unknown[]): string {
  return events.map((event) => `printf '%s\\n' '${JSON.stringify(event)}'`).join('\n');
}

const critic = { role: 'critic', readOnly: true } as const;

test('SIGNAL-08 P8 a version that lets a judge run commands gives no verdict', async () => {
  const body = printing(thread, command, message('{"signal":"REVIEW_PASSED"}'), done);
  const { stop } = await ask(body, critic);
  expect(stop).toMatchObject({ kind: 'missing', because: expect.stringContaining('update it') as string });
  expect((await ask(body)).stop).toEqual({ kind: 'finished' });
});

test('P8 an answer whose turn did not end does not count', async () => {
  expect((await ask(printing(thread, message('READY_FOR_REVIEW: T-1 t0k3n')))).stop.kind).toBe('crash');
  expect((await ask(printing(thread, done))).stop.kind).toBe('crash');
  expect((await ask(`${printing(thread, message('x'))}\nexit 3`)).stop).toMatchObject({
    kind: 'crash',
    because: expect.stringContaining('exit code 3') as string,
  });
});

test('P8 a judge that fails after its verdict, or of which something was lost, gives none', async () => {
  const verdict = message('{"signal":"REVIEW_PASSED"}');
  expect((await ask(printing(thread, verdict, done), critic)).stop).toEqual({ kind: 'finished' });
  expect((await ask(`${printing(thread, verdict, done)}\nexit 3`, critic)).stop.kind).toBe('crash');
  const failed = { type: 'turn.failed', error: { message: 'it broke' } };
  expect((await ask(printing(thread, verdict, done, failed), critic)).stop.kind).toBe('crash');
  const deep = `printf '{"a":%s}\\n' "$(head -c 5000 /dev/zero | tr '\\0' '[')"`;
  expect((await ask(`${printing(thread, verdict)}\n${deep}\n${printing(done)}`, critic)).stop.kind).toBe(
    'cap',
  );
});

test('EPIC-12 where it writes nothing down, the end of the turn says what was used', async () => {
  expect((await ask(printing(thread, message('x'), done))).usage).toEqual({
    tokensIn: 7,
    tokensCached: 2,
    tokensOut: 3,
    usd: null,
  });
  expect((await ask(printing(thread, message('x')))).usage).toBeNull();
});

test('SIGNAL-08 the prompt comes on stdin and the token stands nowhere else', async () => {
  const seen = `{"type":"item.completed","item":{"type":"agent_message","text":"%s"}}\\n`;
  const body = `printf '${seen}' "$(echo "$* $(env)" | tr '\\n"' '  ')"\n${printing(done)}`;
  const { text } = await ask(body, { prompt: 'TOKEN: t0k3n' });
  expect(text).toContain('exec --json');
  expect(text).not.toContain('t0k3n');
  const echo = `printf '${seen}' "$prompt"\n${printing(done)}`;
  expect((await ask(echo, { prompt: 'TOKEN: t0k3n' })).text).toBe('TOKEN: t0k3n');
});

test('BEYOND-09 a key that is printed is not passed on', async () => {
  const said = `{"type":"item.completed","item":{"type":"agent_message","text":"%s"}}\\n`;
  const end = await ask(`printf '${said}' "$CODEX_API_KEY"\n${printing(done)}`);
  expect(end.text).toBe('[key]');
  const failed = await ask('echo "the key $CODEX_API_KEY is wrong" >&2; exit 1');
  expect(failed.stop).toMatchObject({ because: expect.stringContaining('the key [key] is wrong') as string });
});
