import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openProcesses } from '../../process/index.ts';
import { doctor } from '../../cli/commands/doctor.ts';
import { runCommand } from '../../cli/run-command.ts';

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

async function rows(): Promise<{
  readonly code: number;
  readonly missing: readonly Row[];
  readonly all: readonly Row[];
}> {
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
  return { code, missing: checks.filter(({ state }) => state === 'missing'), all: checks };
}

/** Everything in PATH but one program. */
function pathWithout(missing: string): string {
  const bin = join(cwd, '.git', 'bin');
  mkdirSync(bin);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter((each) => existsSync(each)))
    for (const name of readdirSync(folder))
      if (name !== missing && !existsSync(join(bin, name))) symlinkSync(join(folder, name), join(bin, name));
  return bin;
}

const probe = mkdtempSync(join(tmpdir(), 'gauntlet-sick-'));
const { layering } = await openProcesses({ stateFolder: join(probe, 's'), workFolder: join(probe, 'w') });
rmSync(probe, { recursive: true });

test('REAL-07 it says which mechanism shows dependencies to checks: overlays, or a pool', async () => {
  vi.stubEnv('GAUNTLET_WORKSPACES', join(cwd, '.git', 'ws'));
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  spawnSync('git', [...who, 'commit', '--quiet', '--allow-empty', '-m', 'first'], { cwd });
  const said = async (): Promise<string | undefined> =>
    (await rows()).all.find(({ what }) => what === 'workspaces')?.said;
  const [overlays, pool] = [
    'installed once and shared through overlays',
    'installed in each workspace and compared before',
  ];
  expect(await said()).toContain(layering === 'overlay' ? overlays : pool);
  vi.stubEnv('PATH', pathWithout('unshare'));
  expect(await said()).toContain(pool);
});

test('EVID-01 it says whether the inputs of checks are observed, and what is weaker without', async () => {
  const row = async () => (await rows()).all.find(({ what }) => what === 'inputs of checks');
  expect(['ok', 'warning']).toContain((await row())?.state);
  vi.stubEnv('PATH', pathWithout('strace'));
  expect(await row()).toMatchObject({ state: 'warning', hint: expect.stringContaining('strace') });
});

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
