/** One ref that git is about to push, as its pre-push hook is told on stdin. */
export type PushedRef = {
  readonly localRef: string;
  readonly localId: string;
  readonly remoteRef: string;
  /** null: the remote has no such ref yet. */
  readonly remoteId: string | null;
};

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export type PushedRefs = { readonly refs: readonly PushedRef[]; readonly unread: readonly string[] };

/** What is pushed; deletions bring nothing. A line that is none of git's is never passed over in silence. */
export function pushedRefs(text: string): PushedRefs {
  const refs: PushedRef[] = [];
  const unread: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [localRef = '', localId = '', remoteRef = '', remoteId = '', ...more] = line.split(' ');
    if (more.length > 0 || !ID.test(localId) || !ID.test(remoteId)) unread.push(line);
    else if (!isNothing(localId))
      refs.push({ localRef, localId, remoteRef, remoteId: isNothing(remoteId) ? null : remoteId });
  }
  return { refs, unread };
}

function isNothing(id: string): boolean {
  return /^0+$/.test(id);
}
