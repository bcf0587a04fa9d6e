import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';

import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import type { AgentHost } from '../programs/adapter.ts';
import { guidanceFor } from '../programs/guidance.ts';
import { type Around, openProgram, type Profile } from '../programs/program-agent.ts';
import { verdictForm } from '../answers/verdict-form.ts';
import { lookServer } from './look-server-file.ts';
import { type CodexLogin, LOGIN_FILE, loginOf } from './login.ts';
import { settingsFile } from './settings-file.ts';
import { beginTurn, SCHEMA_FILE } from './turn.ts';

/** The user's own Codex: one turn of `codex exec`. */
const codex: Profile<CodexLogin> = {
  program: 'codex',
  install: 'install it with `npm install -g @openai/codex`, then `codex login`',
  usersHome: ({ env }) => usersHome(env),
  login: loginFor,
  // A judge is shown files by a server of ours, which leaves them out.
  obeys: () => undefined,
  async furnish(call, around) {
    const form = verdictForm(call);
    return {
      files: {
        '.codex/config.toml': await settingsFor(call, around),
        ...(form === undefined ? {} : { [SCHEMA_FILE]: JSON.stringify(jsonSchema(form.shape)) }),
      },
      logins: around.login.lendsLogin ? [LOGIN_FILE] : [],
    };
  },
  begin: beginTurn,
};

export const openCodex = openProgram(codex);

function loginFor(settings: AgentSettings, { env }: AgentHost): CodexLogin | string {
  const isLoggedIn = existsSync(join(usersHome(env), LOGIN_FILE));
  const login = loginOf(settings, env, isLoggedIn);
  if (typeof login === 'string' || !login.lendsLogin || isLoggedIn) return login;
  return 'codex is not logged in (~/.codex/auth.json was not found): run `codex login`, or set apiKeyEnv to the variable that contains an API key';
}

function usersHome(env: AgentHost['env']): string {
  return env['HOME'] ?? homedir();
}

async function settingsFor(
  call: AgentCall,
  { machine, login, orders, found: { servers } }: Around<CodexLogin>,
): Promise<string> {
  const { enforcement, shownAs } = machine.processes;
  const cwd = shownAs(call.cwd);
  const folder = await realpath(call.cwd);
  const shown = orders.map((path) => join(cwd, relative(folder, path)));
  const looking = [process.execPath, lookServer().file, ...call.hidden, ...shown] as const;
  const guidance = await guidanceFor(call, ['AGENTS.override.md', 'AGENTS.md', 'CLAUDE.md']);
  const hasForm = verdictForm(call) !== undefined;
  return settingsFile(call, { login, enforcement, cwd, looking, guidance, hasForm, servers });
}
