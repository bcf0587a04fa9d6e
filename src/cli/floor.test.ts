import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { floor, nodeComplaint } from './floor.ts';

test('a Node below the floor is named, with what to do', () => {
  const said = (version: string) =>
    `gauntlet needs Node 22.13 or newer, and this is Node ${version}.\n  hint: Install a newer Node (https://nodejs.org), then run the same command again.\n`;
  for (const version of ['22.12.0', '20.20.2', '21.99.0', '4.9.1', '0.12.18']) {
    expect(nodeComplaint(version)).toBe(said(version));
  }
});

test('the floor itself and everything above it is fine', () => {
  for (const version of ['22.13.0', '22.13.0-nightly', '22.99.1', '23.0.0', '24.21.0', '100.0.0']) {
    expect(nodeComplaint(version)).toBeUndefined();
  }
});

test('the floor is the one that package.json promises', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string };
  };
  expect(manifest.engines.node).toBe(`>=${floor.major}.${floor.minor}`);
});
