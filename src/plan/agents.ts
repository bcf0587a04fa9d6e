import type { AgentName, AgentSettings, Config, CriticChoice } from '../model/config.ts';
import type { Role } from '../model/team.ts';
import { matches } from './touches.ts';

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

type Change = {
  readonly type: string | null;
  /** Files the ticket changed, relative to the repository. */
  readonly paths: readonly string[];
};

/** EPIC-16: the first choice that fits a change by type and path; undefined means the usual critic. */
export function criticFor(choices: readonly CriticChoice[], change: Change): CriticChoice | undefined {
  return choices.find((choice) => fitsType(choice, change) && fitsPaths(choice, change));
}

function fitsType({ types }: CriticChoice, { type }: Change): boolean {
  return types.length === 0 || (type !== null && types.includes(type));
}

function fitsPaths({ paths: globs }: CriticChoice, { paths }: Change): boolean {
  return globs.length === 0 || globs.some((glob) => paths.some((path) => matches(glob, path)));
}
