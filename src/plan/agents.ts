import type { AgentName, AgentSettings, Config } from '../model/config.ts';
import type { Role } from '../model/team.ts';

const fallBacks: Readonly<Partial<Record<Role, Role>>> = {
  fixer: 'developer',
  remediator: 'developer',
  reviewer: 'critic',
};

/** The agent of a role: its own, that of the role it falls back on, or the default; undefined without any. */
export function agentFor(
  role: Role,
  agents: Config['agents'],
): { readonly from: AgentName; readonly agent: AgentSettings } | undefined {
  const names: readonly (AgentName | undefined)[] = [role, fallBacks[role], 'default'];
  for (const from of names) {
    const agent = from && agents[from];
    if (from && agent) return { from, agent };
  }
  return undefined;
}
