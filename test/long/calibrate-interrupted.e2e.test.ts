// Ctrl-C in the middle of a calibration: what was answered is paid for and kept, and the same command goes on.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { CalibrationReport } from '../../src/model/calibration.ts';
import { patience } from '../support/epic-run.ts';
import { reviewOf } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  for (let nth = 1; nth <= 4; nth += 1)
    repo.commit(`Add list ${nth}`, {
      [`src/list${nth}.ts`]: `export async function list${nth}(user: User, from: number): Promise<readonly Row[]> {
  if (!user.isAllowed) throw new Error('list${nth} is not for you');
  const rows = await read(user, from);
  return rows.filter((row) => row.at >= from && row.at < ${nth}000);
}
`,
    });
});
afterEach(() => repo.remove());

/**
 * A reviewer that finds nothing. As `mode` says it presses Ctrl-C when it is asked the second time and never answers (hang), or
 * whenever it is asked and answers (press).
 */
const program = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
readFileSync(0);
const here = process.argv[2];
appendFileSync(here + '/calls', '.');
const mode = readFileSync(here + '/mode', 'utf8');
const isTurn = mode === 'press' || (mode === 'hang' && readFileSync(here + '/calls').length === 2);
const answer = () => process.stdout.write(${JSON.stringify(reviewOf('change', 1, []))});
if (!isTurn) answer();
else {
  const waiting = setInterval(() => {
    if (!existsSync(here + '/pid')) return;
    clearInterval(waiting);
    process.kill(Number(readFileSync(here + '/pid', 'utf8')), 'SIGINT');
    if (mode === 'hang') setInterval(() => undefined, 60_000);
    else answer();
  }, 20);
}
`;

/** Without the sandbox: in it nobody could be reached. */
function programs(): string {
  const bin = join(repo.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  if (!existsSync(join(bin, 'git'))) symlinkSync(git, join(bin, 'git'));
  return bin;
}

type Played = { readonly code: number | null; readonly stderr: string; readonly told: CalibrationReport };

async function play(mode: string): Promise<Played> {
  const at = (name: string): string => join(repo.folder, name);
  writeFileSync(at('mode'), mode);
  rmSync(at('pid'), { force: true });
  writeFileSync(at('reviewer.mjs'), program);
  const run = JSON.stringify([process.execPath, at('reviewer.mjs'), repo.folder]);
  const agent = `{ use: command, run: ${run}, model: quiet-1 }`;
  writeFileSync(at('quiet.yaml'), `version: 1\nagents:\n  reviewer: ${agent}\nlimits: { agentTries: 0 }\n`);
  const args = ['calibrate', '--config', at('quiet.yaml'), '--defects', '2', '--kinds', '1', '--clean', '1'];
  const { child, ended } = repo.start([...args, '--json'], { PATH: programs() });
  writeFileSync(at('pid.part'), String(child.pid));
  renameSync(at('pid.part'), at('pid'));
  if (mode === 'hang')
    child.stderr?.on('data', (said: Buffer) => {
      if (said.toString().includes('Ctrl-C again')) child.kill('SIGINT');
    });
  const { code, stdout, stderr } = await ended;
  return { code, stderr, told: JSON.parse(stdout) as CalibrationReport };
}

const calls = (): number => readFileSync(join(repo.folder, 'calls')).length;
const leftover = (): readonly string[] => readdirSync(join(repo.folder, 'tmp'));
const kept = (): boolean => existsSync(join(repo.repository, '.git/gauntlet/calibrations'));

test(
  'BEYOND-04 Ctrl-C ends a calibration after the change in hand, twice at once; the same command pays for nothing twice that was answered',
  async () => {
    const before = repo.standing();
    const twice = await play('hang');
    expect([twice.code, twice.told.exitCode, calls()]).toEqual([130, 130, 2]);
    expect(twice.told.notReviewed).toBe(2);
    const once = await play('press');
    expect(once.stderr).toContain('the same command continues');
    // The first is on record; the one in hand was asked about again, and its answer is kept.
    expect([once.code, once.told.recorded, once.told.notReviewed, calls()]).toEqual([130, 1, 1, 3]);
    expect([leftover(), kept(), repo.standing()]).toEqual([[], false, before]);
    const rest = await play('');
    expect([rest.code, rest.told.recorded, rest.told.notReviewed, calls()]).toEqual([0, 2, 0, 4]);
    expect([leftover(), kept()]).toEqual([[], true]);
  },
  patience,
);
