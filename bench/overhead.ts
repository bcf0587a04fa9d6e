// What the gate costs around a project's own checks, on a project with more than 10,000 files of dependencies. "Ours" is
// the whole of `review --no-agents`, or of a ticket's validation, minus the use that setup and check commands report.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Event } from '../src/model/events.ts';
import { root } from '../test/source.ts';
import { layProject, type Mechanism, type Project, timed } from './overhead/project.ts';
import { type CheckUsed, FILES, openRegistry, type Registry, type Used } from './overhead/registry.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

/** Medians of so many rounds: machines are busy. */
const ROUNDS = { preparing: 3, reviewing: 5 };

export const bench: Bench = {
  name: 'overhead',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
    const registry = await openRegistry(join(place, 'tarballs'));
    try {
      execFileSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'ignore' });
      return [...(await measure(place, registry, 'overlay')), ...(await measure(place, registry, 'pool'))];
    } finally {
      registry.close();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

type Taken = Used & { readonly checks: readonly CheckUsed[] };

/** Everything about one mechanism, in a project of its own. */
async function measure(place: string, registry: Registry, mechanism: Mechanism): Promise<Row[]> {
  const folder = join(place, mechanism);
  mkdirSync(folder);
  const project = layProject(folder, registry, mechanism);
  const review = async (branch: string): Promise<Taken> => {
    project.change(branch);
    const used = await project.run(['review', '--no-agents', '--base', 'main']);
    return { ...used, checks: registry.takeReports() };
  };
  const firsts: (Taken & { readonly byHandMs: number })[] = [];
  const [prepared, second]: [Taken[], Taken[]] = [[], []];
  for (let round = 0; round < ROUNDS.preparing; round += 1) {
    project.forgetWorkspaces();
    const { wallMs: byHandMs } = await installByHand(folder, project);
    firsts.push({ ...(await review('first')), byHandMs });
  }
  for (let round = 0; round < ROUNDS.reviewing; round += 1) {
    // A pool belongs to its branch; overlays show what is prepared to every branch.
    const branch = mechanism === 'overlay' ? `branch-${round}` : 'first';
    prepared.push(await review(branch));
    second.push(await review(branch));
  }
  const ours = median([...prepared, ...second].map(oursOf));
  const preparing = median(firsts.map((first) => (oursOf(first) - ours) / first.byHandMs));
  const about = `review --no-agents, ${FILES.toLocaleString('en-US')} files of dependencies, ${mechanism}`;
  const validation = await validationOf(project, registry);
  const calls = await statusCalls(folder, project);
  const row = (what: string, value: number, unit: string, bound: number): Row =>
    atMost({ what: `${about}${what}`, value, unit }, bound);
  return [
    row(': preparing', preparing, 'x npm ci by hand', 1.3),
    row(': ours', median(prepared.map(wallShare)), "x the checks' wall", 0.3),
    row(': ours', median(prepared.map(cpuShare)), "x the checks' CPU", 0.5),
    row(', second: ours', median(second.map(wallShare)), "x the checks' wall", 0.15),
    row(', second: ours', median(second.map(cpuShare)), "x the checks' CPU", 0.5),
    { what: `${about}, second: ours`, value: median(second.map(oursOf)), unit: 'ms' },
    { what: `${about}, second: ours`, value: median(second.map(({ cpuMs }) => cpuMs)), unit: 'ms of CPU' },
    row(', a ticket validated: ours', validation.wall, "x the checks' wall", 0.15),
    row(', a ticket run: ours', validation.cpu, "x the checks' CPU", 0.5),
    ...(calls === undefined ? [] : [row(': file-status calls', calls, 'calls', 60_000)]),
  ];
}

async function installByHand(folder: string, project: Project): Promise<Used> {
  const cache = mkdtempSync(join(folder, 'npm-'));
  const used = await timed(['npm', 'ci', '--cache', cache], project.folder, process.env);
  for (const each of [cache, join(project.folder, 'node_modules')]) rmSync(each, { recursive: true });
  return used;
}

function sum(all: readonly Used[], what: keyof Used): number {
  return all.reduce((total, used) => total + used[what], 0);
}

function oursOf({ wallMs, checks }: Taken): number {
  return wallMs - sum(checks, 'wallMs');
}

function wallShare(taken: Taken): number {
  return oursOf(taken) / sum(taken.checks, 'wallMs');
}

/** The sandbox's first process belongs to the system, so the shell counts no CPU of the checks. */
function cpuShare({ cpuMs, checks }: Taken): number {
  return cpuMs / sum(checks, 'cpuMs');
}

/** The share of ours in the validation of a ticket (wall), and in the whole run of it (CPU). */
async function validationOf(
  project: Project,
  registry: Registry,
): Promise<{ readonly wall: number; readonly cpu: number }> {
  execFileSync('git', ['checkout', '-q', 'main'], { cwd: project.folder });
  const { cpuMs } = await project.run(['run', 'epic.yaml', '--no-input']);
  const checks = registry.takeReports();
  const { stdout } = await project.run(['events', '--json', 'bench']);
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
  const began = events.find((event) => 'stage' in event && event.stage === 'validate');
  const ended = events.find(({ type }) => type === 'validation_passed');
  if (began === undefined || ended === undefined) throw new Error('the ticket was not validated');
  const own = checks.filter(({ endedAt }) => endedAt >= began.at && endedAt <= ended.at);
  const wall = (ended.at - began.at - sum(own, 'wallMs')) / sum(own, 'wallMs');
  return { wall, cpu: cpuMs / sum(checks, 'cpuMs') };
}

/** Calls of a review whose check makes none; undefined where strace is missing. */
async function statusCalls(place: string, project: Project): Promise<number | undefined> {
  if (spawnSync('strace', ['--version']).status !== 0) return undefined;
  project.makeQuick();
  project.change('counted');
  await project.run(['review', '--no-agents', '--base', 'main']);
  project.change('counted');
  const folder = mkdtempSync(join(place, 'trace-'));
  const calls = 'trace=stat,lstat,fstat,newfstatat,statx';
  await project.run(
    ['review', '--no-agents', '--base', 'main'],
    ['strace', '-ff', '-qq', '-e', calls, '-e', 'signal=none', '-o', join(folder, 't')],
  );
  return readdirSync(folder).reduce(
    (total, name) => total + readFileSync(join(folder, name), 'latin1').split('\n').length - 1,
    0,
  );
}
