import type { Delivery, Hub, Overlay, Withheld, Workspace, Workspaces } from '../../ports/git.ts';
import type { DeveloperAnswer } from '../../formats/index.ts';
import { type Permission, loadChanges, type PutBack, toPutBack } from '../../gates/index.ts';

export type CollectedDelivery = Delivery & {
  /** Changed files that are as they were before, with what had been done to them. */
  readonly putBack: readonly PutBack[];
};

/** What one developer run left in the hub, for the stages after it. */
export type DeveloperDelivery = Delivery &
  Partial<Pick<CollectedDelivery, 'putBack'>> & { readonly answer: DeveloperAnswer | null };

export type DeliverySource = {
  readonly workspace: Workspace;
  /** The workspace's name among those of the run. */
  readonly name: string;
  readonly run: number;
  readonly title: string;
  readonly permission: Permission;
  readonly withheld: Withheld | null;
  /** What a delivered commit is compared with; undefined where they have no history in common. */
  readonly baseOf: (commit: string) => Promise<string | undefined>;
};

const LONGEST_DIFF = 40_000;

/**
 * Takes what was done in a workspace into the hub. Changes that whoever worked there may not make are put back in a commit
 * on top, so that everybody after this sees the work without them (REAL-08).
 */
export async function collectDelivery(
  { hub, workspaces }: { readonly hub: Hub; readonly workspaces: Workspaces },
  { workspace, name, run, title, permission, withheld, baseOf }: DeliverySource,
): Promise<CollectedDelivery> {
  let files: readonly Omit<PutBack, 'diff'>[] = [];
  const putBack = async (commit: string): Promise<Overlay> => {
    const base = await baseOf(commit);
    const changes = base === undefined ? [] : await loadChanges(hub, base, commit);
    const found = toPutBack(
      // A withheld file that changed is a problem of its own.
      changes.filter(({ path }) => withheld?.has(path) !== true),
      permission,
    );
    files = found.files;
    return found.paths;
  };
  const delivery = await workspaces.deliver(workspace, name, run, { title, putBack });
  if (delivery.asLeft === undefined || files.length === 0) return { ...delivery, putBack: [] };
  const diff = await hub.diff(delivery.commit, delivery.asLeft, LONGEST_DIFF);
  const parts = diff.split(/^(?=diff --git )/m);
  const diffOf = (path: string): string =>
    parts.find((part) => part.slice(0, part.indexOf('\n')).endsWith(` b/${path}`)) ?? '';
  return { ...delivery, putBack: files.map((file) => ({ ...file, diff: diffOf(file.path) })) };
}
