import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { Caller } from '../../project/call.ts';
import { isHeld } from '../../project/lease-holder.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

const NAME = 'cluster';

/** Says that what lies in this folder is a copy: its truth is in the cluster. */
export function noteCopy(folder: string): void {
  if (!isCopy(folder)) writeFileSync(join(folder, NAME), 'the current state is in the cluster\n');
}

export function isCopy(folder: string): boolean {
  return existsSync(join(folder, NAME));
}

/** Going on from a copy would make two histories of one run. */
export function refuseCopy(folder: string): void {
  if (!isCopy(folder)) return;
  const who = isHeld({ folder }) ? 'another coordinator runs this epic' : 'this epic runs';
  throw new GauntletError('STATE_CONFLICT', `${who} in a cluster; this is a copy`, {
    hint: 'Continue it with: gauntlet resume --cluster <url>',
  });
}

const STALE = `note: this is a copy of a run in a cluster, from the last time a coordinator wrote here; the run may have progressed since.
Set GAUNTLET_CLUSTER to see its current state.`;

/**
 * Before a run is looked at to say something of it. The truth of a copy is in the cluster, and goes on there when another
 * machine has taken over: it is looked at there, or, where nobody knows which cluster, that is said.
 */
export async function currentRun(
  place: EpicPlace,
  cluster: string | undefined,
  io?: Pick<Caller, 'say'>,
): Promise<void> {
  if (!isCopy(place.folder) || isHeld(place)) return;
  if (cluster === undefined) return io?.say(STALE);
  const { freshenCopy } = await import('./fresh-copy.ts');
  await freshenCopy(place, cluster);
}
