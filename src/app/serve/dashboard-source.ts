import { withJournal } from '../../project/kept/read-run.ts';
import fs from 'node:fs';
import { basename, join } from 'node:path';

import { foldJournal } from '../../run/index.ts';
import { openRepository } from '../../git/index.ts';
import { follow, readFindingMemory, readJournal, readRecorded } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import type { Hub } from '../../ports/git.ts';
import { runOutcome, runWord } from '../../report/index.ts';
import type {
  DashboardSource,
  EpicSource,
  DashboardAnswer,
  LeftRecords,
  RunLine,
} from '../../serve/index.ts';
import { summarise } from '../../state/index.ts';
import { calibratedCritics } from '../../inspect/calibrate/calibration-store.ts';
import { isCopy } from '../cluster/copy-note.ts';
import { currentRun } from '../cluster/copy-note.ts';
import { askingJob, recordAnswer, soundAnswer } from '../steer/record-answer.ts';
import type { Caller } from '../../project/call.ts';
import { ticketText } from '../../plan/index.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { lastResults } from '../../project/kept/last-result.ts';
import { epicBranchOf, runOf } from '../../project/kept/read-run.ts';
import { outputOf, promptOf } from '../../project/kept/run-output.ts';
import { personOf } from '../../project/person.ts';
import { boundsOf } from './run-limits.ts';
import { workerStatusOf } from './worker-status.ts';
import { steerBy } from './steer-by.ts';
import { epicRunsAt } from '../../project/kept/choose-run.ts';
import { type EpicPlace, epicsAt, type RepositoryPlace } from '../../project/state-folder.ts';

export type ClosableSource = DashboardSource & { close(): Promise<void> };

/** What the pages of a repository's epics show, from its journals and records; answers go the way of `decide`. */
export function deskAt(
  place: RepositoryPlace,
  io: Caller,
  { cluster, tool }: { readonly cluster: string | undefined; readonly tool: string },
): ClosableSource {
  const git = lazyHub(place);
  const crews = workerStatusOf(cluster);
  return {
    person: personOf(io),
    repository: basename(place.top),
    results: () => ({ runs: latestRuns(place), last: lastResults(place) }),
    epics: () => epicRunsAt(place).map((run) => run.place.id),
    open(id) {
      const epic = epicsAt(place).find((each) => each.id === id);
      if (epic !== undefined)
        return {
          ...epicSource(epic, place, git.hub, { person: personOf(io), cluster, tool, io }),
          crew: () => crews.of(epic),
        };
      const words = id === '' ? 'nothing has run here yet' : 'there is no run of an epic of that name';
      throw new GauntletError('USAGE_INVALID', words, {
        hint: 'Start one with: gauntlet do, or gauntlet run <epic.yaml>',
      });
    },
    async close() {
      git.close();
      await crews.close();
    },
  };
}

/** Who speaks here, by which version, and where the truth of runs is that are driven in a cluster. */
type Speaking = {
  readonly person: string;
  readonly cluster: string | undefined;
  readonly tool: string;
  readonly io: Caller;
};

const MOST_RUNS = 50;

/** The trend of a repository's epics, the latest first. */
function latestRuns(place: RepositoryPlace): readonly RunLine[] {
  const runs = epicRunsAt(place).toSorted((a, b) => b.at - a.at);
  return runs.slice(0, MOST_RUNS).flatMap((run) => runLine(run.place));
}

/** A journal that cannot be read is missing in the trend; its own page says why. */
function runLine(epic: EpicPlace): readonly RunLine[] {
  try {
    const held = isHeld(epic);
    const { state, startedAt } = runOf(epic);
    const { at, spent } = state;
    const { tickets } = summarise(state);
    const done = tickets.filter(({ status }) => status === 'completed').length;
    const sentBack = tickets.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0);
    const outcome = runOutcome(state, runWord(state, held));
    return [{ epic: epic.id, at, startedAt, outcome, tickets: tickets.length, done, sentBack, ...spent }];
  } catch {
    return [];
  }
}

function epicSource(
  epic: EpicPlace,
  place: RepositoryPlace,
  hub: () => Promise<Hub>,
  by: Speaking,
): Omit<EpicSource, 'crew'> {
  return {
    id: epic.id,
    events: (after) => readRecorded(epic.journal, after),
    page: (after) => pageOf(epic, after),
    follow: (after, follower) => follow(epic.journal, after, follower),
    held: () => isHeld(epic),
    isShared: isCopy(epic.folder),
    inputs: (hash) =>
      /^[0-9a-f]{64}$/.test(hash) ? jsonAt(join(epic.folder, 'kept', `${hash}.json`)) : undefined,
    record: (run, name) => recordIn(epic, run, name),
    prompt: (run) => promptOf(epic, run),
    output: (run) => outputOf(epic, run),
    branch: (tip) => epicBranchOf(epic, tip),
    diff: async (from, to, cap) => (await hub()).diff(from, to, cap),
    calibrated: calibratedCritics(place.state, by.tool),
    dismissed: () => new Set(readFindingMemory(place.state).dismissed.map(({ fingerprint }) => fingerprint)),
    decide: (answer) => decide(epic, answer, by),
    steer: (wish) => steerBy(epic, wish, { ...by, by: by.person, top: place.top }),
    ticketText,
    bounds: boundsOf(epic),
  };
}

async function decide(
  epic: EpicPlace,
  { ticket, question, choice, reason }: DashboardAnswer,
  { person: by, cluster }: Speaking,
) {
  await currentRun(epic, cluster);
  const { state } = await withJournal(epic, foldJournal);
  const job = askingJob(state, ticket);
  if (job.question?.id !== question)
    throw new GauntletError('STATE_CONFLICT', `another decision is open for ${ticket} now: look at it first`);
  await recordAnswer(epic, soundAnswer(job, { choice, by, why: reason }), cluster);
  return by;
}

/** Whoever stops early leaves the journal as it was: it is closed when the iteration ends, however that is. */
function* pageOf(epic: EpicPlace, after: number): Generator<Event> {
  const reader = readJournal(epic.journal);
  try {
    yield* reader.read(after);
  } finally {
    reader.close();
  }
}

function recordIn<Name extends keyof LeftRecords>(
  epic: EpicPlace,
  run: number,
  name: Name,
): LeftRecords[Name] | undefined;
function recordIn({ folder }: EpicPlace, run: number, name: string): unknown {
  return jsonAt(join(folder, 'runs', String(run), `${name}.json`));
}

/** More than any record we write; a link or a device is never opened. */
const LARGEST = 64 * 1024 * 1024;

function jsonAt(file: string): unknown {
  try {
    const found = fs.lstatSync(file);
    if (!found.isFile() || found.size > LARGEST) return undefined;
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Git is started when somebody first looks at a diff. */
function lazyHub(place: RepositoryPlace): { hub(this: void): Promise<Hub>; close(this: void): void } {
  let opening: ReturnType<typeof openRepository> | undefined;
  return {
    hub: async () => (await (opening ??= openRepository(place.top))).hub(),
    close: () => void opening?.then((repository) => repository.close()).catch(() => undefined),
  };
}
