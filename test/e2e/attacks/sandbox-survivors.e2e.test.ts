// What is left when a program, or the coordinator itself, is killed in the middle.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProcesses } from '../../../src/process/index.ts';
import {
  endAllWith,
  isAlive,
  makePlace,
  type Place,
  processesWith,
  until,
} from '../../contracts/processes-place.ts';
import { root } from '../../source.ts';

const probe = await makePlace();
const { enforcement } = await openProcesses({ stateFolder: probe.state });
await probe.remove();

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const background = `
  sleep 1000 &
  setsid sleep 1000 &
  nohup sleep 1000 > log 2>&1 &
  (setsid sh -c 'sleep 1000 & sleep 1000' > log2 2>&1 &)
  echo started`;

test('RECOVER-02 what a program leaves in the background lives on without us, so the tests of its end test something', async () => {
  const mark = randomUUID();
  const child = spawn('sh', ['-c', background], {
    cwd: place.workspace,
    env: { ...process.env, MARK: mark },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  await until(() => processesWith(mark).length >= 6);
  await endAllWith(mark);
});

/** A coordinator of its own that runs one program and is killed when that is in full swing. */
async function killedCoordinator(mark: string, force: 'verified' | undefined): Promise<void> {
  const program = place.program(['sh', '-c', `${background}; sleep 1000`], { env: { MARK: mark } });
  const file = join(place.root, 'coordinator.mts');
  writeFileSync(
    file,
    `import { openProcesses } from ${JSON.stringify(join(root, 'src/process/index.ts'))};
     const processes = await openProcesses(${JSON.stringify({ stateFolder: place.state, home: place.home, force })});
     await processes.run(${JSON.stringify(program)});`,
  );
  const coordinator = spawn(process.execPath, [file], { stdio: 'inherit' });
  const said = join(place.folder, 'stdout');
  await until(() => existsSync(said) && readFileSync(said, 'utf8') === 'started\n');
  // What was started in the background may still be on its way to its own process.
  await until(() => processesWith(mark).length >= 6);
  coordinator.kill('SIGKILL');
  await once(coordinator, 'exit');
}

test('RECOVER-03 without a sandbox a killed coordinator leaves everything running, and reaping ends all of it', async () => {
  const mark = randomUUID();
  await killedCoordinator(mark, 'verified');
  const left = processesWith(mark);
  expect(left.length).toBeGreaterThanOrEqual(6);
  const next = await openProcesses({ stateFolder: place.state, force: 'verified' });
  expect(await next.reap([place.folder, join(place.root, 'never used')])).toBeGreaterThanOrEqual(left.length);
  expect(processesWith(mark)).toEqual([]);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('pid'))).toEqual([]);
  expect(await next.reap([place.folder])).toBe(0);
});

test.skipIf(enforcement !== 'enforced')(
  'RECOVER-03 in the sandbox a killed coordinator takes everything with it, and reaping finds the rest if there is any',
  async () => {
    const mark = randomUUID();
    await killedCoordinator(mark, undefined);
    // By itself: nobody reaps before this.
    await until(() => processesWith(mark).length === 0);
    const next = await openProcesses({ stateFolder: place.state });
    await next.reap([place.folder]);
    expect(processesWith(mark)).toEqual([]);
  },
);

test('RECOVER-03 a process that has the number of an old one, but not its start or its tag, is left alone', async () => {
  const stranger = spawn('sleep', ['1000'], { stdio: 'ignore', detached: true });
  await once(stranger, 'spawn');
  const pid = stranger.pid ?? 0;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  const tag = 'a'.repeat(32);
  const files = [
    { tag, boot, pid, start: '1' },
    { tag, boot: 'another start of the machine', pid, start },
    { tag, boot, pid, start: '' },
  ];
  const processes = await openProcesses({ stateFolder: place.state, force: 'verified' });
  for (const [index, file] of files.entries()) {
    const folder = join(place.root, `old-${index}`);
    mkdirSync(folder);
    writeFileSync(join(folder, `pid-${tag}`), JSON.stringify(file));
    expect(await processes.reap([folder])).toBe(0);
    expect(isAlive(pid)).toBe(true);
  }
  for (const text of ['', '{', '[]', '{"pid":1}', `{"tag":"${tag}","boot":"","start":"","pid":-1}`]) {
    writeFileSync(join(place.folder, `pid-${tag}`), text);
    expect(await processes.reap([place.folder])).toBe(0);
  }
  writeFileSync(join(place.folder, `pid-${tag}`), JSON.stringify({ tag, boot, pid, start }));
  expect(await processes.reap([place.folder])).toBe(1);
  expect(isAlive(pid)).toBe(false);
});

test('RECOVER-03 the pid file names the process before the program runs a single step', async () => {
  const processes = await openProcesses({ stateFolder: place.state, force: 'verified' });
  const script = 'cat "$1"/pid-*; cut -d" " -f1,22 /proc/$$/stat';
  const end = await processes.run(place.program(['sh', '-c', script, 'sh', place.folder]));
  const [file = '', seen] = end.stdout.trim().split('\n');
  const { pid, start, tag } = JSON.parse(file) as { pid: number; start: string; tag: string };
  expect(`${pid} ${start}`).toBe(seen);
  expect(tag).toMatch(/^[0-9a-f]{32}$/);
});
