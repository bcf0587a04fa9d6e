/** Of several things of one name, the one in the file itself or nearest to it in the tree. */
export function nearestTo<T extends { readonly path: string }>(
  from: string,
  all: readonly T[],
): T | undefined {
  let best: T | undefined;
  let most = -1;
  for (const each of all) {
    const shared = each.path === from ? Number.POSITIVE_INFINITY : sharedFolders(each.path, from);
    if (shared <= most) continue;
    best = each;
    most = shared;
  }
  return best;
}

function sharedFolders(left: string, right: string): number {
  const a = left.split('/');
  const b = right.split('/');
  let shared = 0;
  while (shared < a.length - 1 && shared < b.length - 1 && a[shared] === b[shared]) shared += 1;
  return shared;
}
