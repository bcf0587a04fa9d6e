// `npm run bench:review -- --repo DIR [--rounds N]`: what a look without agents at ten changed files costs in a large repository,
// beside one bare TypeScript parse of those ten files. DIR is copied into a repository of its own first.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { atMost, median, type Row, tableText } from '../table.ts';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '../../dist/gauntlet.cjs');
const { values } = parseArgs({
  options: { repo: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
if (values.repo === undefined) throw new Error('name a repository: npm run bench:review -- --repo DIR');
const source = resolve(values.repo);
const top = mkdtempSync(join(tmpdir(), 'gauntlet-bench-review-'));
const repo = join(top, 'repository');

function git(...args: readonly string[]): string {
  const own = [
    '-c',
    'user.name=Bench',
    '-c',
    'user.email=bench@example.invalid',
    '-c',
    'core.hooksPath=.git/no-hooks',
  ];
  return execFileSync('git', [...own, ...args], { cwd: repo, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Seconds until it has ended; 1 is an answer too. */
function wall(args: readonly string[]): number {
  const began = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: join(top, 'cache'), GAUNTLET_WORKSPACES: join(top, 'ws') };
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: repo,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0 && status !== 1) throw new Error(`ended with ${status}: ${String(stderr)}`);
  return (performance.now() - began) / 1000;
}

function prepared(): { readonly files: number; readonly list: string } {
  cpSync(source, repo, {
    recursive: true,
    filter: (path) => !['.git', 'node_modules'].includes(basename(path)),
  });
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message=before');
  git('checkout', '--quiet', '-b', 'change');
  const paths = git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '');
  const code = paths.filter((path) => /\.[cm]?tsx?$/.test(path) && !path.endsWith('.d.ts'));
  const changed = Array.from(
    { length: 10 },
    (_, nth) => code[Math.floor(((nth + 0.5) / 10) * code.length)] ?? '',
  );
  for (const path of changed) appendFileSync(join(repo, path), '\nexport const changedByBench = 1;\n');
  git('commit', '--quiet', '--all', '--message=ten files');
  const list = join(top, 'changed.json');
  writeFileSync(list, JSON.stringify(changed.map((path) => join(repo, path))));
  return { files: paths.length, list };
}

try {
  const { files, list } = prepared();
  const review = [cli, 'review', '--no-agents'];
  wall(review);
  const rounds = Array.from({ length: Number(values.rounds) }, () => {
    return { bare: wall([join(here, 'bare-parse.cjs'), list]), review: wall(review) };
  });
  const rows: readonly Row[] = [
    { what: 'files of the repository', value: files, unit: '' },
    { what: 'bare parse of ten files, wall', value: median(rounds.map(({ bare }) => bare)), unit: 's' },
    atMost(
      {
        what: 'review of ten changed files, wall',
        value: median(rounds.map((each) => each.review)),
        unit: 's',
      },
      3,
    ),
    atMost(
      {
        what: 'review to a bare parse, wall',
        value: median(rounds.map((each) => each.review / each.bare)),
        unit: 'x',
      },
      12,
    ),
  ];
  process.stdout.write(`${tableText(rows)}\n`);
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0;
} finally {
  rmSync(top, { recursive: true, force: true });
}
