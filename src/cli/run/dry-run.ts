import { planOf } from '../../plan/index.ts';
import { policyOf } from '../../flow/index.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import type { Given } from './inputs.ts';

type Spawn = { readonly role: string; readonly ticket: string; readonly round: number };

/** Every agent that could be started, at worst, and the order of the tickets. Nothing is written and nothing started (LOOP-07). */
export function dryRun(call: Call, inputs: Given): ExitCode {
  const plan = planOf(inputs.epic, inputs.config);
  const policy = policyOf(plan, inputs.config, { cores: navigator.hardwareConcurrency, people: false });
  const ordered = plan.tickets.toSorted((a, b) => a.rank - b.rank);
  const spawns = ordered.flatMap(({ ticket, gating }): Spawn[] =>
    Array.from({ length: policy.maxRevisions + 1 }, (_, round) => [
      { role: 'developer', ticket: ticket.id, round: round + 1 },
      ...(ticket.review
        ? [
            ...Array.from({ length: gating.critics }, () => ({
              role: 'critic',
              ticket: ticket.id,
              round: round + 1,
            })),
            { role: 'auditor', ticket: ticket.id, round: round + 1 },
          ]
        : []),
    ]).flat(),
  );
  const worst = spawns.reduce(
    (sum, { role }) =>
      sum + (role === 'developer' ? policy.estimates.developer.usd : policy.estimates.critic.usd),
    0,
  );
  const value = {
    epic: inputs.epic.id,
    base: inputs.base,
    order: ordered.map(({ ticket }) => ticket.id),
    spawns,
    worstCase: { agentRuns: spawns.length, costUsd: Math.round(worst * 100) / 100 },
  };
  if (call.json) call.io.stdout.write(jsonText(value));
  else call.io.stdout.write(textOf(value));
  return exitCodes.passed;
}

function textOf(value: {
  epic: string;
  order: readonly string[];
  spawns: readonly Spawn[];
  worstCase: { agentRuns: number; costUsd: number };
}): string {
  const lines = [
    `epic ${value.epic}: ${value.order.join(' → ')}`,
    ...value.spawns.map(
      ({ role, ticket, round }) => `[DRY-RUN] Would spawn ${role} for ${ticket} round ${round}`,
    ),
    `at worst ${value.worstCase.agentRuns} agent runs, by estimate $${value.worstCase.costUsd}; retries after agent trouble not counted`,
  ];
  return lines.map((line) => clean(line)).join('');
}
