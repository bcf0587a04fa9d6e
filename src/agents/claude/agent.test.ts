import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { commandLine } from './command-line.ts';
import { loginOf } from './login.ts';
import { permissionFor, usedInAll } from './agent.ts';
import { Stream } from './stream.ts';

const place = { config: '/c', workspace: '/w/.git/x/T-1', run: '/r' };
const settings = settingsOf('claude', []);
const developer = callOf(settings, place);
const critic = callOf(settings, place, { role: 'critic', readOnly: true });

let folder: string;

inFolder((path) => void (folder = path));

function allowed(tool: string, input: unknown, call: AgentCall = developer): boolean {
  return permissionFor({ id: '1', tool, input }, call).includes('"allow"');
}

test('P6 a worker may change its workspace, but not git behind its back; a judge nothing', () => {
  expect(allowed('Edit', { file_path: '/w/.git/x/T-1/src/a.ts' })).toBe(true);
  expect(allowed('Write', { file_path: 'src/a.ts' })).toBe(true);
  expect(allowed('Bash', { command: 'npm test' })).toBe(true);
  expect(allowed('Edit', { file_path: '/w/.git/x/T-1/.git/config' })).toBe(false);
  expect(allowed('Edit', { file_path: '/w/.git/x/T-2/src/a.ts' })).toBe(false);
  expect(allowed('Write', { file_path: '../T-2/a.ts' })).toBe(false);
  expect(allowed('WebFetch', { url: 'http://example.invalid' })).toBe(false);
  expect(allowed('Edit', { file_path: '/w/.git/x/T-1/src/a.ts' }, critic)).toBe(false);
  expect(allowed('Bash', { command: 'npm test' }, critic)).toBe(false);
});

test('SIGNAL-08 neither prompt nor token nor key is on the command line; a judge has no tool that changes anything', () => {
  for (const call of [developer, critic]) {
    const line = commandLine(call, null).join(' ');
    expect(line).not.toContain('t0k3n');
    expect(line).not.toContain('Assignment');
    expect(line).toContain('--setting-sources= --strict-mcp-config');
    expect(line).not.toContain('dangerously');
  }
  const judging = commandLine(critic, null);
  expect(judging).toContain('--tools=Read,Glob,Grep');
  expect(judging.some((option) => option.startsWith('--allowedTools'))).toBe(false);
  expect(judging.some((option) => option.startsWith('--json-schema={'))).toBe(true);
  expect(commandLine(developer, 'abc')).toContain('--resume=abc');
});

test('whose key goes where', () => {
  const login = (more: Partial<AgentSettings>, env: Readonly<Record<string, string>>): unknown =>
    loginOf({ ...settings, ...more }, { HOME: folder, ...env });
  expect(login({ apiKeyEnv: 'MINE' }, { MINE: 'k' })).toMatchObject({ env: { ANTHROPIC_API_KEY: 'k' } });
  expect(login({ apiKeyEnv: 'MINE' }, { MINE: 'sk-ant-oat01-x' })).toMatchObject({
    env: { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-x' },
    secrets: ['sk-ant-oat01-x'],
  });
  expect(login({ apiKeyEnv: 'MINE' }, {})).toContain('MINE');
  expect(login({ baseUrl: 'http://127.0.0.1:1' }, { ANTHROPIC_API_KEY: 'k' })).toEqual({
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: 'none' },
    secrets: [],
    lendsLogin: false,
  });
  expect(login({}, { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://a' })).toMatchObject({
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://a' },
    lendsLogin: false,
  });
  expect(login({ provider: 'openai' }, {})).toContain('openai');
  expect(login({ baseUrl: 'http://me:secret@a' }, {})).toContain('password');
});

test('RECOVER-02 one who is not logged in is told what to do; one who is lends the login', () => {
  expect(loginOf(settings, { HOME: folder }, 'linux')).toContain('claude auth login');
  // There a login lies in a safe of the system.
  expect(loginOf(settings, { HOME: folder }, 'darwin')).toMatchObject({ lendsLogin: false });
  mkdirSync(join(folder, '.claude'));
  writeFileSync(join(folder, '.claude/.credentials.json'), '{}');
  expect(loginOf(settings, { HOME: folder })).toMatchObject({ lendsLogin: true, secrets: [] });
  expect(loginOf(settings, { HOME: '/nowhere', CLAUDE_CONFIG_DIR: join(folder, '.claude') })).toMatchObject({
    lendsLogin: true,
  });
});

type Result = Readonly<Record<string, unknown>>;

function used(result: Result | null, before = 0, call = developer): unknown {
  const stream = new Stream(() => undefined);
  const event = { type: 'message_start', message: { usage: { input_tokens: 10 } } };
  stream.hear(`${JSON.stringify({ type: 'stream_event', event })}\n`);
  if (result !== null) stream.hear(`${JSON.stringify({ type: 'result', ...result })}\n`);
  stream.end();
  return usedInAll(stream, call, before);
}

test('EPIC-12 dollars are those of this turn, and none where the price is a guess', () => {
  const model = { inputTokens: 8, cacheReadInputTokens: 4, outputTokens: 2, costUSD: 0.5, costBasis: 'list' };
  const counted = { tokensIn: 12, tokensCached: 4, tokensOut: 2, usd: 0.5 };
  expect(used({ model_usage_since_last_result: { m: model }, total_cost_usd: 9 })).toEqual(counted);
  const guess = { ...model, costBasis: 'unknown' };
  expect(used({ model_usage_since_last_result: { m: guess } })).toEqual({ ...counted, usd: null });
  const prices = { in: 1_000_000, out: 0, cached: 0 };
  const priced = { ...developer, settings: { ...settings, prices } };
  expect(used({ model_usage_since_last_result: { m: guess } }, 0, priced)).toEqual({ ...counted, usd: 8 });
  // Versions that count a conversation as a whole.
  expect(used({ total_cost_usd: 3 }, 1)).toEqual({ tokensIn: 10, tokensOut: 0, usd: 2 });
  expect(used({ total_cost_usd: 1 }, 3)).toEqual({ tokensIn: 10, tokensOut: 0, usd: 1 });
  // One that was ended in the middle has used what its calls say.
  expect(used(null)).toEqual({ tokensIn: 10, tokensOut: 0, usd: null });
});
