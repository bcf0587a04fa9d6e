import { keptAs } from '../../project/kept/records-at.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import {
  clusterRecords,
  liveOutput,
  type TakenWork,
  type WorkerHost,
  type Kind,
  type LivePiece,
  type Postgres,
  refuseUndone,
  sendLive,
  sendOutput,
  pushedRecords,
  severalTimes,
} from '../../cluster/index.ts';
import {
  folderName,
  type Inputs,
  type RunProjection,
  openStageContext,
  withheldBy,
  workOn,
} from '../../run/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import { planOf } from '../../plan/index.ts';
import { errorMessage, GauntletError } from '../../model/error.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Lesson } from '../../model/finding-memory.ts';
import type { Exchange } from '../../ports/git.ts';
import type { Records, ResultDraft } from '../../ports/records.ts';
import type { Caller } from '../../project/call.ts';

import { runRecords } from '../../project/kept/records-at.ts';
import { openReplica } from './replica.ts';
import { startedBy } from './started-by.ts';
import { workerKeys } from './worker-keys.ts';
import { checkoutSecrets } from '../../project/checkout-secrets.ts';
import { READABLE } from '../../project/put-below.ts';
import { openPorts, openRoleAgents } from '../../project/open-ports.ts';
import type { WorkerPlace } from './worker-place.ts';

/** What programs say is sent no oftener. */
const LIVE_MS = 1000;

type At = {
  readonly io: Caller;
  readonly place: WorkerPlace;
  readonly postgres: Postgres;
  readonly url: string;
  /** What it may be given: only what that needs has to be here. */
  readonly kinds: readonly Kind[];
  /** Where files that setup copies or links are on this machine. */
  readonly files: string | undefined;
  /** Files that open the database: no program of an agent or a branch sees them. */
  readonly credentials: readonly string[];
};

/**
 * What a coordinator has, on a machine that is not its own: the same fold of the same journal, the same records, the
 * same stages; only the folders are its own. Names in the hub are given again: who comes late with commits of a run that
 * was undone keeps them.
 */
export async function openWorkerHost(
  { io, place, postgres, url, kinds, files, credentials }: At,
  { epic, born, told: { hub, author } }: TakenWork,
): Promise<WorkerHost> {
  const repository = await place.repositoryFor(hub, author);
  await place.welcome(repository, epic, born);
  const folder = join(place.folder, 'epics', epic);
  const exchange = repository.exchange(epic, hub, { permit: () => refuseUndone(postgres, { epic, born }) });
  const { records, about } = pushedRecords(clusterRecords(postgres, { epic, born }, folder), (ticket) =>
    severalTimes(() => exchange.push(ticket, false)),
  );
  const replica = await openReplica(postgres, epic);
  try {
    await exchange.fetch(null, true);
    const recorded = await replica.until((memory) => memory.inputs ?? undefined);
    const given = await keptAs<Inputs>(records, recorded.inputs);
    const inputs = { ...given, configFolder: await programsFolder(given, repository, epic) };
    const judged = judgedBy(inputs, recorded.inputs, records);
    const keys = workerKeys(io.env, url, inputs);
    const send = (piece: LivePiece): Promise<void> => sendLive(postgres, { epic, born }, piece);
    const live = liveOutput({ runs: join(folder, 'runs'), keys, everyMs: LIVE_MS, send });
    const { tidy, ...placed } = await openPorts(repository, epic, {
      overhear: live.overhear,
      files,
      hidden: [dirname(place.folder), ...credentials, ...(await hiddenHere(inputs, hub, files))],
    });
    const agents = await openRoleAgents(placed.processes, inputs, io, startedBy(kinds));
    let lessons: readonly Lesson[] = [];
    const own = { agents, installed: () => undefined, lessons: () => lessons };
    const ports = { ...placed, ...own, records: runRecords(records) };
    const here = { cores: navigator.hardwareConcurrency, people: false };
    const { context } = openStageContext(ports, judged, replica.memory, here);
    return {
      async carryOut({ run, seq, told }, cancel) {
        lessons = told.lessons;
        const assignment = await replica.until((memory) => assignmentIn(memory, run, seq), cancel);
        if (assignment === undefined) return undefined;
        about(run, folderName(assignment.ticket));
        await judged.catchUp(replica.memory.state.inputs);
        const work = (): Promise<ResultDraft | undefined> =>
          workOn(context, assignment, cancel).finally(() => live.end(run));
        const result = await exchanged(exchange, context.meter, assignment, work);
        // Only for people to look at: it must not cost the result.
        await sendOutput(postgres, { epic, born, run }, records.folder(run)).catch(() => undefined);
        return result;
      },
      isUsable: () => replica.isFollowing(),
      close() {
        live.close();
        tidy();
        replica.close();
        repository.close();
      },
    };
  } catch (error) {
    replica.close();
    repository.close();
    throw error;
  }
}

/** Files that are withheld from agents lie as they are in a checkout on this machine, and where setup takes files from. */
async function hiddenHere(
  inputs: Inputs,
  hub: string,
  files: string | undefined,
): Promise<readonly string[]> {
  const beside = besideHub(hub);
  const withheld = withheldBy(inputs.config.privacy.deny);
  if (withheld === null) return beside;
  const tops = beside.slice(0, 1).map(dirname);
  const places: string[] = files === undefined || tops.includes(files) ? [] : [files];
  for (const top of tops) {
    const theirs = await openRepository(top);
    places.push(...theirs.workspaces(inputs.epic.id).withholding(withheld).forAgents.hidden);
    theirs.close();
  }
  return [...beside, ...places];
}

/**
 * A coordinator on the same machine has its records, prompts and tokens beside its hub, and secrets in its checkout: agents
 * of a worker see as little of them as its own would.
 */
function besideHub(hub: string): readonly string[] {
  const [, common] = /^(?:file:\/\/)?(\/.*)\/gauntlet\/hub\.git$/.exec(hub) ?? [];
  if (common === undefined || !existsSync(common)) return [];
  const top = dirname(common);
  return [common, join(top, READABLE), ...checkoutSecrets(top)];
}

/** What judges, as the journal had it when the assignment was heard of: people may give tickets another text. */
function judgedBy(inputs: Inputs, hash: string, records: Pick<Records, 'kept'>) {
  let now = { hash, inputs, plan: planOf(inputs.epic, inputs.config) };
  return {
    get inputs() {
      return now.inputs;
    },
    get plan() {
      return now.plan;
    },
    async catchUp(wanted: string): Promise<void> {
      if (wanted === now.hash) return;
      const changed = { ...(await keptAs<Inputs>(records, wanted)), configFolder: inputs.configFolder };
      now = { hash: wanted, inputs: changed, plan: planOf(changed.epic, changed.config) };
    },
  };
}

/** Brings in what it needs, and makes known what it left, before anybody hears how it ended. */
async function exchanged(
  exchange: Exchange,
  meter: { chargeStopped(of: AssignmentEvent): Charge | undefined },
  assignment: AssignmentEvent,
  work: () => Promise<ResultDraft | undefined>,
): Promise<ResultDraft | undefined> {
  const ticket = folderName(assignment.ticket);
  let charge: Charge | undefined;
  try {
    // A survey merges what several fixes have left.
    await severalTimes(() => exchange.fetch(assignment.stage === 'survey' ? null : ticket, true));
    const result = await work();
    if (result === undefined) return undefined;
    charge = { used: result.used, ...(result.meter === undefined ? {} : { meter: result.meter }) };
    await severalTimes(() => exchange.push(ticket, false));
    return result;
  } catch (error) {
    const because = errorMessage(error).slice(0, 1000);
    const { run } = assignment;
    return {
      type: 'agent_failed',
      v: 1,
      ticket: assignment.ticket,
      run,
      // Before an agent was asked nothing was spent.
      ...(charge ?? meter.chargeStopped(assignment) ?? { used: { usd: 0, tokens: 0 } }),
      trouble: 'crash',
      because,
    };
  }
}

type Charge = Pick<ResultDraft, 'used' | 'meter'>;

/** Undefined as long as the journal here is not so far; null would never come. */
function assignmentIn(memory: RunProjection, run: number, seq: number): AssignmentEvent | undefined {
  if (memory.state.seq < seq) return undefined;
  const found = memory.open.find((assignment) => assignment.run === run);
  if (found === undefined)
    throw new GauntletError('STATE_CONFLICT', `the coordinator no longer waits for run ${run}`);
  return found;
}

/** Programs that an agent names relative to its configuration: there, or in the tree of the base. */
async function programsFolder(inputs: Inputs, repository: Repository, epic: string): Promise<string> {
  if (inputs.programs.every(({ path }) => existsSync(path)) && existsSync(inputs.configFolder))
    return inputs.configFolder;
  return repository.workspaces(epic).export(inputs.base.commit);
}
