import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';

import { clusterPlace } from '../support/cluster-place.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { patience } from '../support/epic-run.ts';

const place = clusterPlace();
let run: ClusterRun | undefined;
let client: Client | undefined;

afterEach(async () => {
  await client?.end();
  run?.remove();
});

test(
  'BEYOND-12 an epic of a cluster is undone as a whole: what others would go on with is put aside, and the same workers begin anew',
  { timeout: patience },
  async () => {
    const cluster = new ClusterRun({ tickets: [{ id: 'A' }] }, await place().server.database());
    run = cluster;
    const hub = join(cluster.folder, 'hub.git');
    cluster.git('init', '--quiet', '--bare', hub);
    const flags = ['--hub', `file://${hub}`];
    const kept = (pattern: string): string[] =>
      execFileSync('git', ['for-each-ref', '--format=%(refname)', `refs/gauntlet/keep/${pattern}`], {
        cwd: hub,
        encoding: 'utf8',
      })
        .split('\n')
        .filter((line) => line !== '');
    const worker = await cluster.worker();
    expect((await cluster.coordinate('run', ...flags).ended).code).toBe(0);
    const tip = cluster.git('rev-parse', 'epic/e1');
    const before = kept('ticket/e1');
    expect(before).not.toEqual([]);

    const undone = await cluster.gauntlet('undo', 'e1', '--cluster', ...flags, '--reason', 'start over');
    expect(undone.code, undone.stderr).toBe(0);
    expect(cluster.git('rev-parse', 'refs/gauntlet/undone/e1/1')).toBe(tip);
    expect(kept('ticket/e1')).toEqual([]);
    expect(kept('undone/e1-1/ticket')).toHaveLength(before.length);
    client = new Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query<{ epic: string; events: string; records: string }>(
      `SELECT epic, (SELECT count(*) FROM gauntlet.events v WHERE v.epic = e.epic) AS events,
              (SELECT count(*) FROM gauntlet.records r WHERE r.epic = e.epic) AS records FROM gauntlet.epics e`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.epic).toMatch(/^e1\/undone\/\d{8}T\d{12}$/);
    expect(Number(rows[0]?.events) > 0 && Number(rows[0]?.records) > 0).toBe(true);

    const again = await cluster.coordinate('run', ...flags).ended;
    expect(again.code, again.stderr).toBe(0);
    await cluster.look();
    expect(cluster.landed()).toEqual(['A']);
    // Nothing of the first run was taken for an answer of the second.
    expect((await cluster.starts()).filter(({ role }) => role === 'developer')).toHaveLength(2);
    expect(worker.said()).not.toContain('failed');
  },
);
