import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { restamped, stampFiles } from './checkouts.ts';

test('EVID-04 a file that was written and restored within a second, its time set back, differs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stamps-'));
  try {
    for (const name of ['kept', 'restored', 'removed']) writeFileSync(join(folder, name), 'as it was');
    const stamps = await stampFiles(folder, ['kept', 'restored', 'removed', 'never there']);
    const file = join(folder, 'restored');
    const { atime, mtime, ctimeMs } = statSync(file);
    const was = readFileSync(file);
    // The kernel's clock moves in steps of some milliseconds: write until it has.
    do {
      writeFileSync(file, 'otherwise');
      writeFileSync(file, was);
      utimesSync(file, atime, mtime);
    } while (statSync(file).ctimeMs === ctimeMs);
    rmSync(join(folder, 'removed'));
    expect(await restamped(folder, stamps)).toEqual(['restored', 'removed']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
