import { inPostgres, migrate, type SeenWork, type SeenWorker, seeWorkers } from '../../../cluster/index.ts';
import { duration } from '../../../report/index.ts';
import { clusterNeeded } from '../../../app/cluster/address.ts';
import { cliCommand } from '../../command.ts';
import { answer } from '../../../project/answer.ts';

/** Shows the machines of a cluster and what waits for them. */
export const workers = cliCommand({
  name: 'workers',
  summary: 'show the workers of a cluster and the waiting work',
  options: [['--cluster <url>', 'the Postgres database that all machines share (or GAUNTLET_CLUSTER)']],
  async run(call) {
    const seen = await inPostgres(clusterNeeded(call), async (postgres) => {
      await migrate(postgres);
      return await seeWorkers(postgres);
    });
    return answer({ schemaVersion: 1, ...seen }, said(seen));
  },
});

function said({ workers: all, queues }: SeenWork): readonly string[] {
  const lines = all.map(lineOf);
  const waiting = queues.filter(({ waiting: count }) => count > 0);
  return [
    ...(lines.length === 0 ? ['no worker is connected. Start one: gauntlet worker --cluster <url>'] : lines),
    ...waiting.map(
      ({ queue, waiting: count, served }) =>
        `${count} waiting in ${queue}${served ? '' : ', and no worker serves this queue'}`,
    ),
  ];
}

function lineOf(worker: SeenWorker): string {
  const { host, pid, version, kinds, labels, capacity, busy, leaving, silentMs, absent } = worker;
  const state = absent ? `silent for ${duration(silentMs)}` : leaving ? 'leaving' : 'alive';
  const marked = labels.length === 0 ? '' : ` [${labels.join(', ')}]`;
  return `${host} ${pid}  ${state}  ${busy}/${capacity} busy  ${kinds.join(', ')}${marked}  ${version}  ${worker.enforcement}`;
}
