import type { Hub } from '../../ports/git.ts';

/** The lines of files at a commit, by path; those that are not there are left out. */
export async function linesAt(
  { hub }: { readonly hub: Pick<Hub, 'file'> },
  commit: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = new Map<string, readonly string[]>();
  for (const path of new Set(files)) {
    if (path === '' || path.startsWith('/') || path.split('/').includes('..')) continue;
    const bytes = await hub.file(commit, path);
    if (bytes !== undefined) lines.set(path, new TextDecoder().decode(bytes).split(/\r?\n/));
  }
  return lines;
}
