import { CLUSTER_VARIABLE, LEASE_SECONDS, WORKER_LEASE_SECONDS } from '../app/cluster/address.ts';
import type { OptionDefinition } from './option-types.ts';

/** The flags of a coordinator in a cluster. */
export const clusterFlags = [
  [
    '--cluster [url]',
    `run the work on other machines: URL of the Postgres database they share (or ${CLUSTER_VARIABLE})`,
  ],
  ['--hub <url>', 'with --cluster: the git repository through which commits are exchanged'],
  ['--label <label>', 'with --cluster: only workers with this label'],
  [
    '--lease <seconds>',
    `with --cluster: replace a coordinator that is silent for this many seconds (default: ${LEASE_SECONDS})`,
  ],
  [
    '--worker-lease <seconds>',
    `with --cluster: give a worker’s work to others after this many silent seconds (default: ${WORKER_LEASE_SECONDS})`,
  ],
] as const satisfies readonly OptionDefinition[];
