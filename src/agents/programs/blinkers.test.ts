import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, settingsOf } from '../../../test/contracts/agents.ts';
import { blinkers } from './blinkers.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

function plant(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(place.workspace, path)), { recursive: true });
    writeFileSync(join(place.workspace, path), 'x');
  }
}

async function hidden(role: 'critic' | 'developer' = 'critic'): Promise<readonly string[]> {
  const found = await blinkers(callOf(settingsOf('acp', []), place, { role }));
  return found.map((path) => path.slice(place.workspace.length + 1)).toSorted();
}

test('P6 SIGNAL-08 orders are kept from a judge wherever they lie, and from nobody else', async () => {
  plant(
    'CLAUDE.md',
    'a/b/AGENTS.md',
    'a/.gemini/settings.json',
    '.github/copilot-instructions.md',
    'a/b\n/.env',
  );
  plant('src/claude.ts', 'docs/agents.md.txt', '.git/AGENTS.md');
  expect(await hidden()).toEqual([
    '.github/copilot-instructions.md',
    'CLAUDE.md',
    'a/.gemini',
    'a/b\n/.env',
    'a/b/AGENTS.md',
  ]);
  expect(await hidden('developer')).toEqual([]);
});

test('P8 a branch cannot have the judged file itself hidden by a link to it', async () => {
  plant('AGENTS.md', 'src/main.ts');
  symlinkSync('AGENTS.md', join(place.workspace, 'CLAUDE.md'));
  symlinkSync('nowhere', join(place.workspace, 'GEMINI.md'));
  expect(await hidden()).toEqual(['AGENTS.md']);
  symlinkSync('../src/main.ts', join(place.workspace, 'src/QWEN.md'));
  symlinkSync('src', join(place.workspace, '.claude'));
  await expect(hidden()).rejects.toThrow('is a link that agents would follow');
});

test('P5 a tree with nothing but orders is refused, not mounted', async () => {
  plant(...Array.from({ length: 1_001 }, (_, index) => `${index}/.env`));
  await expect(hidden()).rejects.toThrow('more agent instruction files');
});
