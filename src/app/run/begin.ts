import { openRepository } from '../../git/index.ts';
import { foldJournalInTurns } from '../../run/index.ts';
import type { Inputs } from '../../run/index.ts';
import type { Epic } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { wallsNote } from '../../model/checks.ts';
import { planOf } from '../../plan/index.ts';
import { clusterOf } from '../cluster/address.ts';
import type { Answer } from '../../project/answer.ts';
import { hooksFor } from '../../project/hooks-for.ts';
import { inTurns } from '../../journal/index.ts';
import { drive, type DriveMore } from './drive.ts';
import { dryRun } from './dry-run.ts';
import { goOn } from './resume-run.ts';
import { independenceIn } from './independence.ts';
import { type GivenInputs, namedPlayers, type RepositoryAccess, readPlayers } from './inputs.ts';
import { missingFor } from './missing-prerequisites.ts';
import type { RunningCall } from './running-call.ts';
import { asksNoModel, openRoleAgents } from '../../project/open-ports.ts';
import { type OpenedRun, openRun } from './open-run.ts';

export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** Starts a run of what `read` reads, or goes on with the one that its epic has; with `--dry-run` prints the plan. */
export async function beginRun(
  call: RunningCall,
  read: (place: RepositoryAccess, repository: Repository) => Promise<GivenInputs>,
  more: DriveMore & { readonly players?: typeof readPlayers } = {},
): Promise<Answer> {
  using repository = await openRepository(call.io.cwd);
  const isDry = call.options.dryRun === true;
  const hub = isDry ? repository.peek : await repository.hub();
  const given = await read({ top: repository.top, hub }, repository);
  if (isDry) {
    const missing = await missingFor(call, given, await namedPlayers(given, hub));
    return await dryRun(given, { hub, missing });
  }
  const { players = readPlayers, ...rest } = more;
  return await start(call, { ...given, cast: await players(given, hub) }, repository, rest);
}

async function start(
  call: RunningCall,
  given: GivenInputs & Pick<Inputs, 'cast'>,
  repository: Repository,
  more: DriveMore,
): Promise<Answer> {
  const { epic, config, base, cast } = given;
  const opened = await openRun(call.io, epic.id, repository, clusterOf(call));
  try {
    const recalled = await foldJournalInTurns(opened.ports.journal, inTurns);
    if (recalled.inputs !== null) return await goOn(call, opened, recalled, more);
    await refuseCollisions(repository, epic);
    const hooks = await hooksFor(repository, base.commit, config);
    const { notes: alike } = independenceIn(config, cast);
    const notes = [...given.notes, ...repository.notes, ...hooks.notes, ...notesOfPlan(given), ...alike];
    return await beginOpened(call, opened, { ...given, ...hooks.judging, notes }, more);
  } finally {
    await opened.close();
  }
}

/** Begins a run that nothing is recorded of yet, and drives it. */
export async function beginOpened(
  call: RunningCall,
  opened: OpenedRun,
  given: GivenInputs & Pick<Inputs, 'cast'>,
  more: DriveMore,
): Promise<Answer> {
  const { epicHash, configHash, flag: _, notes, origin, ...judging } = given;
  const { processes, executor } = opened.ports;
  const isNeeded = executor === undefined ? undefined : asksNoModel;
  const agents = await openRoleAgents(processes, given, call.io, isNeeded);
  const inputs: Inputs = { ...judging, programs: agents.files };
  for (const note of notes) call.io.say(`note: ${note}`);
  const record = {
    epicFile: epicHash,
    configFile: configHash,
    agents: Object.entries(given.cast).map(([role, { hash, origin: from }]) => ({
      role,
      hash,
      origin: from,
    })),
    enforcement: processes.enforcement,
    notes,
  };
  const run = { call, opened, inputs, agents, from: undefined, configuration: origin };
  return drive({ ...run, beginning: { inputs, record }, ...more });
}

/** What the settings amount to, where that may surprise: said at the start and kept with the run (TEAM-10, ENV-01). */
function notesOfPlan({ epic, config }: GivenInputs): readonly string[] {
  const { environments, gating, verify } = planOf(epic, config);
  const walls = environments.flatMap((environment) => {
    const note = wallsNote(environment);
    return note === '' ? [] : [`checks in the environment ${environment.id}: ${note}`];
  });
  // Legal, but then nothing that is run proves the work as a whole: whoever trusts the result has to know.
  const unproved =
    verify.length === 0 ? ['no verification command is configured: nothing tests the work'] : [];
  return [...unproved, ...gating.notes, ...walls];
}

/** Branches of the user's that an epic would collide with are never overwritten (DISPATCH-13). */
async function refuseCollisions(repository: Repository, epic: Epic): Promise<void> {
  const collisions = await repository.conflictsWith(
    epic.id,
    epic.tickets.map(({ id }) => id),
  );
  if (collisions.length === 0) return;
  throw new GauntletError('STATE_CONFLICT', `nothing was started: ${collisions.join('; ')}`, {
    hint: 'Rename or delete those branches, or give the epic another id.',
  });
}
