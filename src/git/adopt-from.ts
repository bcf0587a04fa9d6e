import { type Context, safeObject } from './context.ts';
import { commitOf, keep } from './hub.ts';
import { carry } from './transfer.ts';

/** Brings a commit whose objects are partly in a store outside of the repository into the hub, checked, and keeps it. */
export async function adoptFrom(
  context: Context,
  objects: string,
  commit: string,
  parent: string | null,
): Promise<void> {
  await context.ready();
  await carry(context, {
    from: { gitDir: context.common, alsoObjects: [objects] },
    to: context.hub,
    commit: safeObject(commit),
    have: parent === null ? [] : [safeObject(parent)],
  });
  await commitOf(context, commit);
  await keep(context, `adopted/${commit}`, commit);
}
