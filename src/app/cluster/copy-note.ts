import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { isHeld } from '../../project/lease-holder.ts';

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
