import { expect, test } from 'vitest';

import { clusterPlace } from '../../../test/support/cluster-place.ts';
import { seeWorkers } from './see-workers.ts';

const place = clusterPlace();

type Known = { readonly host: string; readonly silentS: number; readonly leaving?: boolean };

async function known({ host, silentS, leaving = false }: Known): Promise<string> {
  const { rows } = await place().postgres.query<{ id: string }>(
    `INSERT INTO gauntlet.workers (id, host, pid, version, enforcement, kinds, labels, capacity, lease, leaving, seen)
     VALUES (gen_random_uuid(), $1, 7, '1.0.0', 'enforced', '{verify}', '{big}', 3, 30000, $2,
             clock_timestamp() - $3 * interval '1 second') RETURNING id`,
    [host, leaving, silentS],
  );
  return rows[0]?.id ?? '';
}

async function work(run: number, queue: string, worker: string | null): Promise<void> {
  await place().postgres.query(
    `INSERT INTO gauntlet.work (epic, run, job, queue, seq, told, state, worker, taken)
     VALUES ('E', $1::bigint, gen_random_uuid(), $2, 1, '{}', CASE WHEN $3::uuid IS NULL THEN 'waiting' ELSE 'taken' END, $3::uuid,
             clock_timestamp() - $1::bigint * interval '1 second')`,
    [run, queue, worker],
  );
}

test('BEYOND-08 who is there, who is silent for longer than it may be, what each has in hand, and what nobody takes', async () => {
  const { postgres } = place();
  await postgres.query("INSERT INTO gauntlet.epics (epic) VALUES ('E')");
  const there = await known({ host: 'b', silentS: 10 });
  await known({ host: 'a', silentS: 31 });
  await known({ host: 'c', silentS: 1, leaving: true });
  await work(1, 'gauntlet-verify-1.0.0-enforced', there);
  await work(2, 'gauntlet-verify-1.0.0-verified-big', there);
  await work(3, 'gauntlet-verify-1.0.0-enforced-big', null);
  await work(4, 'gauntlet-critic-1.0.0-enforced', null);
  const { workers, queues } = await seeWorkers(postgres);
  expect(workers).toMatchObject([
    {
      host: 'b',
      busy: 2,
      absent: false,
      runs: [
        { epic: 'E', run: 2 },
        { epic: 'E', run: 1 },
      ],
    },
    { host: 'c', busy: 0, absent: false, leaving: true, runs: [] },
    { host: 'a', busy: 0, absent: true, runs: [] },
  ]);
  expect(Object.fromEntries(queues.map(({ queue, waiting, served }) => [queue, [waiting, served]]))).toEqual({
    'gauntlet-verify-1.0.0-enforced': [0, true],
    'gauntlet-verify-1.0.0-verified-big': [0, true],
    'gauntlet-verify-1.0.0-enforced-big': [1, true],
    'gauntlet-critic-1.0.0-enforced': [1, false],
  });
});
