import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { clusterPlace } from '../support/cluster-place.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { patience } from '../support/epic-run.ts';
import type { World } from '../support/world.ts';

const place = clusterPlace();
let run: ClusterRun | undefined;

async function clusterOf(world: World): Promise<ClusterRun> {
  run = new ClusterRun(world, await place().server.database());
  return run;
}

afterEach(() => run?.remove());

test(
  'BEYOND-10 what is said where a coordinator was overtaken reaches the one on the other machine',
  { timeout: patience },
  async () => {
    const cluster = await clusterOf({
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
      playbook: [{ role: 'developer', ticket: 'A', hold: 'a', write: { 'parts/A.txt': 'a\n' } }],
    });
    const hub = join(cluster.folder, 'hub.git');
    const other = join(cluster.folder, 'other machine');
    cluster.git('init', '--quiet', '--bare', hub);
    cluster.git('clone', '--quiet', cluster.repository, other);
    await cluster.worker();
    const flags = ['--lease', '2', '--hub', `file://${hub}`];
    const first = cluster.coordinate('run', ...flags);
    await cluster.until('held a');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = cluster.coordinate('run', ...flags, '--cwd', other);
    const taken = new Promise<void>((resolve) => {
      second.child.stderr?.on('data', (text: string) => {
        if (text.includes('run resumed')) resolve();
      });
    });
    await Promise.race([taken, second.ended]);
    const noted = await cluster.gauntlet('note', 'B', 'mind the gap');
    expect(noted.code, noted.stderr).toBe(0);
    expect(noted.stdout).toContain('The running coordinator is notified');
    cluster.letGo('a');
    const { code, stderr } = await second.ended;
    expect(code, stderr).toBe(0);
    const events = await cluster.ask('events', '--json', 'e1', '--cwd', other);
    expect(events.stdout).toContain('mind the gap');
  },
);

test(
  'RECOVER-02 a coordinator ends when it is told to, also where a worker that has to stop a ticket does not answer',
  { timeout: patience },
  async () => {
    const cluster = await clusterOf({
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
      playbook: [{ role: 'developer', ticket: 'A', hold: 'never' }],
    });
    const worker = await cluster.worker('--lease', '3000');
    const { child, ended } = cluster.coordinate('run', '--worker-lease', '3000');
    await cluster.until('held never');
    worker.child.kill('SIGSTOP');
    const said = await cluster.gauntlet('cancel', 'A', '--reason', 'not needed');
    expect(said.code, said.stderr).toBe(0);
    await cluster.untilEvent('ticket_stopped', 'A');
    child.kill('SIGTERM');
    const { stderr } = await ended;
    expect(stderr).toContain('workers finish their steps');
    worker.child.kill('SIGCONT');
  },
);
