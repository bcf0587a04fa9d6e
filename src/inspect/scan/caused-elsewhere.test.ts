import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { allRules, type Tree } from '../../../packages/scan/index.ts';
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

/** Beside what is asked for here it serves two routes that stay. */
const server = (...routes: readonly string[]): string =>
  [
    'from fastapi import APIRouter, FastAPI',
    'app = FastAPI()',
    'api = APIRouter(prefix="/api/v2")',
    ...['items', 'prices', ...routes].flatMap((route) => [
      `@api.get("/${route}")`,
      `def ${route}(): return load()`,
    ]),
    'app.include_router(api)',
    '',
  ].join('\n');

const client = {
  'frontend/package.json': '{ "name": "web" }\n',
  'frontend/src/orders.ts':
    "export const all = () => Promise.all([fetch('/api/v2/orders'), fetch('/api/v2/boxes'), fetch('/api/v2/items'), fetch('/api/v2/prices')]);\n",
};

type Change = { readonly path: string; readonly before: string; readonly after: string };

async function caused(
  rule: string,
  files: Readonly<Record<string, string>>,
  { path, before, after }: Change,
): Promise<readonly string[]> {
  const result = await scanFolder({
    folder,
    tree: treeOf({ ...files, [path]: after }),
    rules: allRules,
    libraries: 0,
    progress: () => undefined,
    cache: undefined,
    threads: 0,
    before: { tree: treeOf({ ...files, [path]: before }), changed: new Set([path]) },
  });
  const found = result.findings.filter((finding) => finding.rule === rule && finding.file !== path);
  expect(found.length).toBeGreaterThan(0);
  return found
    .filter(({ fingerprint }) => result.caused?.has(fingerprint) === true)
    .map(({ message }) => message);
}

test.each([
  [['orders', 'users'], ['users'], ['/api/v2/orders']],
  [['orders', 'users'], ['boxes', 'users'], ['/api/v2/orders']],
  [['users'], ['users', 'lists'], []],
])('what a change breaks is news though the same line was broken before: %j, %j', async (was, is, news) => {
  const change = { path: 'backend/main.py', before: server(...was), after: server(...is) };
  const said = await caused('XREF-001', client, change);
  expect(said.map((words) => /\/api\/v2\/\w+/.exec(words)?.[0])).toEqual(news);
});

test('what only names another line than before is no news', async () => {
  const copy = [
    'export function formatDuration(seconds: number): string {',
    '  const hours = Math.floor(seconds / 3600);',
    '  const minutes = Math.floor((seconds % 3600) / 60);',
    '  const rest = Math.round(seconds % 60);',
    '  if (hours > 0) return `${hours} h ${minutes} min`;',
    '  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;',
    '}',
    '',
  ].join('\n');
  const files = { 'src/pages/player.ts': copy };
  const change = { path: 'src/a/first.ts', before: copy, after: `// A word before it.\n\n${copy}` };
  expect(await caused('FRONT-016', files, change)).toEqual([]);
});
