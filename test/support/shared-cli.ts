// The built CLI, made once for every state of the sources and shared by all tests that start it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

import { root } from '../source.ts';

/** Milliseconds. */
const OLD = 2 * 60 * 60 * 1000;

const ingredients = [
  'src',
  'packages',
  'dashboard',
  'tools',
  'agents.d',
  'demo',
  'examples',
  'schema',
  'package.json',
  'package-lock.json',
];

const cache = join(root, 'node_modules/.cache/gauntlet-cli');

/** Compiled code of the CLI, shared by all tests: every one of them would compile the same megabytes again. */
export const compileCache = join(cache, 'compiled');

let cli: string | undefined;

/** Path of `gauntlet.cjs`: the one named by `GAUNTLET_TEST_CLI`, else built from the sources as they are now. */
export function sharedCli(): string {
  return (cli ??= process.env['GAUNTLET_TEST_CLI'] ?? built());
}

// In a test it is made when the file is loaded: that may take any time on a busy machine, a hook may not.
if (process.env['VITEST'] !== undefined) sharedCli();

function built(): string {
  for (let tries = 0; ; tries += 1) {
    const hash = hashOfSources();
    const home = join(cache, hash);
    const file = join(home, 'gauntlet.cjs');
    if (existsSync(file)) {
      utimesSync(home, new Date(), new Date());
      return file;
    }
    mkdirSync(cache, { recursive: true });
    forgetOld(cache);
    const fresh = mkdtempSync(join(cache, 'new-'));
    execFileSync(process.execPath, [join(root, 'tools/build.ts'), '--out', join(fresh, 'dist')], {
      cwd: root,
    });
    // Sources that changed meanwhile belong to another build; somebody who never stops writing is not awaited.
    if (hashOfSources() === hash || tries === 2) takeOver(join(fresh, 'dist'), home);
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What nobody has used for hours belongs to sources that are gone. */
function forgetOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const used = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - used > OLD) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/** Whoever is first wins; the others use what is there. */
function takeOver(fresh: string, home: string): void {
  try {
    renameSync(fresh, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const name of ingredients) {
    const path = join(root, name);
    const inside = existsSync(path) ? filesIn(path) : [];
    for (const file of inside) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

function filesIn(path: string): readonly string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
