import type { AssignmentEvent } from '../../model/events.ts';
import type { ResultDraft } from '../../ports/records.ts';
import type { Policy } from '../../decide/index.ts';
import type { RunProjection } from './run-projection.ts';
import { Meter } from '../agent-call/meter.ts';
import { perform } from './perform.ts';
import { budgetOf, policyOf } from './policy-of.ts';
import type { PolicyInputs } from './policy-of.ts';
import { placesFor } from '../agent-call/privacy.ts';
import { calledOff } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';

/** The ports of a stage context: everything that touches the world. */
export type StagePorts = Omit<
  StageContext,
  'inputs' | 'plan' | 'state' | 'tipWhenSent' | 'dossier' | 'meter'
>;

/** What judges: as of whenever it is asked, for a person may change a ticket. */
export type RunDefinition = Pick<StageContext, 'inputs' | 'plan'>;

export type OpenedContext = { readonly context: StageContext; readonly policy: Policy };

/** Where stages work, with what the memory knows as of now; `memory` goes on learning. */
export function openStageContext(
  ports: StagePorts,
  judging: RunDefinition,
  memory: RunProjection,
  surroundings: PolicyInputs,
): OpenedContext {
  const { plan, inputs } = judging;
  const settled = policyOf(plan, inputs.config, surroundings);
  const policy = { ...settled, budget: budgetOf(plan.limits, memory.state.budget) };
  const meter = new Meter(() => memory.state, {
    ticketBudget: policy.ticketBudget,
    // A person may change it while a worker is at it.
    get budget() {
      return budgetOf(plan.limits, memory.state.budget);
    },
  });
  const context: StageContext = {
    ...ports,
    workspaces: placesFor(ports.workspaces.basedOn(inputs.base), inputs.config),
    get inputs() {
      return judging.inputs;
    },
    get plan() {
      return judging.plan;
    },
    meter,
    state: () => memory.state,
    tipWhenSent: (run) => memory.tipWhenSent(run),
    dossier: (job) => memory.dossiers.of(job),
  };
  return { context, policy };
}

/** Carries out one assignment on a machine that is not the coordinator's. */
export async function workOn(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const done = await perform(context, assignment, cancel);
  return done ?? (cancel.aborted ? calledOff(context, assignment) : undefined);
}
