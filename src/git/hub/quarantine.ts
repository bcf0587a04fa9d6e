import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Context } from '../context.ts';
import { randomName } from '../files.ts';
import type { GitLocation } from '../running/git.ts';
import { looseObjects, packOf } from './loose.ts';

/** The hub with an object store of its own in front: what is written there is not part of the hub until it is admitted. */
export type Quarantine = {
  readonly place: GitLocation & { readonly objects: string };
  /** Makes all of it part of the hub, on the disk when this resolves: one flush, however many objects there are. */
  admit(): Promise<void>;
};

/** As many objects as are kept loose rather than as a pack, and as many bytes of them as are handled in memory. */
const LOOSE_UPTO = 100;
const BYTES_UPTO = 4 * 1024 * 1024;

/**
 * Lets a step write objects where nobody else sees them. Git would force each one to the disk by itself; here none is,
 * and `admit` hands all of them over in a form that git stores with one flush. What is not admitted leaves no trace.
 */
export async function quarantined<Value>(
  context: Context,
  work: (quarantine: Quarantine) => Promise<Value>,
): Promise<Value> {
  const objects = join(context.layout.temporary, `${randomName()}.objects`);
  mkdirSync(objects, { recursive: true });
  const place = { ...context.hub, objects, alsoObjects: [join(context.layout.hub, 'objects')] };
  try {
    return await work({ place, admit: () => admit(context, place) });
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}

async function admit(context: Context, place: Quarantine['place']): Promise<void> {
  const found = looseObjects(place.objects);
  if (found.length === 0) return;
  const isSmall = found.length <= LOOSE_UPTO && found.reduce((sum, { size }) => sum + size, 0) <= BYTES_UPTO;
  const pack = isSmall ? packOf(found, context.format, BYTES_UPTO) : undefined;
  if (pack !== undefined) {
    await context.git(['unpack-objects', '-q'], context.hub, { input: pack });
    return;
  }
  const input = found.map(({ id }) => `${id}\n`).join('');
  const target = join(context.layout.hub, 'objects', 'pack', 'pack');
  await context.git(['pack-objects', '-q', target], { ...place, durable: true }, { input });
}
