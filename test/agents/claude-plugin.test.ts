// The plugin for Claude Code, loaded by the real program: its server is connected, its hook sends unfit work back.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';
import { fetchAgent } from './fetch-agent.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.claude);
const plugin = join(import.meta.dirname, '..', '..', 'plugin');

let repo: ReviewRepo;
let model: ModelServer;
let home: string;
let events: readonly Record<string, unknown>[];

beforeAll(async () => {
  repo = new ReviewRepo();
  repo.write({ 'README.md': 'A repository.\n' });
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=The base');
  repo.write({ 'work.test.js': "test.only('one', () => {});\n" });
  home = mkdtempSync(join(tmpdir(), 'gauntlet-plugin-'));
  mkdirSync(join(home, 'bin'));
  const gauntlet = join(home, 'bin', 'gauntlet');
  writeFileSync(gauntlet, `#!/bin/sh\nexec "${process.execPath}" "${sharedCli()}" "$@"\n`);
  chmodSync(gauntlet, 0o755);
  model = await startModelServer({ scenario: 'answer' });
  events = await talk();
});
afterAll(async () => {
  await model.close();
  repo.remove();
  rmSync(home, { recursive: true, force: true });
});

/** One headless conversation with the plugin; every event the program prints. */
async function talk(): Promise<readonly Record<string, unknown>[]> {
  const argv = ['-p', 'Say hello.', '--plugin-dir', plugin, '--output-format', 'stream-json', '--verbose'];
  const child = spawn(program, [...argv, '--model', 'claude-sonnet-4-5', '--max-turns', '4'], {
    cwd: repo.repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [join(home, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-of-nobody',
      CLAUDE_CODE_MAX_RETRIES: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      MCP_CONNECTION_NONBLOCKING: '0',
    },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  await new Promise((resolve) => child.once('close', resolve));
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('BEYOND-07 the program knows the plugin, and its server is connected with all of its tools', () => {
  const started = events.find(({ type, subtype }) => type === 'system' && subtype === 'init');
  expect(started).toMatchObject({
    plugins: expect.arrayContaining([expect.objectContaining({ name: 'gauntlet' })]),
    mcp_servers: expect.arrayContaining([
      expect.objectContaining({ name: expect.stringContaining('gauntlet'), status: 'connected' }),
    ]),
    tools: expect.arrayContaining([expect.stringMatching(/gauntlet_review$/)]),
  });
});

test('BEYOND-07 its Stop hook sends the agent back once, with what was found', () => {
  const sent = model.requests.filter(({ body }) => body.includes('work.test.js'));
  expect(sent.length).toBeGreaterThan(0);
  expect(events.at(-1)).toMatchObject({ type: 'result', is_error: false });
});

test('the plugin has the version of the package', () => {
  const versionIn = (...path: string[]): unknown =>
    (JSON.parse(readFileSync(join(plugin, ...path), 'utf8')) as { version: unknown }).version;
  expect(versionIn('.claude-plugin', 'plugin.json')).toBe(versionIn('..', 'package.json'));
});
