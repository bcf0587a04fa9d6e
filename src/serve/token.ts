import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The token of a repository's dashboard. It is kept where only its owner reads, beside the journal, so that a page that
 * is open stays open when the server is started again; agents do not see that folder.
 */
export function keptToken(state: string): string {
  const folder = join(state, 'serve');
  const file = join(folder, 'token');
  const known = readToken(file);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const token = randomBytes(24).toString('base64url');
  try {
    writeFileSync(file, token, { flag: 'wx', mode: 0o600 });
    return token;
  } catch (error) {
    // Somebody was first, or something that is no token stands there: then it is not believed.
    const theirs = readToken(file);
    if (theirs !== undefined) return theirs;
    throw error;
  }
}

function readToken(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > 200) return undefined;
  // A copy of the repository may have loosened it.
  if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  const token = readFileSync(file, 'utf8');
  return /^[\w-]{32}$/.test(token) ? token : undefined;
}
