import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd, Talk, Voice } from '../../ports/processes.ts';
import { type Machine, missing, type OpenAgent, unusable } from '../adapter.ts';
import { blinkers } from '../blinkers.ts';
import { findServers, type FoundServers } from '../doc-servers.ts';
import { findProgram, type FoundProgram } from '../find-program.ts';
import { guidanceFor, toldGuidance } from '../guidance.ts';
import { messageOf } from '../pinned-file.ts';
import { type PrivateHome, privateHome } from '../private-home.ts';
import { mayWrite, runConfined, type Started } from '../run-program.ts';
import { commandLine } from './command-line.ts';
import { configFolder, keyVariables, type Login, LOGIN_FILE, loginOf } from './login.ts';
import { permissionFor } from './permission.ts';
import { packSession, readSession, type Session, unpackSession } from './session.ts';
import { withoutSecrets } from '../trouble.ts';
import { refusedKey, stopFor, TOO_MUCH } from './stop.ts';
import { Stream } from './stream.ts';
import { costInAll, usedInAll, usedSoFar } from './used.ts';

/** The user's own Claude Code: one turn of `claude --print`, in our sandbox and in a home directory of its own. */
export const openClaude: OpenAgent = async (settings, machine) => {
  const isNamed = settings.run.length > 0;
  const found = await findProgram(isNamed ? settings.run : ['claude'], machine);
  if (!found.ok) return unusable(isNamed ? found.because : `${found.because}; ${INSTALL}`);
  const wrong = problemOf(settings, machine);
  if (wrong !== undefined) return unusable(wrong);
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

const INSTALL =
  'install it with `npm install -g @anthropic-ai/claude-code`, then run `claude` once to log in';

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

function problemOf(settings: AgentSettings, { env }: Machine): string | undefined {
  const { effort } = settings;
  if (effort !== null && !EFFORTS.includes(effort))
    return `effort of use: claude must be one of ${EFFORTS.join(', ')} (not ${effort})`;
  const login = loginOf(settings, env);
  return typeof login === 'string' ? login : undefined;
}

type Around = { readonly machine: Machine; readonly program: FoundProgram };

async function ask(call: AgentCall, around: Around, cancel?: AbortSignal): Promise<AgentEnd> {
  const login = loginOf(call.settings, around.machine.env);
  if (typeof login === 'string') return missing(login);
  const { followsFolder } = around.program;
  if (!mayWrite(call) && followsFolder !== undefined) return missing(followsFolder);
  const found = await findServers(call.settings, around.machine);
  if (typeof found === 'string') return missing(found);
  // Made afresh for every turn: what a worker's commands left in an earlier one has no say.
  const path = await mkdtemp(join(call.folder, 'home-'));
  try {
    const home = await furnished(call, around.machine, login, path);
    const earlier = readSession(call.session);
    if (earlier !== null) unpackSession(earlier, path, around.machine.processes.shownAs(call.cwd));
    const orders = await blinkers(call);
    // Its safe mode, which reads none of them, starts no server either.
    if (found.servers.length > 0 && orders.length > 0 && around.machine.processes.enforcement !== 'enforced')
      return missing(`with documentation servers ${relative(call.cwd, orders[0] ?? '')} ${UNHIDDEN}`);
    return await turn(call, { ...around, login, home, earlier, orders, found }, cancel);
  } finally {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

const UNHIDDEN =
  'of the judged tree would be obeyed, and without a sandbox it cannot be hidden: install bubblewrap, or remove audit.library.mcp';

const SHELL = 'shell-without-keys';
/** What the repository tells whoever works in it: Claude Code itself reads nothing of a repository. */
const GUIDANCE = 'guidance.md';

/** Keys are for Claude Code; the commands that a worker runs need none, and must not print any. */
const SHELL_TEXT = `#!/bin/sh\nunset ${keyVariables.join(' ')}\nexec bash -c "$1"\n`;

async function furnished(
  call: AgentCall,
  { env }: Machine,
  login: Login,
  path: string,
): Promise<PrivateHome> {
  const guidance = await guidanceFor(call, ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']);
  const files = {
    [SHELL]: SHELL_TEXT,
    ...(guidance === null ? {} : { [GUIDANCE]: toldGuidance(guidance) }),
  };
  const furniture = { files, logins: login.lendsLogin ? [LOGIN_FILE] : [] };
  const home = await privateHome(call, configFolder(env), furniture, path);
  await chmod(join(path, SHELL), 0o700);
  return home;
}

type Turn = Around & {
  readonly login: Login;
  readonly home: PrivateHome;
  readonly earlier: Session | null;
  /** What of the tree it must not see. */
  readonly orders: readonly string[];
  readonly found: FoundServers;
};

async function turn(call: AgentCall, around: Turn, cancel?: AbortSignal): Promise<AgentEnd> {
  const stopping = new AbortController();
  let stopped: AgentEnd['stop'] | undefined;
  let isBroke = false;
  const stop = (why: AgentEnd['stop'] | undefined): void => {
    stopped ??= why;
    if (stopped !== undefined) stopping.abort();
  };
  const { shownAs } = around.machine.processes;
  let voice: Voice | undefined;
  const stream = new Stream((moment) => {
    if (moment.kind === 'asks') return voice?.say(permissionFor(moment.question, call, shownAs(call.cwd)));
    if (moment.kind === 'result') return voice?.close();
    if (moment.kind === 'overlong') return stop(TOO_MUCH);
    if (moment.kind === 'retry') return stop(refusedKey(stream));
    // What was answered is paid for and counts; only another question to the model is not asked.
    if (moment.kind === 'called') isBroke = !call.mayGoOn(usedSoFar(stream, call), stream.model);
    if (isBroke && (moment.kind === 'calling' || moment.goesOn)) stop(BROKE);
  });
  const talk: Talk = (given) => {
    voice = given;
    return stream.hear;
  };
  const signals = cancel === undefined ? [stopping.signal] : [cancel, stopping.signal];
  const started = startedFor(call, around, talk);
  const end = await runConfined(started, call, around.machine, AbortSignal.any(signals));
  if (typeof end === 'string') return missing(end);
  stream.end();
  const isOurs = end.how.kind === 'cancelled' && cancel?.aborted !== true;
  return ended(call, around, { end, stream, stopped: isOurs ? stopped : undefined });
}

const BROKE = { kind: 'budget', because: 'the budget does not reach any further' } as const;

function startedFor(
  call: AgentCall,
  { machine, program, login, home, earlier, orders, found }: Turn,
  talk: Talk,
): Started {
  const { env, writable = [], exposed = [] } = home.started;
  const folder = configFolder(machine.env);
  const guidance = join(home.path, GUIDANCE);
  return {
    argv: [
      ...program.argv,
      ...commandLine(call, earlier?.id ?? null, found.servers),
      ...(existsSync(guidance) ? [`--append-system-prompt-file=${guidance}`] : []),
    ],
    pins: [...program.pins, ...found.pins],
    visible: [],
    stdin: `${JSON.stringify({ type: 'user', message: { role: 'user', content: call.prompt } })}\n`,
    talk,
    env: { ...env, ...environmentOf(call, home.path), ...login.env },
    writable,
    exposed,
    hidden: [folder, ...orders],
    network: true,
  };
}

/** Nothing but the model is talked to, nothing is remembered, and a judge obeys no file of the tree it judges. */
function environmentOf(call: AgentCall, home: string): Readonly<Record<string, string>> {
  const isServed = (call.settings.servers ?? []).length > 0;
  return {
    CLAUDE_CONFIG_DIR: home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    DISABLE_AUTOUPDATER: '1',
    ...(mayWrite(call)
      ? { CLAUDE_CODE_SHELL_PREFIX: join(home, SHELL) }
      : { ...(isServed ? {} : { CLAUDE_CODE_SAFE_MODE: '1' }), CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }),
  };
}

type Ended = {
  readonly end: ProgramEnd;
  readonly stream: Stream;
  /** Why we ended it. */
  readonly stopped: AgentEnd['stop'] | undefined;
};

function ended(call: AgentCall, { login, home, earlier }: Turn, { end, stream, stopped }: Ended): AgentEnd {
  const { session: id, version, model } = stream;
  const { settings, folder } = call;
  const usd = Math.max(costInAll(stream), earlier?.usd ?? 0);
  return {
    stop: stopped ?? stopFor(end, stream, call, login.secrets),
    text: withoutSecrets(answerOf(stream), login.secrets),
    usage: usedInAll(stream, call, earlier?.usd ?? 0),
    session: id === null ? null : packSession(home.path, folder, { id, usd }),
    by: {
      agent: 'claude',
      version,
      model: model ?? settings.model,
      effort: settings.effort,
      session: id,
    },
  };
}

/** Words and verdicts together, each once: where they contradict each other, neither counts. */
function answerOf({ words, verdicts }: Stream): string {
  const data = verdicts.map((verdict) => JSON.stringify(verdict, undefined, 1));
  const said = verdicts.length === 0 && words.length === 1 ? words : words.map((text) => text.trim());
  return [...new Set([...said, ...data])].filter((text) => text !== '').join('\n\n');
}
