import type { AgentSettings, DocServer } from '../../model/config.ts';
import { findProgram, type ProgramSearch } from './find-program.ts';
import type { Pin } from './pinned-file.ts';

/** Settings with documentation servers: the agent gets the variables that the servers need, and nobody else does. */
export function withServers(settings: AgentSettings, servers: readonly DocServer[] = []): AgentSettings {
  if (servers.length === 0) return settings;
  const variables = servers.flatMap(({ env, headers }) => [...env, ...Object.values(headers)]);
  return { ...settings, env: [...new Set([...settings.env, ...variables])], servers };
}

/** Servers whose programs were found, without the variables that are not set. */
export type FoundServers = { readonly servers: readonly DocServer[]; readonly pins: readonly Pin[] };

/** Finds the programs of an agent's servers as its own program is found; a text says why one cannot be used. */
export async function findServers(
  { use, servers = [] }: AgentSettings,
  where: ProgramSearch,
): Promise<FoundServers | string> {
  if (servers.length > 0 && use !== 'claude' && use !== 'codex' && use !== 'acp')
    return `use: ${use} cannot use documentation servers (audit.library.mcp): give the auditor an agent with use: claude, codex or acp`;
  const isSet = (name: string): boolean => (where.env[name] ?? '') !== '';
  const found: DocServer[] = [];
  const pins: Pin[] = [];
  for (const server of servers) {
    const headers = Object.fromEntries(Object.entries(server.headers).filter(([, name]) => isSet(name)));
    const set = { ...server, env: server.env.filter(isSet), headers };
    const program = server.url === null ? await findProgram(server.run, where) : undefined;
    const problem = program?.ok === false ? program.because : program?.program.followsFolder;
    if (problem !== undefined) return `audit.library.mcp.${server.name}: ${problem}`;
    found.push(program?.ok === true ? { ...set, run: program.program.argv } : set);
    if (program?.ok === true) pins.push(...program.program.pins);
  }
  return { servers: found, pins };
}
