import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { moveAway } from '../../cluster/index.ts';
import { readJournal, type StagedRun } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { clusterKnown } from '../cluster/address.ts';
import { isCopy } from '../cluster/copy-note.ts';
import type { Call } from '../command.ts';
import { isHeld } from '../lease-holder.ts';
import { clean } from '../say-error.ts';
import { inPostgres } from './in-postgres.ts';

/**
 * Before a run of a cluster goes on in this repository: it is closed there first, so that nobody goes on with it in two
 * places, and what is here as a copy of it makes room.
 */
export async function bringOut(call: Call, run: StagedRun, folder: string): Promise<void> {
  if (existsSync(folder) && !(isCopy(folder) && isCopyOf(folder, run))) return;
  if (call.options['withoutCluster'] !== true) {
    const url = clusterKnown(call);
    if (url === undefined) throw unknownCluster();
    await inPostgres(url, (postgres) => moveAway(postgres, run, `${hostname()} ${folder}`));
  }
  if (!existsSync(folder)) return;
  const aside = freePlace(join(dirname(dirname(folder)), 'copies'), basename(folder));
  mkdirSync(dirname(aside), { recursive: true });
  renameSync(folder, aside);
  call.io.stderr.write(clean(`what was here as a copy, with what programs printed, is kept in ${aside}`));
}

function unknownCluster(): GauntletError {
  return new GauntletError(
    'USAGE_INVALID',
    'this run comes from a cluster, where it could be gone on with as well',
    {
      hint: 'Set GAUNTLET_CLUSTER, so that it is closed there; --without-cluster if the run was removed there, or that database is gone for good.',
    },
  );
}

/** A copy that somebody writes to, or of another run, is not touched. */
function isCopyOf(folder: string, run: StagedRun): boolean {
  const file = join(folder, 'journal.db');
  if (isHeld({ folder })) return false;
  if (!existsSync(file)) return true;
  const reader = readJournal(file);
  try {
    const last = reader.last();
    const [ours] = last === 0 ? [] : reader.read(last - 1);
    const [theirs] = last === 0 ? [] : run.read(last - 1);
    return JSON.stringify(ours) === JSON.stringify(theirs);
  } finally {
    reader.close();
  }
}

function freePlace(folder: string, name: string): string {
  for (let nth = 1; ; nth++) {
    const place = join(folder, `${name}-${nth}`);
    if (!existsSync(place)) return place;
  }
}
