import type { Hub } from '../ports/git.ts';

/** The text of a file at a commit; undefined where there is none. */
export async function textAt(
  hub: Pick<Hub, 'file'>,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const bytes = await hub.file(commit, path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
