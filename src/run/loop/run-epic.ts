import { GauntletError } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import { planOf, runPlanOf } from '../../plan/index.ts';
import { overtakingBound } from '../../decide/index.ts';
import { each } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { append, driveRun } from './drive-run.ts';
import type { DriveOptions } from './drive-run.ts';
import { foreignTip, proveTip } from './prove-tip.ts';
import { snapshotKeeper } from './keep-snapshots.ts';
import type { SnapshotKeeper } from './keep-snapshots.ts';
import { CurrentPlan } from './current-plan.ts';
import { openStageContext } from './open-context.ts';
import { policyOf } from './policy-of.ts';
import type { PolicyInputs } from './policy-of.ts';
import { foldJournal } from './fold-journal.ts';
import { newlyCounted } from '../team-audit/item-verdicts.ts';
import { objectionsIn } from '../team-audit/critic-objections.ts';
import { countDocuments } from '../team-audit/requirement-documents.ts';
import type { FoldedJournal } from './fold-journal.ts';
import type { Intake, LoopEnd } from './run-loop.ts';
import { folderName } from '../stage-context.ts';
import type { Inputs, StageContext } from '../stage-context.ts';
import { tickCandidate, ticksDraft, unwritten } from '../team-audit/tick-requirements.ts';
import { keptInputs } from '../records/run-records.ts';

type Recorded = Extract<Draft, { type: 'inputs_recorded' }>;

/** What a run begins with; its record in the journal says by what hash each part is known. */
export type Beginning = {
  readonly inputs: Inputs;
  readonly record: Omit<Recorded, 'type' | 'v' | 'inputs' | 'base' | 'documents'>;
};

export type Run = DriveOptions & {
  /** What to begin with when the journal is empty; a journal that is not goes on with its own. */
  readonly beginning: Beginning | null;
  /** What the journal says, where it has been asked already; the run goes on with it. */
  readonly recalled?: FoldedJournal;
  readonly surroundings: PolicyInputs;
  /** A budget that a person sets with which the run goes on; recorded before anything else. */
  readonly budget?: BudgetChange;
  /** What the run goes on with where a person has accepted other agents. */
  readonly accepted?: { readonly inputs: Inputs; readonly by: string };
};

export type BudgetChange = Omit<Extract<Draft, { type: 'budget_changed' }>, 'type' | 'v'>;

export type RunEnd = LoopEnd & { readonly inputs: Inputs };

/** Drive an epic from wherever its journal stands to its end, or to where it was interrupted. */
export async function runEpic(run: Run): Promise<RunEnd> {
  const recalled = run.recalled ?? foldJournal(run.ports.journal);
  const { memory } = recalled;
  const snapshots = snapshotKeeper(run.ports.journal, memory);
  const { inputs, state } = await begun(run, recalled, snapshots);
  const judging = new CurrentPlan(inputs, run.ports.records);
  const { context, policy } = openStageContext(run.ports, judging, memory, run.surroundings);
  await run.ports.processes.reap(recalled.open.map((open) => run.ports.records.folder(open.run)));
  await proveTip({ lander: context.lander, epic: inputs.epic.id, open: recalled.open }, state);
  const driven = { run, context, policy, judging, memory, snapshots, state, open: recalled.open };
  const looped = await driveRun(driven, (intake) => pickUpManualWork(context, intake));
  const ended = looped.interrupted
    ? looped
    : { ...looped, state: await tickAll(run, context, snapshots, looped.state) };
  await snapshots.finish();
  // What only the run needed goes with it; what cannot be removed now is found by `gauntlet clean`.
  if (!ended.interrupted)
    await run.ports.workspaces.retire(ended.state.status === 'completed').catch(() => undefined);
  return { ...ended, inputs: judging.inputs };
}

/** Once nothing lands any more: what critics and test auditors said of requirements is written down (TEAM-26). */
async function tickAll(
  run: Run,
  context: StageContext,
  snapshots: SnapshotKeeper,
  ended: State,
): Promise<State> {
  let state = ended;
  if (state.chain.links.length > 0 || state.status === 'conflict') return state;
  const audits = unwritten(context, state, run.ports.journal.read());
  const objections = await objectionsIn(context, audits.length === 0 ? [] : run.ports.journal.read());
  for (const audit of audits) {
    const at = Math.max(state.at, run.ports.clock.now());
    const made = await tickCandidate(context, state, { audit, at, objections });
    if (made === undefined) continue;
    await run.ports.executor?.share(made.audit);
    // Durable before the branch moves: a start that finds only the event moves the branch.
    state = await append(run, snapshots, state, [ticksDraft(made)]);
    const landed = await context.lander.land(made.commit);
    if (landed.kind === 'foreign')
      throw foreignTip(context.inputs.epic.id, { tip: landed.tip, expected: made.commit });
  }
  const counted = await newlyCounted(context);
  return counted.length === 0 ? state : append(run, snapshots, state, counted);
}

type Begun = { readonly inputs: Inputs; readonly state: State };

async function begun(run: Run, recalled: FoldedJournal, snapshots: SnapshotKeeper): Promise<Begun> {
  if (recalled.inputs === null) return begin(run, recalled.state, snapshots);
  const { accepted } = run;
  const inputs = accepted?.inputs ?? (await keptInputs(run.ports.records, recalled.inputs));
  if (inputs === undefined) {
    throw new GauntletError('JOURNAL_DAMAGED', 'the inputs of this run are missing', {
      hint: 'The journal is intact; restore the folder "kept" beside it from a backup, or start a new epic.',
    });
  }
  await run.ports.lander.begin(inputs.base.commit);
  const others = accepted && { inputs: await run.ports.records.keep(inputs), by: accepted.by };
  const state = await append(run, snapshots, recalled.state, [
    { type: 'run_resumed', v: 1, ...others },
    ...(run.budget === undefined ? [] : [{ type: 'budget_changed', v: 1, ...run.budget } as const]),
  ]);
  return { inputs, state };
}

/** First what judges the run is fixed and durable, then the epic branch is made: found without a journal, it is not ours. */
async function begin(run: Run, empty: State, snapshots: SnapshotKeeper): Promise<Begun> {
  if (run.beginning === null) {
    throw new GauntletError('USAGE_INVALID', 'this epic has not been started', {
      hint: 'Start it with: gauntlet run <epic.yaml>',
    });
  }
  const { inputs, record } = run.beginning;
  const hash = await run.ports.records.keep(inputs);
  const documents = await countDocuments(run.ports.hub, inputs);
  const counted = documents.length === 0 ? {} : { documents };
  const plan = planOf(inputs.epic, inputs.config);
  const policy = policyOf(plan, inputs.config, run.surroundings);
  const state = await append(run, snapshots, empty, [
    { type: 'run_started', v: 1, plan: runPlanOf(plan), overtaking: overtakingBound(policy) },
    { type: 'inputs_recorded', v: 1, base: inputs.base, inputs: hash, ...counted, ...record },
  ]);
  await run.ports.lander.begin(inputs.base.commit);
  return { inputs, state };
}

/** What a person committed on a ticket handed to them goes through the gate like any attempt (REWORK-11). */
async function pickUpManualWork(context: StageContext, intake: Intake): Promise<void> {
  for (const job of each(context.state().jobs)) {
    if (job.blocked !== 'manual') continue;
    const found = await context.workspaces.found(folderName(job.id));
    if (found === undefined || found.commit === job.commit) continue;
    intake.put({ type: 'manual_work_found', v: 1, ticket: job.id, ...found });
  }
}
