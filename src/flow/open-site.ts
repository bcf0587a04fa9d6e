import type { AssignmentEvent } from '../model/events.ts';
import type { ResultDraft } from '../ports/records.ts';
import { planOf } from '../plan/index.ts';
import type { Policy } from '../route/index.ts';
import type { Memory } from './memory.ts';
import { Meter } from './meter.ts';
import { calledOff, perform } from './perform.ts';
import { budgetOf, policyOf } from './policy-of.ts';
import type { Surroundings } from './policy-of.ts';
import { placesFor } from './privacy.ts';
import type { Inputs, Site } from './site.ts';

/** What a site is opened on: everything that touches the world. */
export type SitePorts = Omit<Site, 'inputs' | 'plan' | 'state' | 'dossier' | 'meter'>;

export type OpenedSite = { readonly site: Site; readonly policy: Policy };

/** Where stages work, with what the memory knows as of now; `memory` goes on learning. */
export function openSite(
  ports: SitePorts,
  inputs: Inputs,
  memory: Memory,
  surroundings: Surroundings,
): OpenedSite {
  const plan = planOf(inputs.epic, inputs.config);
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
    workspaces: placesFor(ports.workspaces, inputs.config),
    inputs,
    plan,
    meter,
    state: () => memory.state,
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
