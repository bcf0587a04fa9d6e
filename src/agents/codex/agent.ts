import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';

import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { type Machine, missing, type OpenAgent, unusable } from '../adapter.ts';
import { blinkers } from '../blinkers.ts';
import { findServers } from '../doc-servers.ts';
import { findProgram, type FoundProgram } from '../find-program.ts';
import { guidanceFor } from '../guidance.ts';
import { messageOf } from '../pinned-file.ts';
import { type PrivateHome, privateHome } from '../private-home.ts';
import { mayWrite } from '../run-program.ts';
import { verdictForm } from '../verdict-form.ts';
import { lookServer } from './look-server-file.ts';
import { type Login, LOGIN_FILE, loginOf } from './login.ts';
import { readSession, unpackSession } from './session.ts';
import { settingsFile } from './settings-file.ts';
import { SCHEMA_FILE, type Turn, turn } from './turn.ts';

/** The user's own Codex: one turn of `codex exec`, in our sandbox and in a home directory of its own. */
export const openCodex: OpenAgent = async (settings, machine) => {
  const isNamed = settings.run.length > 0;
  const found = await findProgram(isNamed ? settings.run : ['codex'], machine);
  if (!found.ok) return unusable(isNamed ? found.because : `${found.because}; ${INSTALL}`);
  const login = loginFor(settings, machine);
  if (typeof login === 'string') return unusable(login);
  const { program } = found;
  return {
    files: program.pins.map(({ path, sha256 }) => ({ path, sha256 })),
    problem: undefined,
    call: async (call, cancel) => {
      try {
        return await ask(call, { machine, program }, cancel);
      } catch (error) {
        const because = messageOf(error);
        return { stop: { kind: 'crash', because }, text: '', usage: null, session: null, by: null };
      }
    },
  };
};

const INSTALL = 'install it with `npm install -g @openai/codex`, then `codex login`';

function loginFor(settings: AgentCall['settings'], { env }: Machine): Login | string {
  const isLoggedIn = existsSync(join(usersHome(env), LOGIN_FILE));
  const login = loginOf(settings, env, isLoggedIn);
  if (typeof login === 'string' || !login.lendsLogin || isLoggedIn) return login;
  return 'codex is not logged in (~/.codex/auth.json is not there): run `codex login`, or name the variable of a key in apiKeyEnv';
}

function usersHome(env: Machine['env']): string {
  return env['HOME'] ?? homedir();
}

type Around = { readonly machine: Machine; readonly program: FoundProgram };

async function ask(call: AgentCall, around: Around, cancel?: AbortSignal): Promise<AgentEnd> {
  const { machine, program } = around;
  // What the call says of key and address counts: agents that share a program may differ in them.
  const login = loginFor(call.settings, machine);
  if (typeof login === 'string') return missing(login);
  if (!mayWrite(call) && program.followsFolder !== undefined) return missing(program.followsFolder);
  const found = await findServers(call.settings, machine);
  if (typeof found === 'string') return missing(found);
  // Made afresh for every turn: what a worker's commands left in an earlier one has no say.
  const path = await mkdtemp(join(call.folder, 'home-'));
  try {
    const earlier = readSession(call.session);
    const orders = await blinkers(call);
    const home = await furnished(call, { ...around, login, path, orders, found });
    if (earlier !== null) unpackSession(earlier, join(path, '.codex'));
    return await turn(call, { ...around, login, home, earlier, orders, found }, cancel);
  } finally {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

type Furnishing = Pick<Turn, 'login' | 'orders' | 'found'> & { readonly path: string };

async function furnished(
  call: AgentCall,
  { machine, login, path, orders, found: { servers } }: Around & Furnishing,
): Promise<PrivateHome> {
  const form = verdictForm(call);
  const { file } = lookServer();
  const { enforcement, shownAs } = machine.processes;
  const cwd = shownAs(call.cwd);
  const folder = await realpath(call.cwd);
  const shown = orders.map((path) => join(cwd, relative(folder, path)));
  const looking = [process.execPath, file, ...call.hidden, ...shown] as const;
  const guidance = await guidanceFor(call, ['AGENTS.override.md', 'AGENTS.md', 'CLAUDE.md']);
  const setting = { login, enforcement, cwd, looking, guidance, hasForm: form !== undefined, servers };
  const files = {
    '.codex/config.toml': settingsFile(call, setting),
    ...(form === undefined ? {} : { [SCHEMA_FILE]: JSON.stringify(jsonSchema(form.shape)) }),
  };
  const furniture = { files, logins: login.lendsLogin ? [LOGIN_FILE] : [] };
  return privateHome(call, usersHome(machine.env), furniture, path);
}
