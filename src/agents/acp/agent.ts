import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { DocServer } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { type Machine, missing, type OpenAgent, unusable } from '../adapter.ts';
import { blinkers } from '../blinkers.ts';
import { findServers } from '../doc-servers.ts';
import { type FoundProgram, findProgram } from '../find-program.ts';
import { messageOf } from '../pinned-file.ts';
import { type PrivateHome, privateHome } from '../private-home.ts';
import { mayWrite, runConfined, stopOf } from '../run-program.ts';
import { verdictForm } from '../verdict-form.ts';
import { noVerdicts, takeVerdicts, type Verdicts } from '../verdicts.ts';
import { type JsonObject, objectOf, textOf } from '../json-value.ts';
import { type Conversation, conversation, type Progress, usageOf } from './converse.ts';
import { SERVER, TOOL } from './verdict-door.ts';
import { type Login, type Manners, type Profile, profileOf } from './profiles.ts';
import { openVerdictDoor } from './verdict-door.ts';

/** Any agent that speaks the Agent Client Protocol on its stdin and stdout, in a home directory of its own. */
export const openAcp: OpenAgent = async (settings, machine) => {
  const found = await findProgram(settings.run, machine);
  if (!found.ok) return unusable(found.because);
  const { program } = found;
  const profile = profileOf(program.argv);
  return {
    files: program.pins.map(({ path, sha256 }) => ({ path, sha256 })),
    problem: undefined,
    call: async (call, cancel) => {
      if (!mayWrite(call) && program.followsFolder !== undefined) return missing(program.followsFolder);
      try {
        return await answered(call, { program, profile, machine, cancel });
      } catch (error) {
        return { ...missing(''), stop: { kind: 'crash', because: messageOf(error) } };
      }
    },
  };
};

type Around = {
  readonly program: FoundProgram;
  readonly profile: Profile;
  readonly machine: Machine;
  readonly cancel: AbortSignal | undefined;
};

/** Such agents load settings, servers and system prompts from where they work; not every one can be told not to. */
const UNHIDDEN =
  'of the judged tree would be obeyed by this agent, and without a sandbox it cannot be hidden: install bubblewrap, or let judges be of use: claude, codex or api';

/** How long an agent may take to end by itself when it has answered. */
const PATIENCE = 1_000;

async function answered(call: AgentCall, around: Around): Promise<AgentEnd> {
  const { profile, machine } = around;
  const orders = await blinkers(call);
  if (orders.length > 0 && machine.processes.enforcement !== 'enforced')
    return missing(`${basename(orders[0] ?? '')} ${UNHIDDEN}`);
  const earlier = sessionIn(call.session);
  const manners = profile.manners(!mayWrite(call), loginOf(call, around));
  const furniture = { files: manners.files, logins: profile.logins };
  const home = await privateHome(call, machine.env['HOME'], furniture, earlier?.home);
  try {
    if (earlier !== undefined) await profile.resuming?.(home.path);
    return await spoken(call, around, { home, manners, earlier: earlier?.id ?? null, orders });
  } finally {
    await home.leave();
  }
}

type Furnished = {
  readonly home: PrivateHome;
  readonly manners: Manners;
  /** The conversation it goes on with. */
  readonly earlier: string | null;
  /** What of the tree it must not see. */
  readonly orders: readonly string[];
};

async function spoken(
  call: AgentCall,
  around: Around,
  { home, manners, earlier, orders }: Furnished,
): Promise<AgentEnd> {
  const { program, profile, machine } = around;
  const found = await findServers(call.settings, machine);
  if (typeof found === 'string') return missing(found);
  const desk = await openDesk(call);
  const leaving = leave(around.cancel);
  const asked = {
    call,
    cwd: machine.processes.shownAs(call.cwd),
    ...manners,
    ...desk,
    mcpServers: [...desk.mcpServers, ...found.servers.map((server) => sessionServer(server, machine.env))],
    servers: found.servers.map(({ name }) => name),
    meta: manners.meta,
    earlier,
    countsLastCall: profile.countsLastCall === true,
  };
  const { talk, progress } = conversation(asked, leaving.begin);
  try {
    const started = {
      argv: program.argv,
      pins: [...program.pins, ...found.pins],
      stdin: '',
      talk,
      ...home.started,
      env: { ...home.started.env, ...manners.env },
      visible: desk.visible,
      hidden: orders,
      network: true,
    };
    const end = await runConfined(started, call, machine, leaving.signal);
    if (typeof end === 'string') return missing(end);
    const stop = progress.stop ?? unanswered(stopOf(end, call));
    return ending({ stop, asked, progress, verdicts: desk.verdicts, home: home.path, program });
  } finally {
    leaving.over();
    desk.close();
  }
}

/** As the protocol wants it: values of variables go through the pipe to the agent, and nowhere else. */
function sessionServer({ name, run, url, env, headers }: DocServer, values: Machine['env']): JsonObject {
  const named = (pairs: readonly (readonly [string, string])[]): readonly JsonObject[] =>
    pairs.map(([key, variable]) => ({ name: key, value: values[variable] ?? '' }));
  const [command, ...args] = run;
  if (url !== null) return { type: 'http', name, url, headers: named(Object.entries(headers)) };
  return { name, command, args, env: named(env.map((variable) => [variable, variable])) };
}

function loginOf(call: AgentCall, { machine: { env }, profile }: Around): Login {
  const home = env['HOME'];
  return {
    has: (name) => call.settings.env.includes(name) && env[name] !== undefined,
    hasFiles: home !== undefined && profile.logins.some((login) => existsSync(join(home, login))),
  };
}

/** When everything is said the agent may end by itself for a moment, and then has to. */
function leave(cancel: AbortSignal | undefined): {
  readonly signal: AbortSignal;
  readonly begin: () => void;
  readonly over: () => void;
} {
  const closing = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  return {
    signal: AbortSignal.any([closing.signal, ...(cancel === undefined ? [] : [cancel])]),
    begin: () => void (patience = setTimeout(() => closing.abort(), PATIENCE)),
    over: () => clearTimeout(patience),
  };
}

/** It ended before its turn did. */
function unanswered(stop: AgentEnd['stop']): AgentEnd['stop'] {
  return stop.kind === 'finished' ? { kind: 'crash', because: 'it ended without an answer' } : stop;
}

type Ending = {
  readonly stop: AgentEnd['stop'];
  readonly asked: Conversation;
  readonly progress: Progress;
  readonly verdicts: Verdicts;
  readonly home: string;
  readonly program: FoundProgram;
};

function ending({ stop, asked, progress, verdicts, home, program }: Ending): AgentEnd {
  const { greeting, session, heard } = progress;
  const words = heard.words();
  const isKept = session !== null && greeting !== null && greeting.resumes !== null;
  return {
    stop,
    text: verdicts.answer(words) ?? words,
    usage: usageOf(asked, progress),
    session: isKept ? JSON.stringify({ home, id: session.id }) : null,
    by: {
      agent: greeting?.name ?? basename(program.argv[0]),
      version: greeting?.version ?? null,
      model: session?.model ?? null,
      effort: session?.effort ?? null,
      session: session?.id ?? null,
    },
  };
}

/** Where a judge hands in its verdict; nothing for everybody else. */
type Desk = {
  readonly mcpServers: readonly JsonObject[];
  readonly visible: readonly string[];
  readonly note: string;
  readonly ready: Promise<void>;
  readonly verdicts: Verdicts;
  readonly close: () => void;
};

async function openDesk(call: AgentCall): Promise<Desk> {
  const form = call.token === null ? undefined : verdictForm(call);
  if (form === undefined)
    return {
      mcpServers: [],
      visible: [],
      note: '',
      ready: Promise.resolve(),
      verdicts: noVerdicts,
      close: () => undefined,
    };
  const verdicts = takeVerdicts(form);
  const door = await openVerdictDoor(verdicts);
  const relay = relayFile();
  const args = [relay, String(door.port)];
  return {
    mcpServers: [{ name: SERVER, command: process.execPath, args, env: [] }],
    visible: [process.execPath, dirname(relay)],
    note: `Give your verdict by the tool ${TOOL} of the server ${SERVER}; what is wrong with it is answered. Only if that is impossible, close with the signal as text.`,
    ready: door.listed,
    verdicts,
    close: door.close,
  };
}

/** Beside this file in the sources, under another name beside it in what is published. */
function relayFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = join(here, 'acp-relay.cjs');
  return existsSync(built) ? built : join(here, 'relay.ts');
}

/** The home and the name of an earlier conversation; it is our own words that are read here. */
function sessionIn(session: string | null): { readonly home: string; readonly id: string } | undefined {
  if (session === null) return undefined;
  try {
    const { home, id } = objectOf(JSON.parse(session));
    return isAbsolute(textOf(home)) && textOf(id) !== '' ? { home: textOf(home), id: textOf(id) } : undefined;
  } catch {
    return undefined;
  }
}
