// `npm run mutation [part…]`: measures the mutation score of the pure core, part by part, and prints one table. All at
// once takes hours; a part that is measured is kept in `reports/mutation`, so an interrupted measurement goes on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

type Part = {
  readonly name: string;
  readonly rooms: string;
  /** The tests that are played, where those of the rooms would be many that do not touch it. */
  readonly tests?: string;
  readonly mutate: readonly string[];
};

const parts: readonly Part[] = [
  { name: 'state', rooms: 'state,decide,run', mutate: ['src/state/**/*.ts'] },
  { name: 'decide', rooms: 'state,decide,run', mutate: ['src/decide/**/*.ts'] },
  { name: 'audit/score', rooms: 'audit/score', mutate: ['src/audit/score/**/*.ts'] },
  { name: 'formats/signals', rooms: 'formats', mutate: ['src/formats/signals/**/*.ts'] },
  { name: 'formats/audit-report', rooms: 'formats', mutate: ['src/formats/audit-report/*.ts'] },
  { name: 'audit/requirements', rooms: 'audit/requirements', mutate: ['src/audit/requirements/*.ts'] },
  { name: 'report/epic-state', rooms: 'report/epic-state', mutate: ['src/report/epic-state/*.ts'] },
  {
    name: 'formats/findings',
    rooms: 'formats',
    tests: 'src/formats/findings-document/*.test.ts',
    mutate: ['src/formats/findings-document/*.ts'],
  },
  {
    name: 'formats/review-report',
    rooms: 'formats',
    tests: 'src/formats/review-report/*.test.ts',
    mutate: ['src/formats/review-report/*.ts'],
  },
  {
    name: 'report/findings',
    rooms: 'report/findings',
    tests: 'src/report/findings/*.test.ts',
    mutate: ['src/report/findings/*.ts'],
  },
  { name: 'formats/text', rooms: 'formats', mutate: ['src/formats/text/*.ts'] },
  {
    name: 'formats/rest',
    rooms: 'formats',
    tests: 'src/formats/baseline.test.ts,src/formats/matrix.test.ts,src/formats/sanitize*.test.ts',
    mutate: ['baseline', 'matrix', 'sanitize'].map((name) => `src/formats/${name}.ts`),
  },
];

const folder = join('reports', 'mutation');
const LEAST = 85;
const measuredRooms = [
  'state',
  'decide',
  'formats',
  'audit/score',
  'audit/requirements',
  'report/epic-state',
  'report/findings',
];

type Count = { readonly killed: number; readonly all: number };

// A file in no part would count as if it had no mutants, one in two parts twice.
const misplaced = measuredRooms
  .flatMap((room) => sourcesIn([`src/${room}/**/*.ts`]))
  .filter((file) => parts.filter(({ mutate }) => sourcesIn(mutate).includes(file)).length !== 1);
if (misplaced.length > 0) {
  console.error(`Not in exactly one part: ${misplaced.join(', ')}.`);
  process.exit(2);
}
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const wanted = parts.filter(({ name }) => asked.length === 0 || asked.includes(name));
const counts = wanted.map((part) => ({ part, count: measured(part) }));
for (const { part, count } of counts) console.log(row(part.name, count));
const all = counts.reduce(
  (sum, { count }) => ({ killed: sum.killed + count.killed, all: sum.all + count.all }),
  { killed: 0, all: 0 },
);
console.log(row('all', all));
process.exitCode = counts.every(({ count }) => score(count) >= LEAST) ? 0 : 1;

function row(name: string, count: Count): string {
  return `${name.padEnd(24)}${String(count.all).padStart(6)} mutants  ${score(count).toFixed(1)} %`;
}

function score({ killed, all: total }: Count): number {
  return total === 0 ? 0 : (100 * killed) / total;
}

/** From an earlier measurement of the very same sources and tests, or by measuring now. */
function measured(part: Part): Count {
  const kept = join(folder, `${part.name.replace('/', '-')}-${fingerprint(part)}.json`);
  if (!fs.existsSync(kept)) measure(part, kept);
  return countIn(kept);
}

function measure({ name, rooms, tests = '', mutate }: Part, kept: string): void {
  console.log(`measuring ${name} …`);
  const stryker = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', '--mutate', sourcesIn(mutate).join(',')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GAUNTLET_ROOMS: rooms, GAUNTLET_TESTS: tests },
  });
  const report = join(folder, 'mutation.json');
  // Exit 1 is a score below the threshold: that is a measurement too.
  if ((status !== 0 && status !== 1) || !fs.existsSync(report))
    throw new Error(`${name} could not be measured`);
  fs.renameSync(report, kept);
}

function sourcesIn(patterns: readonly string[]): readonly string[] {
  return fs
    .globSync(patterns)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^src\/[^/]+\/index\.ts$/.test(path))
    .toSorted();
}

function countIn(file: string): Count {
  const report = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    files: Record<string, { mutants: readonly { status: string }[] }>;
  };
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const of = (...names: readonly string[]): number =>
    statuses.filter((status) => names.includes(status)).length;
  const killed = of('Killed', 'Timeout');
  return { killed, all: killed + of('Survived', 'NoCoverage') };
}

/** Changes when the part or a source or test of the rooms involved changes. */
function fingerprint(part: Part): string {
  const hash = createHash('sha256').update(JSON.stringify(part));
  for (const room of part.rooms.split(',')) {
    for (const path of fs.readdirSync(join('src', room), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (path.endsWith('.ts')) hash.update(path).update(fs.readFileSync(join('src', room, path)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
