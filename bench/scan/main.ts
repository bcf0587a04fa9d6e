// `npm run bench:scan -- --repo DIR [--rounds N] [--eslint DIR]`: what a scan of a large repository costs, as ratios to
// one bare TypeScript parse of the same files. Everything takes its turn in every round, because machines differ and are
// busy; a goal that is broken makes it fail. DIR of --eslint is a folder in which eslint and typescript-eslint are installed.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { families } from '../../packages/scan/index.ts';
import { openTree } from '../../src/files/index.ts';
import { atMost, median, type Row, tableText } from '../table.ts';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '../../dist/gauntlet.cjs');
const { values } = parseArgs({
  options: { repo: { type: 'string' }, rounds: { type: 'string', default: '3' }, eslint: { type: 'string' } },
});
if (values.repo === undefined) throw new Error('name a repository: npm run bench:scan -- --repo DIR');
const repo = resolve(values.repo);
const rounds = Number(values.rounds);
const top = mkdtempSync(join(tmpdir(), 'gauntlet-bench-scan-'));

type Used = { readonly wall: number; readonly cpu: number; readonly rss: number };

/** Runs a program to its end. What it says of the code is not the point here; that it ran is. */
function used(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = '.'): Used {
  const file = join(top, 'usage.json');
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', join(here, 'usage.cjs'), ...args], {
    cwd,
    env: { ...process.env, ...env, USAGE_FILE: file },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const wall = (performance.now() - began) / 1000;
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { wall, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Used, 'wall'>) };
}

const isCode = /\.[cm]?[jt]sx?$/;
const entries = openTree(repo)
  .list()
  .entries.filter(({ path, bytes }) => isCode.test(path) && !path.endsWith('.d.ts') && bytes < 1_000_000);
const paths = entries.map(({ path }) => path);

function listOf(some: readonly string[], root: string, name: string): string {
  const file = join(top, name);
  writeFileSync(file, JSON.stringify(some.map((path) => join(root, path))));
  return file;
}

/** LIB and DUP are measured apart: they are other work. */
const asked = families.filter((family) => family !== 'library' && family !== 'duplication');

function audit(folder: string, more: readonly string[], cache = join(top, 'none')): Used {
  return used([cli, 'audit', folder, '--json', ...asked.flatMap((family) => ['--family', family]), ...more], {
    XDG_CACHE_HOME: cache,
  });
}

/** Few rules ask for more than a test's imports, so tests are changed apart from what ships. */
const isTest = /(?:^|[/._-])(?:__)?(?:tests?|specs?|e2e|mocks?|fixtures?)(?:__)?[/.]/;
const shipped = paths.filter((path) => !isTest.test(path));
const tests = paths.filter((path) => isTest.test(path));

/** Three files change, one after the other rounds; their content comes back afterwards. */
function rescanned(cache: string, among: readonly string[]): Used {
  const changed = [0.2, 0.5, 0.8].map((part) => join(repo, among[Math.floor(part * among.length)] ?? ''));
  const before = changed.map((path) => readFileSync(path));
  for (const path of changed) appendFileSync(path, '\nexport const changedByBench = 1;\n');
  try {
    return audit(repo, ['--threads', '1'], cache);
  } finally {
    for (const [index, path] of changed.entries()) writeFileSync(path, before[index] ?? '');
  }
}

/** The same kind of code, a tenth of it: every tenth file of the repository. */
function smaller(): string {
  const folder = join(top, 'smaller');
  for (const path of paths.filter((_, index) => index % 10 === 0)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repo, path), join(folder, path));
  }
  return folder;
}

type Round = Readonly<Record<'bare' | 'one' | 'two' | 'again' | 'tested' | 'small', Used>> & {
  readonly eslint?: Used;
};

function measured(): readonly Round[] {
  const list = listOf(paths, repo, 'all.json');
  const cache = join(top, 'cache');
  const small = smaller();
  audit(repo, ['--threads', '1'], cache);
  return Array.from({ length: rounds }, (_, round) => {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    return {
      bare: used([join(here, 'bare-parse.cjs'), list]),
      one: audit(repo, ['--threads', '1', '--no-cache']),
      two: audit(repo, ['--threads', '2', '--no-cache']),
      again: rescanned(cache, shipped),
      tested: rescanned(cache, tests),
      small: audit(small, ['--threads', '1', '--no-cache']),
      ...(values.eslint === undefined || round > 0 ? {} : { eslint: eslint(values.eslint) }),
    };
  });
}

function eslint(folder: string): Used {
  const config = join(folder, 'eslint.config.mjs');
  writeFileSync(
    config,
    `import t from 'typescript-eslint';\nexport default t.config(...t.configs.recommended, { linterOptions: { reportUnusedDisableDirectives: 'off' } });\n`,
  );
  const program = join(folder, 'node_modules/eslint/bin/eslint.js');
  const flags = ['--no-config-lookup', '-c', config, '--no-inline-config', '--no-warn-ignored'];
  // It lints nothing outside the folder it is started in.
  return used(['--max-old-space-size=8000', program, ...flags, repo], {}, repo);
}

const all = measured();
const ratio = (of: (round: Round) => number): number => median(all.map(of));
const row = (what: string, value: number, bound: number): Row => atMost({ what, value, unit: 'x' }, bound);
const perFile = ({ one, small }: Round): number =>
  one.cpu / paths.length / (small.cpu / Math.ceil(paths.length / 10));
const rows: Row[] = [
  row(
    'one process, CPU to a bare parse',
    ratio(({ one, bare }) => one.cpu / bare.cpu),
    1.25,
  ),
  row(
    'one process, memory to a bare parse',
    ratio(({ one, bare }) => one.rss / bare.rss),
    1.5,
  ),
  row(
    'two threads, wall to a bare parse',
    ratio(({ two, bare }) => two.wall / bare.wall),
    1,
  ),
  row(
    'two threads, CPU to a bare parse',
    ratio(({ two, bare }) => two.cpu / bare.cpu),
    1.5,
  ),
  row(
    'two threads, memory to a bare parse',
    ratio(({ two, bare }) => two.rss / bare.rss),
    2,
  ),
  row(
    'again after 3 files that ship changed, CPU to the whole scan',
    ratio(({ again, one }) => again.cpu / one.cpu),
    0.05,
  ),
  row(
    'again after 3 tests changed, CPU to the whole scan',
    ratio(({ tested, one }) => tested.cpu / one.cpu),
    0.05,
  ),
  row('cost per file, all to a tenth of the files', ratio(perFile), 1.1),
];
const peer = all[0]?.eslint;
if (peer !== undefined)
  rows.push(row('one process, CPU to ESLint with typescript-eslint', (all[0]?.one.cpu ?? 0) / peer.cpu, 0.1));
console.log(
  `${paths.length} files, ${(entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`,
);
console.log(tableText(rows));
rmSync(top, { recursive: true, force: true });
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0;
