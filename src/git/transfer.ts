import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Context } from './context.ts';
import type { Place } from './git.ts';
import { randomName } from './files.ts';

type Wanted = {
  readonly from: Place;
  readonly to: Place;
  readonly commit: string;
  /** Commits that are whole at the receiving end already. */
  readonly have: readonly string[];
};

/** As many objects as git itself would keep loose rather than as a pack. */
const LOOSE_UPTO = 100;

/**
 * Carries a commit and all it needs from one object store to another. The sender is only read as a store of objects: no
 * command runs with its configuration. The receiver computes every id anew, checks every object and refuses broken
 * links, so that what arrives is whole.
 */
export async function carry({ git, layout }: Context, { from, to, commit, have }: Wanted): Promise<void> {
  const file = join(layout.temporary, `${randomName()}.pack`);
  const handle = await open(file, 'wx+', 0o600);
  try {
    const input = `${commit}\n${have.map((each) => `^${each}\n`).join('')}`;
    const pack = ['pack-objects', '--revs', '--stdout', '-q', '--delta-base-offset'];
    await git(pack, from, { input, outputFile: handle.fd });
    const header = Buffer.alloc(12);
    await handle.read(header, 0, 12, 0);
    const count = header.readUInt32BE(8);
    if (count === 0) return;
    const reading = await open(file, 'r');
    try {
      const receive =
        count <= LOOSE_UPTO ? ['unpack-objects', '-q', '--strict'] : ['index-pack', '--stdin', '--strict'];
      await git(receive, to, { inputFile: reading.fd });
    } finally {
      await reading.close();
    }
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}
