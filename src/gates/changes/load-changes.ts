import type { FileChange, FileVersion } from '../../detect/index.ts';
import type { Blob, Change, Hub } from '../../ports/git.ts';

/** A file larger than this is not read, and a gate says so. */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** All texts together; what comes after that counts as too large. */
const MOST_BYTES = 256 * 1024 * 1024;
const AT_ONCE = 8;

type Source = Pick<Hub, 'changes' | 'file' | 'link'>;

/** What changed between two trees, with the texts on both sides. */
export async function loadChanges(hub: Source, base: string, head: string): Promise<readonly FileChange[]> {
  const changes = await hub.changes(base, head);
  const loaded: FileChange[] = [];
  const budget = { left: MOST_BYTES };
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    loaded.push(...(await Promise.all(some.map((change) => load(hub, change, { base, head, budget })))));
  }
  return loaded;
}

type Sides = { readonly base: string; readonly head: string; readonly budget: { left: number } };

async function load(hub: Source, { path, before, after }: Change, sides: Sides): Promise<FileChange> {
  return {
    path,
    before: before === null ? null : await version(hub, before, { commit: sides.base, path }, sides),
    after: after === null ? null : await version(hub, after, { commit: sides.head, path }, sides),
  };
}

async function version(
  hub: Source,
  { mode, blob }: Blob,
  place: { readonly commit: string; readonly path: string },
  { budget }: Sides,
): Promise<FileVersion> {
  if (mode === '160000') return { mode, blob, text: undefined, unread: 'submodule' };
  if (mode === '120000') return { mode, blob, text: await hub.link(place.commit, place.path), unread: null };
  const bytes = budget.left <= 0 ? undefined : await hub.file(place.commit, place.path, LARGEST_FILE);
  if (bytes === undefined) return { mode, blob, text: undefined, unread: 'large' };
  budget.left -= bytes.length;
  if (bytes.subarray(0, 8000).includes(0)) return { mode, blob, text: undefined, unread: 'binary' };
  return { mode, blob, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), unread: null };
}
