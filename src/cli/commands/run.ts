import { openRepository } from '../../git/index.ts';
import { recallInTurns } from '../../flow/index.ts';
import type { Inputs } from '../../flow/index.ts';
import type { Epic } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { wallsNote } from '../../model/own-walls.ts';
import { planOf } from '../../plan/index.ts';
import { clusterFlags, clusterOf } from '../cluster/address.ts';
import { allowRedFlag } from '../allow-red.ts';
import type { Call, CliCommand } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { inTurns } from '../in-turns.ts';
import { clean } from '../say-error.ts';
import { dryRun } from '../run/dry-run.ts';
import { drive } from '../run/drive.ts';
import { hooksFor } from '../hooks-for.ts';
import { goOn } from '../run/go-on.ts';
import { independenceIn } from '../run/independence.ts';
import { type Given, namedPlayers, readGiven, readPlayers } from '../run/inputs.ts';
import { missingFor } from '../run/missing.ts';
import { asksNoModel, openPlayers, openRun } from '../run/ports.ts';

/** Runs an epic: from the start, or from wherever an earlier run of it was stopped. */
export const run: CliCommand = {
  name: 'run',
  summary: 'run an epic through the gauntlet',
  define(command) {
    clusterFlags(command);
    command
      .argument('<epic>', 'the epic file')
      .option('-p, --max-parallel <n>', 'tickets in development at the same time')
      .option('--max-revisions <n>', 'revisions before a person is asked')
      .option('--budget <usd>', 'dollars that may be spent, in all')
      .option('--budget-tokens <n>', 'tokens that may be used, in all')
      .option(...allowRedFlag)
      .option('--only <ids>', 'these tickets and what they need, separated by commas')
      .option('--base <ref>', 'where to start from, instead of what the epic says')
      .option('--agent <name>', 'the agent for every role')
      .option('--config <file>', 'the configuration, instead of gauntlet.yaml at the base')
      .option('--pr', 'say which draft pull request of what landed would be opened; --post opens it')
      .option('--post', 'with --pr: push the epic branch to origin and open one draft pull request')
      .option(
        '--serve [port]',
        'show it in the browser while it runs (4747); questions may be answered there',
      )
      .option('--open', 'open that in your browser')
      .option('--no-input', 'ask nobody: what needs a decision is left for later (exit 3)')
      .option(
        '--dry-run',
        'print the plan and every agent that may be started; start nothing, write nothing',
      );
  },
  run: runEpicFile,
};

async function runEpicFile(call: Call): Promise<ExitCode> {
  const [file = ''] = call.operands;
  const repository = await openRepository(call.io.cwd);
  try {
    const isDry = call.options['dryRun'] === true;
    const hub = isDry ? repository.peek : await repository.hub();
    const given = await readGiven(call, file, { top: repository.top, hub });
    if (isDry) {
      const missing = await missingFor(call, given, await namedPlayers(given, hub));
      return await dryRun(call, given, { hub, missing });
    }
    return await start(call, given, await readPlayers(given, hub), repository);
  } finally {
    repository.close();
  }
}

type Repository = Awaited<ReturnType<typeof openRepository>>;

async function start(
  call: Call,
  given: Given,
  cast: Inputs['cast'],
  repository: Repository,
): Promise<ExitCode> {
  const { epic, config, epicFile, base, configFolder } = given;
  const opened = await openRun(call.io, epic.id, repository, clusterOf(call));
  try {
    const recalled = await recallInTurns(opened.ports.journal, inTurns);
    if (recalled.inputs !== null) return await goOn(call, opened, recalled);
    await refuseCollisions(repository, epic);
    const isNeeded = opened.ports.executor === undefined ? undefined : asksNoModel;
    const players = { cast, config, configFolder };
    const agents = await openPlayers(opened.ports.processes, players, call.io, isNeeded);
    const hooks = await hooksFor(repository, base.commit, config);
    const judging = { epic, config, epicFile, base, cast, configFolder, ...hooks.judging };
    const inputs: Inputs = { ...judging, programs: agents.files };
    const { notes: alike } = independenceIn(config, cast);
    const notes = [...given.notes, ...repository.notes, ...hooks.notes, ...notesOfPlan(given), ...alike];
    for (const note of notes) call.io.stderr.write(clean(`note: ${note}`));
    const record = {
      epicFile: given.epicHash,
      configFile: given.configHash,
      agents: Object.entries(cast).map(([role, { hash, origin }]) => ({ role, hash, origin })),
      enforcement: opened.ports.processes.enforcement,
      notes,
    };
    const beginning = { inputs, record };
    return await drive({
      call,
      opened,
      inputs,
      agents,
      beginning,
      from: undefined,
      configuration: given.origin,
    });
  } finally {
    await opened.close();
  }
}

/** What the settings amount to, where that may surprise: said at the start and kept with the run (TEAM-10, ENV-01). */
function notesOfPlan({ epic, config }: Given): readonly string[] {
  const { environments, gating, verify } = planOf(epic, config);
  const walls = environments.flatMap((environment) => {
    const note = wallsNote(environment);
    return note === '' ? [] : [`checks in the environment ${environment.id}: ${note}`];
  });
  // Legal, but then nothing that is run proves the work as a whole: whoever trusts the result has to know.
  const unproved =
    verify.length === 0
      ? ['no verification command is configured: no check of yours is run on the work']
      : [];
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
