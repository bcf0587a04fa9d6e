import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { plantedBugs } from './bugs.ts';
import type { PlantedBug } from './bugs.ts';
import { plantedInReading } from './reading-bugs.ts';

const root = join(import.meta.dirname, '..', '..');
/** What the simulator plays. */
const played = [
  'src/model',
  'packages/scan',
  'src/schema',
  'src/state',
  'src/decide',
  'src/run/loop/settle-decisions.ts',
  'src/ports',
  'test/simulation',
];
/** What the properties of reading and scoring need as well. */
const read = ['src/formats', 'src/audit', 'test/support', 'test/rooms.ts', 'vitest.config.ts'];
let home = '';
let copy = '';

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gauntlet-planted-'));
  copy = join(home, 'sources');
  for (const part of [...played, ...read]) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  cpSync(join(root, 'package.json'), join(home, 'package.json'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the simulator notices a planted bug in the shipped rules', () => {
  test('the rules as shipped are clean', () => {
    expect(simulate()).toEqual({ status: 0, found: '' });
  });

  test.each(plantedBugs.map((bug) => [bug.name, bug] as const))('%s', (_name, bug) => {
    plant(bug);
    const { status, found } = simulate();
    expect(status, found).toBe(1);
    expect(found).toMatch(/^seed \d+: \S/m);
  });
});

describe('the properties notice a planted bug in what reads and scores', () => {
  test.each(plantedInReading.map((bug) => [bug.name, bug] as const))('%s', (_name, bug) => {
    plant(bug);
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const run = spawnSync(process.execPath, [vitest, 'run', '--root', copy, bug.properties], {
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stdout + run.stderr).toContain('Property failed');
  });
});

/** Plants a bug in the copy until the end of the test; it must apply exactly once. */
function plant(bug: PlantedBug): void {
  const path = join(copy, bug.file);
  const whole = readFileSync(path, 'utf8');
  onTestFinished(() => writeFileSync(path, whole));
  const pieces = whole.split(bug.find);
  expect(pieces.length, `"${bug.find}" stands once in ${bug.file}`).toBe(2);
  writeFileSync(path, pieces.join(bug.replace));
}

/** All bugs are planted in one copy: the other files are compiled once. */
function simulate(): { status: number | null; found: string } {
  const run = spawnSync(process.execPath, ['test/simulation/main.ts', '--seeds', '12000', '--first'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: join(home, 'compiled') },
  });
  const found = run.stdout.split('\n').filter((line) => line.startsWith('seed '));
  return {
    status: run.status,
    found: found.join('\n') + (run.status === 0 || found.length > 0 ? '' : run.stderr),
  };
}
