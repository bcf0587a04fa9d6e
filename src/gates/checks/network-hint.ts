import type { Environment } from '../../model/config.ts';
import { bringsOwnWalls } from '../../model/checks.ts';
import type { GateContext } from '../context.ts';

/** Part of why a check failed that has no network. */
export const NETWORK_HINT =
  'it tried to use the network: declare `network: true` on the check or its environment';

/** How resolvers, libraries and package managers say that they have no network. */
const NO_NETWORK =
  /\b(?:EAI_AGAIN|ENETUNREACH|ENOTFOUND)\b|network is unreachable|temporary failure in name resolution|could not resolve host|name or service not known|no such host/i;

/** Whether a program that failed has most likely failed because it has no network. */
export function asksForNetwork(
  { processes }: Pick<GateContext, 'processes'>,
  { network, environment }: { readonly network: boolean; readonly environment: Environment },
  log: string,
): boolean {
  const hasNone = !network && processes.enforcement === 'enforced' && !bringsOwnWalls(environment.prefix);
  return hasNone && NO_NETWORK.test(log);
}
