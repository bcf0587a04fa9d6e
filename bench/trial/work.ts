// The work of a trial: a fresh clone with nothing of upstream's later history, set up by `gauntlet init`, and one run.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { parse, stringify } from 'yaml';

import type { Checkout } from '../replay/checkout.ts';
import type { Trial } from './folder.ts';

export type Config = Readonly<Record<string, unknown>>;

const EPIC = 'epics/trial.yaml';

/** Commits epic and configuration in the clone; one in which a run has begun is taken as it is. */
export async function openWork(
  trial: Trial,
  { checkout, given }: { readonly checkout: Checkout; readonly given: Config },
): Promise<Config> {
  const file = join(checkout.folder, 'gauntlet.yaml');
  if (hasBegun(trial, checkout)) return parse(readFileSync(file, 'utf8')) as Config;
  checkout.git('reset', '--quiet', '--hard', trial.base);
  // A repository that brings one of its own has another judge than the trial.
  rmSync(file, { force: true });
  const { code, output } = await checkout.gauntlet('init', '-y');
  if (code !== 0) throw new Error(`gauntlet init ended with ${code}: ${output}`);
  const found = parse(readFileSync(file, 'utf8')) as Config;
  const config = { ...found, ...trial.instead?.config, ...given };
  rmSync(join(checkout.folder, 'epics/sample.yaml'), { force: true });
  checkout.write({ 'gauntlet.yaml': stringify(config), [EPIC]: trial.epic.text });
  checkout.git('add', '--force', '--', 'gauntlet.yaml', EPIC);
  checkout.git('commit', '--quiet', '--no-verify', '--message=The tickets');
  return config;
}

function hasBegun({ epic }: Trial, checkout: Checkout): boolean {
  return existsSync(join(checkout.state(epic.id), 'journal.db'));
}

/** The keys that decide how a workspace is made ready. */
export function surroundingsOf(config: Config): Config {
  const keys = ['setup', 'environments'];
  return Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)));
}

export type Ended = { readonly code: number | null; readonly cpuMs: number };

/** Runs the epic to its end, or goes on with it. Its progress goes to stderr. */
export async function runEpic(trial: Trial, checkout: Checkout): Promise<Ended> {
  const args = hasBegun(trial, checkout) ? ['resume', trial.epic.id] : ['run', EPIC];
  let cpuMs = 0;
  const ended = await checkout.watched(args, (child) => {
    child.stdout?.pipe(process.stderr, { end: false });
    child.stderr?.pipe(process.stderr, { end: false });
    const clock = setInterval(() => (cpuMs = Math.max(cpuMs, cpuOf(child))), 500);
    child.once('close', () => clearInterval(clock));
  });
  return { code: ended.code, cpuMs };
}

/** CPU time of the coordinator's own process, without the programs it starts; 0 where the machine does not say. */
function cpuOf({ pid }: ChildProcess): number {
  const TICK_MS = 10;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
