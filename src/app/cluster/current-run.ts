import { isHeld } from '../../project/lease-holder.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { isCopy } from './copy-note.ts';

const STALE = `note: this is a copy of a run in a cluster, from the last time a coordinator wrote here; the run may have progressed since.
Set GAUNTLET_CLUSTER to see its current state.
`;

/**
 * Before a run is looked at to say something of it. The truth of a copy is in the cluster, and goes on there when another
 * machine has taken over: it is looked at there, or, where nobody knows which cluster, that is said.
 */
export async function currentRun(
  place: EpicPlace,
  cluster: string | undefined,
  say: (text: string) => void = () => undefined,
): Promise<void> {
  if (!isCopy(place.folder) || isHeld(place)) return;
  if (cluster === undefined) return say(STALE);
  const { freshenCopy } = await import('./fresh-copy.ts');
  await freshenCopy(place, cluster);
}
