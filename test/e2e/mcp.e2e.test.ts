// The MCP server, asked by the official client: what an agent may know and have looked at, and nothing that decides.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EpicRun, epicId, patience } from '../support/epic-run.ts';
import { sharedCli } from '../support/shared-cli.ts';

let epic: EpicRun;
let client: Client;

type Content = readonly { readonly type: string; readonly text: string }[];
type Called = { readonly content: Content; readonly structuredContent?: unknown; readonly isError?: boolean };

async function call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Called> {
  return (await client.callTool({ name, arguments: args })) as unknown as Called;
}

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [{ id: 'BAD' }],
    playbook: [{ role: 'developer', ticket: 'BAD', write: { 'parts/BAD.txt': 'BROKEN\n' } }],
  });
  await epic.run();
  epic.write({ 'src/work.test.js': "test.only('one', () => {});\n" });
  client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(epic.folder, 'home') };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [sharedCli(), 'mcp'],
      cwd: epic.repository,
      env,
    }),
  );
}, patience);
afterAll(async () => {
  await client.close();
  epic.remove();
});

test('BEYOND-07 five tools are offered, and none of them decides, waives, steers or configures', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'gauntlet_status',
    'gauntlet_get_findings',
    'gauntlet_get_ticket',
    'gauntlet_review',
    'gauntlet_run_gate',
  ]);
  for (const tool of tools)
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('BEYOND-07 status, findings and a ticket are told as data', async () => {
  const status = await call('gauntlet_status');
  expect(status.structuredContent).toMatchObject({ epic: epicId, status: 'escalated' });
  expect(JSON.parse(status.content[0]?.text ?? '')).toEqual(status.structuredContent);
  const { structuredContent } = await call('gauntlet_get_findings', { ticket: 'BAD' });
  expect(structuredContent).toMatchObject({
    findings: [{ ticket: 'BAD', rule: 'check-failed', severity: 'HIGH' }],
  });
  const ticket = await call('gauntlet_get_ticket', { ticket: 'BAD', epic: epicId });
  expect(ticket.structuredContent).toMatchObject({ id: 'BAD', status: 'escalated', attempts: 3 });
});

test('BEYOND-07 a change is looked at, and the gate runs the checks of the project', async () => {
  const look = await call('gauntlet_review');
  expect(look.structuredContent).toMatchObject({ status: 'unclean' });
  expect(look.content[0]?.text).toContain('src/work.test.js');
  const gate = await call('gauntlet_run_gate', { base: 'main' });
  expect(gate).toMatchObject({ isError: false, structuredContent: { base: 'main' } });
});

test.each([
  ['gauntlet_review', { base: '--config=/etc/passwd' }, 'is not a valid branch, tag or commit'],
  ['gauntlet_review', { base: 'a; touch x' }, 'is not a valid branch, tag or commit'],
  ['gauntlet_review', { what: 'everything' }, 'is not one of'],
  ['gauntlet_status', { cwd: '/' }, 'unknown key "cwd"'],
  ['gauntlet_get_ticket', {}, '"ticket" is missing'],
  ['gauntlet_status', { epic: 'nobody' }, 'there is no run'],
] as const)('%s refuses %j', async (name, args, why) => {
  const answer = await call(name, args);
  expect(answer.isError).toBe(true);
  expect(answer.content[0]?.text).toContain(why);
});

test('BEYOND-07 what is not there cannot be called', async () => {
  await expect(call('gauntlet_decide', { ticket: 'BAD' })).rejects.toThrow('there is no such tool');
  expect(epic.of('BAD', 'decision_answered')).toEqual([]);
});

test('what is no message gets no answer, and the next one is heard', () => {
  const lines = [
    'nonsense',
    '[]',
    '{"jsonrpc":"2.0"}',
    `"${'x'.repeat(1_100_000)}"`,
    '{"jsonrpc":"2.0","id":1,"method":"x"}',
  ];
  const input = `${lines.join('\n')}\n{"jsonrpc":"2.0","id":"p","method":"ping"}\n`;
  const { stdout, status } = spawnSync(process.execPath, [sharedCli(), 'mcp'], {
    cwd: epic.repository,
    input,
    encoding: 'utf8',
  });
  const answers = stdout.split('\n').filter((line) => line !== '');
  expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: 1, error: { code: -32601 } },
    { id: 'p', result: {} },
  ]);
  expect(status).toBe(0);
});
