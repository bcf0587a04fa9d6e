import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import { alone, placesUnder } from './workspace-places.ts';

let state: string;

inFolder((path) => void (state = path));

test('RECOVER-01 places of our own workspaces, and of none, are found; those of another epic at work are not', async () => {
  const [ours, theirs] = [
    join(state, 'work', 'mine', 'checks', '1'),
    join(state, 'work', 'other', 'checks', '1'),
  ];
  for (const path of [ours, theirs, ...['1', '2', '3', '4'].map((slot) => join(state, 'places', slot))])
    await mkdir(path, { recursive: true });
  const table = { [ours]: 1, [theirs]: 2, [join(state, 'work', 'other', 'gone')]: 3 };
  await writeFile(join(state, 'places.json'), JSON.stringify(table));
  const found = placesUnder(state, join(state, 'work', 'mine'));
  expect([...found].sort()).toEqual(['1', '3', '4'].map((slot) => join(state, 'places', slot)));
});

test('where nothing was ever readied there are no places', () => {
  expect(placesUnder(state, join(state, 'work', 'mine'))).toEqual([]);
});

test('RECOVER-01 coordinators that look for places at the same moment never get the same one', async () => {
  const program = `
    import { workspacePlaces } from ${JSON.stringify(new URL('./workspace-places.ts', import.meta.url).href)};
    const [state, ...workspaces] = process.argv.slice(1);
    const take = workspacePlaces(state);
    const ports = await Promise.all(workspaces.map(async (one) => (await take(one)).port));
    process.stdout.write(JSON.stringify(ports));
  `;
  // All in one folder, so that all of them look from the same start.
  const workspaces = await Promise.all(
    Array.from({ length: 24 }, async (_, nth) => {
      const path = join(state, 'work', 'same', String(nth));
      await mkdir(path, { recursive: true });
      return path;
    }),
  );
  const parts = [0, 1, 2, 3].map((part) => workspaces.filter((_, nth) => nth % 4 === part));
  const told = await Promise.all(parts.map((mine) => outputOf(program, [state, ...mine])));
  const ports = told.flatMap((text) => JSON.parse(text) as number[]);
  expect(new Set(ports).size).toBe(24);
});

test('RECOVER-01 a coordinator that died while it looked for a place is in nobody’s way', async () => {
  const lock = `
    import { alone } from ${JSON.stringify(new URL('./workspace-places.ts', import.meta.url).href)};
    await alone(process.argv[1], () => { process.stdout.write('held'); return new Promise(() => setInterval(() => {}, 1000)); });
  `;
  const file = join(state, 'places-lease.db');
  const holder = spawn(process.execPath, ['--input-type=module', '-e', lock, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  const waiting = alone(file, () => Promise.resolve('mine'));
  holder.kill('SIGKILL');
  await expect(waiting).resolves.toBe('mine');
});

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(0);
  return text;
}
