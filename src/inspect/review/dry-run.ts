import { defaultPolicy } from '../../decide/index.ts';
import { count } from '../../report/index.ts';
import type { Players } from '../../project/settings/role-agents.ts';
import { type Answer, answer } from '../../project/answer.ts';

export type Rehearsal = {
  readonly id: string;
  readonly branch: string;
  readonly base: string;
  readonly rounds: number;
  readonly players: Players;
  readonly reviewers: number;
};

/** Every agent that may be started, at worst, and what that comes to. Nothing is started and nothing written (LOOP-07). */
export function dryRunReview(rehearsal: Rehearsal): Answer {
  const { id, branch, base, players } = rehearsal;
  // Without a fixer the first round is the last.
  const rounds = players.fixer === null ? 1 : rehearsal.rounds;
  const panel = Array.from({ length: rehearsal.reviewers }, () => 'reviewer' as const);
  const spawns = Array.from({ length: rounds }, (_, nth) => nth + 1).flatMap((round) => [
    ...panel.map((role) => ({ role, id, round })),
    ...(players.fixer !== null && round < rounds ? [{ role: 'fixer' as const, id, round }] : []),
  ]);
  const worst = spawns.reduce((sum, { role }) => {
    const settings = players[role]?.settings;
    return sum + (settings?.estimate?.usd ?? defaultPolicy.estimates[role].usd);
  }, 0);
  const costUsd = Math.round(worst * 100) / 100;
  const value = { id, branch, base, spawns, worstCase: { agentRuns: spawns.length, costUsd } };
  const lines = spawns.map((spawn) => `[DRY-RUN] Would spawn ${spawn.role} for ${id} round ${spawn.round}`);
  const sum = `at most ${count(spawns.length, 'agent run')}, estimated cost $${costUsd}; not included: retries after agent errors and refused fixes`;
  return answer(value, [...lines, sum]);
}
