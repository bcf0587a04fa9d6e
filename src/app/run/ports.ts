import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { openAgents } from '../../agents/index.ts';
import type { OpenedAgents } from '../../agents/index.ts';
import { redact } from '../../detect/index.ts';
import type { Inputs, Milepost, RunPorts } from '../../run/index.ts';
import { openRepository } from '../../git/index.ts';
import type { Repository } from '../../git/index.ts';
import { mailbox, measurements, openJournal } from '../../journal/index.ts';
import type { AgentSettings } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { openProcesses, type Overhear, setups } from '../../process/index.ts';
import { grammarsFor, openInstalled } from '../../files/index.ts';
import type { Workspaces } from '../../ports/git.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Clock, Ids } from '../../ports/surroundings.ts';
import { installedWords } from '../../project/agent-flag.ts';
import type { Io } from '../../cli/io.ts';
import type { Event } from '../../model/events.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { ClusterOptions } from '../cluster/keeping.ts';
import { noteCopy, refuseCopy } from '../cluster/copy-note.ts';
import { checkoutSecrets } from '../../project/checkout-secrets.ts';
import { recordsAt, runRecords } from '../../project/kept/records-at.ts';
import { RunningPrograms } from '../../project/running-programs.ts';
import { refuseFarModels } from '../../project/privacy.ts';
import { READABLE } from './readable.ts';
import { epicFolder, journalFile } from '../../project/places.ts';
import { finishUndo } from './undo-epic.ts';

export type OpenedRun = {
  readonly repository: Repository;
  readonly ports: Omit<RunPorts, 'agents'>;
  /** What of these runs now. */
  readonly programs: RunningPrograms;
  /** Of a cluster: aborted when another coordinator may have taken over. */
  readonly lost?: AbortSignal;
  /** Of a cluster: brings what another machine has landed to this repository. */
  arrive?(inputs: Inputs, tip: string): Promise<void>;
  /** Of a cluster: what developers on other machines are told. */
  teach?(lessons: (events: readonly Event[]) => Promise<readonly Lesson[]>): void;
  /** Of a cluster: once the epic is undone, puts aside under a name what others would go on with. */
  shelve?(name: string): Promise<void>;
  /** Of a cluster: names that are taken by what was put aside, on whatever machine. */
  undoneNames?(): Promise<readonly string[]>;
  /** Frees the lease and ends what was opened. */
  close(): Promise<void>;
};

/** Opens everything a run works with. The lease comes first: without it nothing of ours is touched. */
export async function openRun(
  io: Io,
  epic: string,
  repository?: Repository,
  cluster?: ClusterOptions,
): Promise<OpenedRun> {
  const repo = repository ?? (await openRepository(io.cwd));
  const folder = epicFolder(repo, epic);
  mkdirSync(folder, { recursive: true });
  if (cluster === undefined) {
    refuseCopy(folder);
    const journal = await journalIn(folder, repo, epic);
    const kept = { journal, mailbox: mailbox(join(folder, 'inbox')), records: recordsAt(folder) };
    return opened(repo, epic, { ...kept, close: async () => journal.close() });
  }
  const { openKeeping } = await import('../cluster/keeping.ts');
  const { enforcement } = await openProcesses({ stateFolder: repo.state, discreet: redact });
  const keeping = await openKeeping(cluster, { epic, repository: repo, enforcement });
  noteCopy(folder);
  return opened(repo, epic, { ...keeping, records: runRecords(keeping.records) });
}

type Kept = Pick<RunPorts, 'journal' | 'mailbox' | 'records' | 'executor'> &
  Pick<OpenedRun, 'lost' | 'arrive' | 'teach' | 'shelve' | 'undoneNames' | 'close'>;

async function opened(repo: Repository, epic: string, kept: Kept): Promise<OpenedRun> {
  const { close: closeKept, lost, arrive, teach, shelve, undoneNames, ...keeping } = kept;
  try {
    await repo.removeStaleLocks();
    const programs = new RunningPrograms(() => clock.now());
    const { tidy, ...placed } = await openPlaces(repo, epic, { programs });
    const ports = { ...keeping, ...placed, installed: () => openInstalled(repo.top) };
    return {
      repository: repo,
      ports,
      programs,
      ...(lost === undefined ? {} : { lost }),
      ...(arrive === undefined ? {} : { arrive }),
      ...(teach === undefined ? {} : { teach }),
      ...(shelve === undefined ? {} : { shelve }),
      ...(undoneNames === undefined ? {} : { undoneNames }),
      async close() {
        tidy();
        await closeKept();
        repo.close();
      },
    };
  } catch (error) {
    await closeKept();
    throw error;
  }
}

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
export async function openPlaces(repo: Repository, epic: string, elsewhere: Elsewhere = {}) {
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

/** One that was undone, and whose undoing was interrupted, is put aside first: what follows starts anew. */
async function journalIn(folder: string, repo: Repository, epic: string): Promise<OpenedJournal> {
  const journal = openJournal({ file: journalFile(folder) });
  try {
    if (!(await finishUndo(repo, epic, journal))) return journal;
  } catch (error) {
    journal.close();
    throw error;
  }
  return openJournal({ file: journalFile(folder) });
}

type OpenedJournal = ReturnType<typeof openJournal>;

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
export async function openPlayers(
  processes: Processes,
  players: Players,
  io: Pick<Io, 'env'>,
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

function openPrograms(processes: Processes, players: Players, io: Pick<Io, 'env'>): Promise<OpenedAgents> {
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
export function milepostFor(io: Io): Milepost | undefined {
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
