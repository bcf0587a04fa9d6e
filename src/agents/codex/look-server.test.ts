import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { lookServer } from './look-server-file.ts';

type Answer = { readonly id: number; readonly result?: unknown; readonly error?: { readonly code: number } };

let folder: string;
let server: ChildProcess;
const waiting = new Map<number, (answer: Answer) => void>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-look-'));
  mkdirSync(join(folder, 'tree/src'), { recursive: true });
  writeFileSync(join(folder, 'tree/src/a.ts'), 'one\ntwo words\n');
  writeFileSync(join(folder, 'tree/AGENTS.md'), 'an order\n');
  writeFileSync(join(folder, 'outside.txt'), 'a secret\n');
  symlinkSync('../outside.txt', join(folder, 'tree/link.txt'));
  server = spawn(process.execPath, [lookServer().file, join(folder, 'tree/AGENTS.md')], {
    cwd: join(folder, 'tree'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (server.stdout === null) throw new Error('it cannot be heard');
  createInterface({ input: server.stdout }).on('line', (text) => {
    const answer = JSON.parse(text) as Answer;
    waiting.get(answer.id)?.(answer);
  });
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function ask(method: string, params: unknown): Promise<Answer> {
  const id = waiting.size + 1;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  });
}

async function used(name: string, args: unknown): Promise<string> {
  const { result, error } = await ask('tools/call', { name, arguments: args });
  if (error !== undefined) return `ERROR ${error.code}`;
  const { content, isError } = result as { content: { text: string }[]; isError: boolean };
  return `${isError ? 'ERROR ' : ''}${content[0]?.text ?? ''}`;
}

test('it says what it can: read, glob and grep, and that they only look', async () => {
  expect(await ask('initialize', { protocolVersion: '2025-06-18' })).toMatchObject({
    result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } },
  });
  const { result } = await ask('tools/list', {});
  const { tools } = result as { tools: { name: string; annotations: { readOnlyHint: boolean } }[] };
  expect(tools.map(({ name, annotations }) => `${name} ${annotations.readOnlyHint}`)).toEqual([
    'read true',
    'glob true',
    'grep true',
  ]);
});

test('it shows files, names and lines', async () => {
  expect(await used('read', { path: 'src/a.ts', offset: 2, limit: 1 })).toContain('two words');
  expect(await used('glob', { pattern: '**/*.ts' })).toBe('src/a.ts');
  expect(await used('grep', { pattern: 'two +w' })).toBe('src/a.ts:2:two words');
  expect(await used('grep', { pattern: 'one', path: 'src' })).toContain(':1:one');
  expect(await used('grep', { pattern: 'nowhere' })).toBe('nothing found');
  expect(await used('grep', { pattern: 'an order' })).toBe('nothing found');
});

test.each([
  ['read', { path: '../outside.txt' }],
  ['read', { path: '/etc/passwd' }],
  ['read', { path: 'link.txt' }],
  ['read', { path: 'AGENTS.md' }],
  ['read', {}],
  ['grep', { pattern: 'secret', path: '..' }],
  ['grep', { pattern: '(' }],
  ['write', { path: 'new.txt', text: 'x' }],
  ['constructor', {}],
])('P6 it refuses what is outside or hidden, and what it has not: %s %o', async (name, args) => {
  const said = await used(name, args);
  expect(said).toMatch(/^(?:ERROR|failed)/);
  expect(said).not.toMatch(/a secret|an order|root:/);
});

test('what it does not know it says so, and goes on', async () => {
  expect((await ask('resources/list', {})).error?.code).toBe(-32_601);
  server.stdin?.write('no JSON\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"id":null}\n');
  expect((await ask('ping', undefined)).result).toEqual({});
});
