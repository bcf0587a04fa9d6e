import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sampleRepository } from '../../../test/contracts/git-sample.ts';

/** Of a dead one that nobody has asked for yet only the name is left. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** A process that fetches from a hub by an ssh that waits forever, as soon as that does. */
async function fetching(also = '') {
  const sample = sampleRepository();
  // Git asks it first which ssh it is.
  const ssh = join(sample.path, 'waiting-ssh');
  const started = join(sample.path, 'started');
  fs.writeFileSync(
    ssh,
    `#!/bin/sh\n[ "$1" = -G ] && exit 0\necho $$ > '${started}.part'\nmv '${started}.part' '${started}'\nexec sleep 1000\n`,
    {
      mode: 0o755,
    },
  );
  const script = `
    import { openRepository } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))};
    const repository = await openRepository(process.cwd());
    await repository.hub();
    process.stdin.on('data', () => process.exit(3));
    ${also}
    await repository.exchange('e1', 'ssh://git@127.0.0.1/hub.git').fetch('T-1', true);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: sample.path,
    env: { ...process.env, GIT_SSH_COMMAND: `'${ssh}'` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => fs.existsSync(started), { timeout: 20_000 }).toBe(true);
  const pid = Number(fs.readFileSync(started, 'utf8'));
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  return { child, exit, pid };
}

test.runIf(process.platform === 'linux')(
  'BEYOND-08 a process that ends leaves no git and no ssh behind that are on their way to the hub',
  { timeout: 60_000 },
  async () => {
    const exits = await fetching();
    expect(isRunning(exits.pid)).toBe(true);
    exits.child.stdin.write('exit\n');
    expect(await exits.exit).toEqual([3, null]);
    await expect.poll(() => isRunning(exits.pid)).toBe(false);

    const hungUp = await fetching();
    hungUp.child.kill('SIGHUP');
    expect(await hungUp.exit).toEqual([null, 'SIGHUP']);
    await expect.poll(() => isRunning(hungUp.pid)).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'who listens to a signal decides whether it ends what is on its way to the hub',
  { timeout: 60_000 },
  async () => {
    const drains = await fetching(`process.on('SIGINT', () => process.stdout.write('heard'));`);
    drains.child.kill('SIGINT');
    await once(drains.child.stdout, 'data');
    expect(isRunning(drains.pid)).toBe(true);
    drains.child.stdin.write('exit\n');
    expect(await drains.exit).toEqual([3, null]);
    await expect.poll(() => isRunning(drains.pid)).toBe(false);
  },
);
