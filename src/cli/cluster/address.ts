import { type Call, textOption } from '../command.ts';
import { GauntletError } from '../../model/error.ts';
import { idProblem } from '../../model/names.ts';
import { clean } from '../say-error.ts';
import type { ClusterOptions } from './keeping.ts';

const VARIABLE = 'GAUNTLET_CLUSTER';
const LEASE_SECONDS = 15;
const WORKER_LEASE_SECONDS = 30;

/** What `run` and `resume` say of a cluster; undefined: this machine does everything. */
export function clusterOf(call: Call, standBy = true): ClusterOptions | undefined {
  if (call.options['cluster'] === undefined) {
    refuseLoose(call);
    return undefined;
  }
  const label = textOption(call, 'label') ?? null;
  const problem = label === null ? undefined : idProblem(label);
  if (problem !== undefined)
    throw new GauntletError('USAGE_INVALID', `the label ${JSON.stringify(label)} ${problem}`);
  return {
    url: clusterNeeded(call),
    hub: textOption(call, 'hub') ?? null,
    label,
    leaseMs: secondsOf(call, 'lease', LEASE_SECONDS) * 1000,
    workerLeaseMs: secondsOf(call, 'workerLease', WORKER_LEASE_SECONDS) * 1000,
    standBy,
    note: (text) => call.io.stderr.write(clean(text)),
  };
}

/** The database that all machines share: from the environment, where nobody else reads it, or the command line. */
export function clusterNeeded(call: Call): string {
  const url = clusterKnown(call);
  if (url !== undefined) return url;
  throw new GauntletError('USAGE_INVALID', 'it is not said which database the machines share', {
    hint: `Set ${VARIABLE}=postgres://… or give --cluster <url>.`,
  });
}

/** The same where it need not be said. */
export function clusterKnown(call: Call): string | undefined {
  const url = textOption(call, 'cluster') ?? call.io.env[VARIABLE];
  return url === '' ? undefined : url;
}

function refuseLoose(call: Call): void {
  const loose = ['hub', 'label', 'lease', 'workerLease'].filter((name) => call.options[name] !== undefined);
  if (loose.length === 0) return;
  const flags = loose.map((name) => `--${name.replace('workerLease', 'worker-lease')}`).join(', ');
  throw new GauntletError('USAGE_INVALID', `${flags} means something only with --cluster`);
}

export function secondsOf(call: Call, name: string, usual: number): number {
  const text = textOption(call, name);
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 1 && value <= 3600) return value;
  throw new GauntletError(
    'USAGE_INVALID',
    `a lease is between 1 and 3600 seconds, not ${JSON.stringify(text)}`,
  );
}

type Options = { option(flags: string, text: string): Options };

/** The flags of a coordinator in a cluster. */
export function clusterFlags(command: Options): void {
  command
    .option(
      '--cluster [url]',
      `let workers on other machines do the work; the Postgres they share (or ${VARIABLE})`,
    )
    .option('--hub <url>', 'with --cluster: the git repository through which commits are exchanged')
    .option('--label <label>', 'with --cluster: only workers with this label')
    .option(
      '--lease <seconds>',
      `with --cluster: a coordinator that is silent for this long is replaced (${LEASE_SECONDS})`,
    )
    .option(
      '--worker-lease <seconds>',
      `with --cluster: work of a worker that is silent for this long goes to others (${WORKER_LEASE_SECONDS})`,
    );
}
