import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { doctor } from './commands/doctor.ts';
import { runCommand } from './run-command.ts';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'gauntlet-sick-'));
  spawnSync('git', ['init', '--quiet'], { cwd });
});
afterEach(() => {
  vi.unstubAllEnvs();
  chmodSync(join(cwd, '.git'), 0o700);
  rmSync(cwd, { recursive: true });
});

type Row = { readonly what: string; readonly state: string; readonly said: string; readonly hint?: string };

async function rows(): Promise<{ readonly code: number; readonly missing: readonly Row[] }> {
  let stdout = '';
  const sink = { isTty: () => false, write: () => undefined };
  const io = {
    cwd,
    env: {},
    stdin: () => Readable.from([]),
    stdout: { ...sink, write: (text: string) => void (stdout += text) },
    stderr: sink,
  };
  const code = await runCommand(doctor, ['--json'], io);
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly Row[] };
  return { code, missing: checks.filter(({ state }) => state === 'missing') };
}

test('no temporary folder is one thing that is missing, and no reason to say nothing of the rest', async () => {
  vi.stubEnv('TMPDIR', join(cwd, 'nowhere'));
  const { code, missing } = await rows();
  expect(code).toBe(5);
  expect(missing.map(({ what }) => what)).toEqual(['repository', 'temporary folder']);
  expect(missing[1]).toMatchObject({ said: expect.stringContaining(join(cwd, 'nowhere')) as string });
});

// Nothing is forbidden to root.
test.skipIf(process.getuid?.() === 0)('a git directory that cannot be written is missing', async () => {
  chmodSync(join(cwd, '.git'), 0o500);
  const { code, missing } = await rows();
  expect(code).toBe(5);
  expect(missing.map(({ what }) => what)).toContain('state');
});
