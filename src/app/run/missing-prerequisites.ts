import { missingProgram } from '../../agents/index.ts';
import type { Inputs } from '../../run/index.ts';
import { roles } from '../../model/team.ts';
import type { Call } from '../../project/call.ts';
import type { GivenInputs } from './inputs.ts';

/** What a run could not start without, as far as it can be known without starting anything. */
export async function missingFor(
  { io }: Call,
  { configFolder, configHash }: GivenInputs,
  cast: Inputs['cast'],
): Promise<readonly string[]> {
  const unnamed = roles.filter((role) => cast[role] === undefined);
  const missing: string[] = [];
  if (unnamed.length > 0)
    missing.push(`no agent is named for ${unnamed.join(', ')}; ${namedBy(configHash !== null)}`);
  const rolesBy = new Map<string, string[]>();
  for (const [role, player] of Object.entries(cast)) {
    const problem = missingProgram(player.settings, { configFolder, env: io.env });
    if (problem !== undefined) rolesBy.set(problem, [...(rolesBy.get(problem) ?? []), role]);
  }
  return [...missing, ...[...rolesBy].map(([problem, names]) => `${problem} (${names.join(', ')})`)];
}

/** What is there is not written over: init helps only before there is a configuration. */
function namedBy(isConfigured: boolean): string {
  return isConfigured
    ? 'to use one agent for all roles, write in gauntlet.yaml: agents: { default: { use: command, run: [your-agent] } }'
    : 'gauntlet init writes a gauntlet.yaml with the installed agents';
}
