import type { Omitted } from '../git/index.ts';
import { placeOf, readGit, records } from '../git/index.ts';

/**
 * What git tracks or would add below a folder; undefined outside of a repository or where git says no. Folders git
 * could not look into are said.
 */
export function knownToGit(folder: string, omitted: Omitted): readonly string[] | undefined {
  const question = 'ls-files -z --cached --others --exclude-standard -- .'.split(' ');
  const { ok, out, complaint } = readGit(placeOf(folder), question);
  if (!ok) return undefined;
  for (const [, name = '', why = ''] of complaint.matchAll(/could not open directory '([^\n]*)': ([^\n]*)/g))
    omitted.add(`a folder that cannot be read: ${why}`, name);
  // A file in conflict is listed once for each side.
  return [...new Set(records(out))];
}
