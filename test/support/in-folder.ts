import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

/** Begins every test of a file with a folder of its own, which is removed after it. */
export function inFolder(begin: (path: string) => void | Promise<void>): void {
  let path = '';
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), 'gauntlet-test-'));
    await begin(path);
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
}
