import type { AgentCall } from '../../ports/agents.ts';

type Environment = Readonly<Record<string, string>>;

/**
 * What an agent's program sees of its surroundings: what the settings allow by name, what belongs to its workspace, and
 * what it is asked to be. The token is in the prompt alone: what a judge starts inherits these (SIGNAL-08).
 */
export function callEnvironment(
  call: AgentCall,
  env: Readonly<Record<string, string | undefined>>,
): Environment {
  const allowed = call.settings.env.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(allowed),
    ...call.env,
    GAUNTLET_ROLE: call.role,
    GAUNTLET_AUDITOR: call.auditor ?? '',
    GAUNTLET_EPIC: call.epic,
    GAUNTLET_TICKET: call.ticket,
    GAUNTLET_ATTEMPT: String(call.attempt),
    GAUNTLET_TRY: String(call.try),
    GAUNTLET_ROUND: String(call.round),
    GAUNTLET_CLARIFICATION: String(call.clarification),
  };
}
