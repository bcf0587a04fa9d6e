import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Context } from '../context.ts';
import type { GitLocation } from '../running/git.ts';
import { randomName } from '../files.ts';
import { quarantined } from './quarantine.ts';

type Wanted = {
  readonly from: GitLocation;
  readonly to: GitLocation;
  readonly commit: string;
  /** Commits that are whole at the receiving end already. */
  readonly have: readonly string[];
};

/** As many objects as git itself would keep loose rather than as a pack. */
const LOOSE_UPTO = 100;

/**
 * Carries a commit and all it needs from one object store to another; it is on the disk there when this resolves, by one
 * flush. The sender is only read as a store of objects: no command runs with its configuration. The receiver computes
 * every id anew. What goes into the hub may be anybody's work: it is first received where nobody sees it, git checks
 * every object and every link, and what is broken gets no further. What leaves the hub was checked on its way in.
 */
export async function carry(
  context: Context,
  wanted: Wanted,
  isNeeded: () => Promise<boolean> = async () => true,
): Promise<void> {
  const file = join(context.layout.temporary, `${randomName()}.pack`);
  const handle = await open(file, 'wx+', 0o600);
  try {
    // Reading costs nobody anything: it need not wait until it is known whether anything is to be carried.
    const [count, needed] = await Promise.all([pack(context, wanted, handle), isNeeded()]);
    const isStrict = wanted.to.gitDir === context.layout.hub;
    if (count === 0 || !needed) return;
    if (count > LOOSE_UPTO) {
      const how = ['index-pack', '--stdin', ...(isStrict ? ['--strict'] : [])];
      return await receive(context, file, how, wanted.to);
    }
    if (isStrict) {
      await quarantined(context, ({ place }) =>
        receive(context, file, ['unpack-objects', '-q', '--strict'], place),
      );
    }
    await receive(context, file, ['unpack-objects', '-q'], wanted.to);
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/** Answers how many objects there are to carry. */
async function pack(context: Context, { from, commit, have }: Wanted, to: FileHandle): Promise<number> {
  const input = `${commit}\n${have.map((each) => `^${each}\n`).join('')}`;
  const args = ['pack-objects', '--revs', '--stdout', '-q', '--delta-base-offset'];
  await context.git(args, from, { input, outputFile: to.fd });
  const header = Buffer.alloc(12);
  await to.read(header, 0, 12, 0);
  return header.readUInt32BE(8);
}

async function receive(
  context: Context,
  file: string,
  args: readonly string[],
  to: GitLocation,
): Promise<void> {
  const reading = await open(file, 'r');
  try {
    await context.git(args, to, { inputFile: reading.fd });
  } finally {
    await reading.close();
  }
}
