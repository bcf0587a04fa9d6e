import type { FileChange, FileVersion } from '../../src/detect/change.ts';
import { sha256 } from '../../src/model/sha256.ts';

function version(text: string | null, mode: string): FileVersion | null {
  return text === null ? null : { mode, blob: sha256(text), text, unread: null };
}

/** A changed file as the tests of this room write it; null: not there. */
export function changed(
  path: string,
  before: string | null,
  after: string | null,
  mode = '100644',
): FileChange {
  return { path, before: version(before, '100644'), after: version(after, mode) };
}
