import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { PinnedAgent } from './pinned-agents.ts';

/** Where fetched programs stay between runs: outside of every repository. */
export function agentsCache(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return (
    env['GAUNTLET_AGENTS_CACHE'] ??
    join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'gauntlet', 'agents')
  );
}

/** The program of a pinned agent, if it has been fetched. */
export function fetchedAgent(agent: PinnedAgent): string | undefined {
  const program = programOf(agent);
  return fs.existsSync(program) ? program : undefined;
}

/** Installs a pinned agent from the package registry unless it is there; answers its program. */
export function fetchAgent(agent: PinnedAgent): string {
  const known = fetchedAgent(agent);
  if (known !== undefined) return known;
  const folder = folderOf(agent);
  // Made aside and moved into place: an installation that was cut off is never taken for a whole one.
  const making = `${folder}.making-${process.pid}`;
  fs.mkdirSync(making, { recursive: true });
  try {
    fs.writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, allowScripts: {} }));
    const install = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const { status, stderr } = spawnSync('npm', [...install, `${agent.package}@${agent.version}`], {
      cwd: making,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${agent.name} could not be installed: ${stderr.slice(-1_000)}`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(making, folder);
  } finally {
    fs.rmSync(making, { recursive: true, force: true });
  }
  const program = fetchedAgent(agent);
  if (program === undefined) throw new Error(`${agent.package} has no command ${agent.bin}`);
  return program;
}

function folderOf({ name, version }: PinnedAgent): string {
  return join(agentsCache(), `${name}-${version}`);
}

function programOf(agent: PinnedAgent): string {
  return join(folderOf(agent), 'node_modules', '.bin', agent.bin);
}
