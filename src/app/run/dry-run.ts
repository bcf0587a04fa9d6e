import { planOf } from '../../plan/index.ts';
import { countDocuments, policyOf } from '../../run/index.ts';
import type { Hub } from '../../ports/git.ts';
import type { GivenInputs } from './inputs.ts';
import { type Answer, answer } from '../../project/answer.ts';

type Spawn = { readonly role: string; readonly ticket: string; readonly round: number; readonly usd: number };

/**
 * Every agent that could be started, at worst, and the order of the tickets. What is missing is said and stops nobody from
 * reading the plan. Nothing is written and nothing started (LOOP-07).
 */
export async function dryRun(
  inputs: GivenInputs,
  { hub, missing }: { readonly hub: Pick<Hub, 'file'>; readonly missing: readonly string[] },
): Promise<Answer> {
  const plan = planOf(inputs.epic, inputs.config);
  const policy = policyOf(plan, inputs.config, { cores: navigator.hardwareConcurrency, people: false });
  const ordered = plan.tickets.toSorted((a, b) => a.rank - b.rank);
  const spawns = [
    ...remediation(policy),
    ...ordered.flatMap((planned) => ticketSpawns(planned, policy)),
    ...audits(plan, policy, scopesOf(inputs, policy, await countDocuments(hub, inputs))),
  ];
  const worst = spawns.reduce((sum, { usd }) => sum + usd, 0);
  const value = {
    epic: inputs.epic.id,
    base: inputs.base,
    order: ordered.map(({ ticket }) => ticket.id),
    spawns: spawns.map(({ role, ticket, round }) => ({ role, ticket, round })),
    missing,
    configuration: inputs.origin,
    worstCase: { agentRuns: spawns.length, costUsd: Math.round(worst * 100) / 100 },
  };
  return answer(value, linesOf({ ...value, notes: inputs.notes }));
}

type Policy = ReturnType<typeof policyOf>;
type Plan = ReturnType<typeof planOf>;

/** The rounds a job may take, each with the same agents. */
function rounds(
  many: number,
  ticket: string,
  each: readonly Pick<Spawn, 'role' | 'usd'>[],
): readonly Spawn[] {
  return Array.from({ length: many }, (_, round) =>
    each.map((one) => ({ ...one, ticket, round: round + 1 })),
  ).flat();
}

function ticketSpawns({ ticket, gating }: Plan['tickets'][number], policy: Policy): readonly Spawn[] {
  const { developer, critic, auditor } = policy.estimates;
  const judges = [
    ...Array.from({ length: gating.critics }, () => ({ role: 'critic', usd: critic.usd })),
    { role: 'auditor', usd: auditor.usd },
  ];
  return rounds(policy.maxRevisions + 1, ticket.id, [
    { role: 'developer', usd: developer.usd },
    ...(ticket.review ? judges : []),
  ]);
}

/** Should a check be red at base. */
function remediation({ remediationAttempts, estimates }: Policy): readonly Spawn[] {
  return rounds(remediationAttempts, 'remediation:1', [
    { role: 'remediator', usd: estimates.remediator.usd },
    { role: 'critic', usd: estimates.critic.usd },
  ]);
}

type Scope = { readonly id: string; readonly recoveries: number; readonly isReconciled: boolean };

/** The audits of a run, each with the recovery reviews that its requirements documents may need (TEAM-24). */
function scopesOf(
  { epic }: GivenInputs,
  { perMilestone, endOfRun, recoveryRetries, reconcile }: Policy,
  documents: Awaited<ReturnType<typeof countDocuments>>,
): readonly Scope[] {
  const open = documents.filter(({ counted }) => counted.total > 0).map(({ audit }) => audit);
  const milestones = epic.milestones.map(({ id }) => `audit:${id}`);
  const atEnd = open.length === 0 ? 0 : Math.min(1, recoveryRetries);
  return [
    ...(perMilestone ? milestones : []).map((id) => ({
      id,
      recoveries: open.includes(id) ? recoveryRetries : 0,
      isReconciled: false,
    })),
    ...(endOfRun ? [{ id: 'audit:run', recoveries: atEnd, isReconciled: reconcile }] : []),
  ];
}

/** With the team switched off one reviewer stands in for it (TEAM-11). */
function audits({ gating }: Plan, policy: Policy, scopes: readonly Scope[]): readonly Spawn[] {
  const { auditor, critic, developer, reviewer } = policy.estimates;
  const team = gating.team.auditors.map((name) => ({ role: `${name} auditor`, usd: auditor.usd }));
  const judges = team.length > 0 ? team : [{ role: 'reviewer', usd: reviewer.usd }];
  const request = { role: 'reconciliation auditor', usd: auditor.usd };
  // How many groups of fixes an audit asks for is not known before: one for each round.
  const fix = [
    { role: 'fixer', usd: developer.usd },
    { role: 'critic of the fix', usd: critic.usd },
  ];
  return scopes.flatMap(({ id, recoveries, isReconciled }) => [
    ...rounds(recoveries, id, [{ role: 'recovery reviewer', usd: reviewer.usd }]),
    ...rounds(policy.maxFixRounds + 1, id, isReconciled ? [...judges, request] : judges),
    ...rounds(policy.maxFixRounds, id, fix),
  ]);
}

function linesOf(value: {
  epic: string;
  order: readonly string[];
  spawns: readonly Omit<Spawn, 'usd'>[];
  missing: readonly string[];
  notes: readonly string[];
  worstCase: { agentRuns: number; costUsd: number };
}): readonly string[] {
  return [
    `epic ${value.epic}: ${value.order.join(' → ')}`,
    ...value.spawns.map(
      ({ role, ticket, round }) => `[DRY-RUN] Would spawn ${role} for ${ticket} round ${round}`,
    ),
    `at most ${value.worstCase.agentRuns} agent runs, estimated cost $${value.worstCase.costUsd}; not included: retries after agent errors or conflicts, and a second group of fixes in an audit round`,
    ...value.missing.map((what) => `missing: ${what}`),
    ...value.notes.map((note) => `note: ${note}`),
  ];
}
