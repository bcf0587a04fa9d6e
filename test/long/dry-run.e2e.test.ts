import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { sharedCli } from '../support/shared-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-dry-run-'));
const top = join(folder, 'checkout');
const epic = `version: 1
epic: shop
title: Shop
tickets:
  - { id: S-1, title: Cart, acceptance: [{ text: the cart holds 3 items, verify: npm run carts }] }
  - { id: S-2, title: Pay, needs: [S-1], acceptance: [paying twice answers 409] }
`;

beforeAll(() => {
  sharedCli();
  mkdirSync(top);
  write('src/cart.ts', 'export const cart = [];\n');
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=T', '-c', 'user.email=t@example.invalid', 'commit', '--quiet', '--message=base');
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: top });
}

function gauntlet(...args: readonly string[]) {
  return spawnSync(process.execPath, [sharedCli(), ...args], {
    cwd: top,
    encoding: 'utf8',
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: folder,
      TMPDIR: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      GAUNTLET_WORKSPACES: join(folder, 'ws'),
    },
  });
}

test('LOOP-07 a dry run of an epic without an agent shows the plan and what is missing', () => {
  write('shop.yaml', epic);
  write('empty.yaml', 'version: 1\n');
  const none = gauntlet('run', 'shop.yaml', '--dry-run', '--json', '--config', 'empty.yaml');
  const told = JSON.parse(none.stdout) as { missing: string[] };
  expect([none.status, told]).toMatchObject([0, { epic: 'shop', order: ['S-1', 'S-2'] }]);
  expect(told.missing).toEqual([expect.stringMatching(/^no agent is named for developer/)]);
  write('nobody.yaml', 'version: 1\nagents: { default: { use: command, run: [no-such-program] } }\n');
  const absent = gauntlet('run', 'shop.yaml', '--dry-run', '--config', 'nobody.yaml');
  expect(absent.status).toBe(0);
  expect(absent.stdout).toMatch(/missing: the program no-such-program is not installed \(developer, /);
  expect(gauntlet('run', 'shop.yaml', '--no-input', '--config', 'empty.yaml').status).toBe(2);
});
