import type { Call, Caller } from '../../project/call.ts';
import { GauntletError } from '../../model/error.ts';
import { idProblem } from '../../model/names.ts';
import type { ClusterOptions } from './cluster-storage.ts';

export const CLUSTER_VARIABLE = 'GAUNTLET_CLUSTER';
export const LEASE_SECONDS = 15;
export const WORKER_LEASE_SECONDS = 30;

type ClusterFlag = string | true | undefined;

/** What a coordinator is told of its cluster. */
export type ClusterFlags = {
  readonly cluster?: ClusterFlag;
  readonly hub?: string | undefined;
  readonly label?: string | undefined;
  readonly lease?: string | undefined;
  readonly workerLease?: string | undefined;
};

/** What `run` and `resume` say of a cluster; undefined: this machine does everything. */
export function clusterOf(call: Call<ClusterFlags>, standBy = true): ClusterOptions | undefined {
  if (call.options.cluster === undefined) {
    refuseLoose(call);
    return undefined;
  }
  const label = call.options.label ?? null;
  const problem = label === null ? undefined : idProblem(label);
  if (problem !== undefined)
    throw new GauntletError('USAGE_INVALID', `the label ${JSON.stringify(label)} ${problem}`);
  return {
    url: clusterNeeded(call),
    hub: call.options.hub ?? null,
    label,
    leaseMs: secondsOf(call.options.lease, LEASE_SECONDS) * 1000,
    workerLeaseMs: secondsOf(call.options.workerLease, WORKER_LEASE_SECONDS) * 1000,
    standBy,
    note: (text) => call.io.say(text),
  };
}

/** The database that all machines share: from the environment, where nobody else reads it, or the command line. */
export function clusterNeeded({ io, options }: Call<{ readonly cluster?: ClusterFlag }>): string {
  const url = clusterKnown(io, options.cluster);
  if (url !== undefined) return url;
  throw new GauntletError('USAGE_INVALID', 'no cluster database given', {
    hint: `Set ${CLUSTER_VARIABLE}=postgres://… or give --cluster <url>.`,
  });
}

/** The same where it need not be said. */
export function clusterKnown({ env }: Caller, flag?: ClusterFlag): string | undefined {
  const url = typeof flag === 'string' ? flag : env[CLUSTER_VARIABLE];
  return url === '' ? undefined : url;
}

function refuseLoose(call: Call<ClusterFlags>): void {
  const loose = (['hub', 'label', 'lease', 'workerLease'] as const).filter(
    (name) => call.options[name] !== undefined,
  );
  if (loose.length === 0) return;
  const flags = loose.map((name) => `--${name.replace('workerLease', 'worker-lease')}`).join(', ');
  throw new GauntletError('USAGE_INVALID', `${flags} works only with --cluster`);
}

export function secondsOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 1 && value <= 3600) return value;
  throw new GauntletError(
    'USAGE_INVALID',
    `a lease is between 1 and 3600 seconds, not ${JSON.stringify(text)}`,
  );
}
