import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { openAgents } from '../agents/index.ts';
import type { OpenedAgents } from '../agents/index.ts';
import { redact } from '../detect/index.ts';
import { grammarsFor } from '../files/index.ts';
import type { Repository } from '../git/index.ts';
import { measurements } from '../journal/index.ts';
import type { AgentSettings } from '../model/config.ts';
import { GauntletError } from '../model/error.ts';
import type { Workspaces } from '../ports/git.ts';
import type { Processes } from '../ports/processes.ts';
import type { Clock, Ids } from '../ports/surroundings.ts';
import { openProcesses, type Overhear, setups } from '../process/index.ts';
import type { Inputs, Milepost } from '../run/index.ts';
import { installedWords } from './agent-flag.ts';
import type { Caller } from './call.ts';
import { checkoutSecrets } from './checkout-secrets.ts';
import { refuseFarModels } from './privacy.ts';
import { READABLE } from './put-below.ts';
import type { RunningPrograms } from './running-programs.ts';

/** What is otherwise in a coordinator's own repository. */
type Elsewhere = {
  /** Where files that setup copies or links are. */
  readonly files?: string | undefined;
  readonly hidden?: readonly string[];
  /** Told what programs say while they run. */
  readonly overhear?: Overhear;
  readonly programs?: RunningPrograms;
};

/** Where an epic is worked on in a repository, and with what; the same for a coordinator and for a worker. */
export async function openPorts(repo: Repository, epic: string, elsewhere: Elsewhere = {}) {
  const { programs, overhear = programs?.overhear } = elsewhere;
  const bare = await openProcesses({
    stateFolder: repo.state,
    workFolder: repo.workFolder,
    discreet: redact,
    ...(overhear === undefined ? {} : { overhear }),
  });
  const processes = programs?.watched(bare) ?? bare;
  const workspaces = discreetWorkspaces(repo, epic, elsewhere.hidden);
  const { visible, hidden } = workspaces;
  const own = join(repo.workFolder, 'w', epic);
  const top = elsewhere.files ?? repo.top;
  const readied = setups({
    top,
    stateFolder: repo.state,
    workFolder: repo.workFolder,
    processes,
    visible,
    hidden,
    own,
  });
  return {
    hub: await repo.hub(),
    workspaces,
    lander: repo.lander(epic),
    processes,
    setups: readied,
    measurements: measurements(repo.state),
    grammars: (paths: readonly string[]) => grammarsFor(paths),
    clock,
    ids,
    /** Empties what only those who worked here needed. */
    tidy: () => readied.tidy(),
  };
}

/** Readable copies of prompts hold tokens: no agent and no check sees those of any run, in this checkout or the main one. */
export function discreetWorkspaces(
  repo: Repository,
  epic: string,
  alsoHidden: readonly string[] = [],
): Workspaces {
  const checkouts = new Set([repo.top, dirname(repo.common)]);
  const secret = [
    ...[...checkouts].map((top) => join(top, READABLE)),
    ...checkoutSecrets(repo.top),
    ...alsoHidden,
  ];
  const discreet = (workspaces: Workspaces): Workspaces => ({
    ...workspaces,
    hidden: [...workspaces.hidden, ...secret, ...[...checkouts].filter(mayHide)],
    forAgents: {
      ...workspaces.forAgents,
      hidden: [...workspaces.forAgents.hidden, ...secret],
      withheld: [...workspaces.forAgents.withheld, ...alsoHidden],
    },
    withholding: (files) => discreet(workspaces.withholding(files)),
    basedOn: (base) => discreet(workspaces.basedOn(base)),
  });
  return discreet(repo.workspaces(epic));
}

/** A check never sees the user's checkout: its packages and its code are not what is judged (REAL-01). */
function mayHide(checkout: string): boolean {
  return !`${homedir()}/`.startsWith(`${checkout === '/' ? '' : checkout}/`);
}

type Players = Pick<Inputs, 'cast' | 'config' | 'configFolder'> &
  Partial<Pick<Inputs, 'programs'>> & {
    /** What a person can do about agents that are not what they were. */
    readonly wayOn?: string;
  };

/** The programs of the agents, found and hashed before any branch is looked at; a missing one is said now, not later. */
export async function openRoleAgents(
  processes: Processes,
  players: Players,
  io: Pick<Caller, 'env'>,
  isNeeded: (named: NamedAgent) => boolean = () => true,
): Promise<OpenedAgents> {
  const agents = await openPrograms(processes, players, io);
  const problems = new Set<string>();
  for (const each of namedIn(players).filter(isNeeded)) {
    const problem = await agents.problem(each.settings);
    if (problem !== undefined) problems.add(problem);
  }
  if (problems.size === 0) return agents;
  throw new GauntletError('ENVIRONMENT_UNFIT', `agents cannot be started: ${[...problems].join('; ')}`, {
    hint:
      players.wayOn ??
      `${installedWords(io.env)} gauntlet doctor shows which agent each role uses and where that is set.`,
  });
}

/** A coordinator of a cluster compares programs and asks no model: keys have to be only where they are used. */
export function asksNoModel({ settings }: NamedAgent): boolean {
  return settings.use !== 'api';
}

function openPrograms(
  processes: Processes,
  players: Players,
  io: Pick<Caller, 'env'>,
): Promise<OpenedAgents> {
  const { configFolder, programs } = players;
  refuseFarModels(players, processes.enforcement);
  return openAgents({
    processes,
    settings: namedIn(players).map(({ settings }) => settings),
    configFolder,
    env: io.env,
    ...(programs === undefined ? {} : { pinned: programs }),
  });
}

/** An agent, and what it is asked to be: a role, or one of the team. */
export type NamedAgent = { readonly name: string; readonly settings: AgentSettings };

function namedIn({ cast, config }: Players): readonly NamedAgent[] {
  return [
    ...Object.entries(cast).map(([name, { settings }]) => ({ name, settings })),
    ...config.review.criticsBy.map(({ use }) => ({ name: 'critic', settings: use })),
  ];
}

export const clock: Clock = {
  now: () => Date.now(),
  wake(at, callback) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = at - Date.now();
      // One timer cannot wait longer than about 24 days.
      timer = setTimeout(left > 0 ? arm : callback, Math.min(Math.max(0, left), 2 ** 31 - 1));
    };
    arm();
    return () => clearTimeout(timer);
  },
};

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export const ids: Ids = {
  word: (length) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join(''),
};

/**
 * Where a sweep kills the coordinator, by an environment variable of the tests: the nth point it passes, or the first
 * whose name begins like that; another one names a file that the points are written to. Nothing but the process itself can hear of it, so it is no way to
 * influence a verdict.
 */
export function milepostFor(io: Caller): Milepost | undefined {
  const wanted = io.env['GAUNTLET_KILL_AT'];
  const file = io.env['GAUNTLET_MILEPOSTS'];
  if (wanted === undefined && file === undefined) return undefined;
  let passed = 0;
  return (where) => {
    passed += 1;
    if (file !== undefined) appendFileSync(file, `${where}\n`);
    const isHere = String(passed) === wanted || `${where} `.startsWith(`${wanted} `);
    if (isHere) process.kill(process.pid, 'SIGKILL');
  };
}
