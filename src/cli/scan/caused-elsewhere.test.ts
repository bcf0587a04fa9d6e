import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import type { Tree } from '../../ports/tree.ts';
import { allRules } from '../../scan/index.ts';
import { scanFolder } from './scan-folder.ts';

/** It stays empty: every file is in the tree. */
const folder = mkdtempSync(join(tmpdir(), 'gauntlet-caused-'));
afterAll(() => rmSync(folder, { recursive: true }));

function treeOf(files: Readonly<Record<string, string>>): Tree {
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: text.length }));
  return {
    list: () => ({ entries, left: [] }),
    read: (path) => new TextEncoder().encode(files[path] ?? ''),
  };
}

const server = (...routes: readonly string[]): string =>
  [
    'from fastapi import APIRouter, FastAPI',
    'app = FastAPI()',
    'api = APIRouter(prefix="/api/v2")',
    ...routes.flatMap((route) => [`@api.get("/${route}")`, `def ${route}(): return load()`]),
    'app.include_router(api)',
    '',
  ].join('\n');

const client = {
  'frontend/package.json': '{ "name": "web" }\n',
  'frontend/src/orders.ts':
    "export const all = () => Promise.all([fetch('/api/v2/orders'), fetch('/api/v2/boxes')]);\n",
};

async function caused(before: string, after: string): Promise<readonly string[]> {
  const result = await scanFolder({
    folder,
    tree: treeOf({ ...client, 'backend/main.py': after }),
    rules: allRules,
    libraries: 0,
    progress: () => undefined,
    cache: undefined,
    threads: 0,
    before: {
      tree: treeOf({ ...client, 'backend/main.py': before }),
      changed: new Set(['backend/main.py']),
    },
  });
  return result.findings
    .filter(({ rule, fingerprint }) => rule === 'XREF-001' && result.caused?.has(fingerprint) === true)
    .map(({ message }) => /v2\/(\w+)/.exec(message)?.[1] ?? message);
}

test('what a change breaks is news though something else on the same line was broken before', async () => {
  expect(await caused(server('orders', 'users'), server('users'))).toEqual(['orders']);
  expect(await caused(server('orders', 'users'), server('boxes', 'users'))).toEqual(['orders']);
  expect(await caused(server('users'), server('users', 'lists'))).toEqual([]);
});
