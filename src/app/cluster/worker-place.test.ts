import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { takePlace } from './worker-place.ts';

const DAY_S = 24 * 3600;

function age(path: string, days: number): void {
  const then = Date.now() / 1000 - days * DAY_S;
  utimesSync(path, then, then);
}

test('BEYOND-08 a worker removes runs and repositories that nobody has used for long, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gauntlet-place-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const place = takePlace({ env: {} }, root);
  onTestFinished(() => place.release());
  for (const [run, days] of [
    ['1', 8],
    ['2', 6],
  ] as const) {
    const folder = join(place.folder, 'epics', 'e1', 'runs', run);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'stdout'), 'x');
    age(folder, days);
  }
  const [old, fresh] = await Promise.all(
    ['/old.git', '/fresh.git'].map(async (hub) => {
      const repository = await place.repositoryFor(hub, undefined);
      repository.close();
      age(join(repository.top, 'used'), hub === '/old.git' ? 15 : 13);
      age(repository.top, 15);
      return repository.top;
    }),
  );
  await place.prune('runs');
  expect(place.runFolders()).toEqual([join(place.folder, 'epics', 'e1', 'runs', '2')]);
  expect([old, fresh].map((path) => existsSync(path ?? ''))).toEqual([true, true]);
  await place.prune('all');
  expect([old, fresh].map((path) => existsSync(path ?? ''))).toEqual([false, true]);
});
