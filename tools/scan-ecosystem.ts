/**
 * How believable the rules are on public repositories.
 *
 *   npm run scan:ecosystem -- --repos DIR [--write] [--keep DIR | --kept DIR]
 *
 * DIR holds the trees of bench/ecosystem.json, each in a folder with its name and at its commit. Exits with 1 when a
 * rule, or all together, is right in fewer than nine of ten findings that were read, or nothing of a rule was read.
 * `--write` renews the snapshot (test/ecosystem/counts.json) and docs/ecosystem.md; `--keep` leaves the findings of
 * every repository in a folder, `--kept` takes them from there: judging needs no second scan.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { ecosystemPage } from './ecosystem-page.ts';
import {
  changesOf,
  countsOf,
  failuresOf,
  neverRead,
  precisionOf,
  precisionPerRule,
  seenIn,
  stillOccurring,
  unjudgedGrave,
  type Counts,
  type Judgement,
  type Repository,
  type Seen,
} from './ecosystem.ts';

const root = new URL('..', import.meta.url);
const countsFile = new URL('test/ecosystem/counts.json', root);
const cli = new URL('dist/gauntlet.cjs', root).pathname;

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'));
}

/** A tree that brings its history must stand at the commit of the list; one without is taken at its word. */
function checkCommit(folder: string, { name, commit }: Repository): void {
  if (!existsSync(folder)) throw new Error(`${name}: there is no folder ${folder}`);
  if (!existsSync(join(folder, '.git'))) return;
  const { stdout } = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  if (stdout.trim() !== commit) throw new Error(`${name}: is at ${stdout.trim()}, not at ${commit}`);
}

function findingsIn(folder: string, repo: string): readonly Seen[] {
  if (values.kept !== undefined) return seenIn(readFileSync(join(values.kept, `${repo}.json`), 'utf8'), repo);
  const args = [cli, 'audit', folder, '--json', '--no-baseline', '--no-cache', '--profile', 'all'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0 && status !== 1) throw new Error(`${repo}: the audit ended with ${status}\n${stderr}`);
  if (values.keep !== undefined) writeFileSync(join(values.keep, `${repo}.json`), stdout);
  return seenIn(stdout, repo);
}

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'string' },
    kept: { type: 'string' },
  },
});
if (values.repos === undefined) throw new Error('say where the trees are: --repos DIR');
const repositories = read('bench/ecosystem.json') as readonly Repository[];
const findings: Seen[] = [];
for (const repository of repositories) {
  const folder = join(resolve(values.repos), repository.name);
  checkCommit(folder, repository);
  const found = findingsIn(folder, repository.name);
  findings.push(...found);
  console.log(`${repository.name}: ${found.length} findings`);
}

const counts = countsOf(repositories, findings);
for (const [repo, rules] of Object.entries(counts))
  console.log(
    repo,
    Object.entries(rules)
      .map(([rule, count]) => `${rule} ${count}`)
      .join(', '),
  );
const before = existsSync(countsFile) ? (read('test/ecosystem/counts.json') as Counts) : {};
for (const change of changesOf(before, counts)) console.log(`changed: ${change}`);

const judgements = read('test/ecosystem/judged.json') as readonly Judgement[];
const judged = stillOccurring(judgements, findings);
console.log(`${judged.length} judged findings still occur, ${judgements.length - judged.length} are gone`);
for (const { rule, right, judged: of } of [...precisionPerRule(judged), precisionOf('all', judged)])
  console.log(`${rule}: ${right} of ${of} right`);
for (const { repo, rule, file, line, message } of unjudgedGrave(judgements, findings))
  console.log(`not judged: ${repo} ${rule} ${file}:${line} ${message}`);

if (values.write) {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
  writeFileSync(new URL('docs/ecosystem.md', root), ecosystemPage({ date, repositories, counts, judged }));
}
const failures = [
  ...failuresOf(judged),
  ...neverRead(judged, findings).map((rule) => `${rule}: nothing of it was read`),
];
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
