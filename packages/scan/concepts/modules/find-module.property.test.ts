import fc from 'fast-check';
import { test } from 'vitest';

import { joined } from '../../engine/files/paths.ts';

/** Part by part, as anybody would. */
function slowly(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const name = fc.constantFrom('a', 'b.ts', '.hidden', '..c', 'd.', '@e');
const step = fc.oneof(name, fc.constantFrom('.', '..', ''));

test('a path behind a folder is what its parts say, wherever its dots are', () => {
  const folder = fc.array(name, { maxLength: 4 }).map((parts) => parts.join('/'));
  const path = fc.array(step, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
  fc.assert(fc.property(folder, path, (at, to) => joined(at, to) === slowly(at, to)));
});
