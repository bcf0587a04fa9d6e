import type { AssignmentEvent } from '../model/events.ts';
import type { ResultDraft } from '../ports/records.ts';
import type { Policy } from '../decide/index.ts';
import type { Memory } from './memory.ts';
import { Meter } from './meter.ts';
import { calledOff, perform } from './perform.ts';
import { budgetOf, policyOf } from './policy-of.ts';
import type { Surroundings } from './policy-of.ts';
import { placesFor } from './privacy.ts';
import type { Site } from './site.ts';

/** What a site is opened on: everything that touches the world. */
export type SitePorts = Omit<Site, 'inputs' | 'plan' | 'state' | 'tipWhenSent' | 'dossier' | 'meter'>;

/** What judges: as of whenever it is asked, for a person may change a ticket. */
export type Judged = Pick<Site, 'inputs' | 'plan'>;

export type OpenedSite = { readonly site: Site; readonly policy: Policy };

/** Where stages work, with what the memory knows as of now; `memory` goes on learning. */
export function openSite(
  ports: SitePorts,
  judging: Judged,
  memory: Memory,
  surroundings: Surroundings,
): OpenedSite {
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
  const site: Site = {
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
  return { site, policy };
}

/** Carries out one assignment on a machine that is not the coordinator's. */
export async function workOn(
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const done = await perform(site, assignment, cancel);
  return done ?? (cancel.aborted ? calledOff(site, assignment) : undefined);
}
