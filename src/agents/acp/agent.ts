import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AgentSettings, DocServer } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { type AgentHost, mayWrite } from '../programs/adapter.ts';
import type { FoundProgram } from '../programs/find-program.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { mapOf, text } from '../../schema/shape.ts';
import type { JsonObject } from '../answers/json-value.ts';
import {
  type Around,
  type TurnPlace,
  openProgram,
  type Profile,
  type Turn,
} from '../programs/program-agent.ts';
import { stopOf } from '../programs/run-agent-program.ts';
import { verdictForm } from '../answers/verdict-form.ts';
import { noVerdicts, takeVerdicts, type Verdicts } from '../answers/verdicts.ts';
import { type Conversation, conversation, type Progress, usageOf } from './converse.ts';
import { type AcpProfile, type AcpLogin, profileOf } from './profiles.ts';
import { openVerdictDoor, SERVER, TOOL } from './verdict-door.ts';

/** How long an agent may take to end by itself when it has answered. */
const PATIENCE = 1_000;

/** The program's own profile, and what is known of its login. */
type Known = { readonly profile: AcpProfile; readonly login: AcpLogin };

/** Any agent that speaks the Agent Client Protocol on its stdin and stdout. */
const acp: Profile<Known> = {
  usersHome: ({ env }) => env['HOME'],
  login: knownOf,
  // Such agents load settings, servers and system prompts from where they work; not every one can be told not to.
  obeys: () => 'give the judges an agent with use: claude, codex or api',
  async furnish(call, { login: { profile, login } }) {
    const path = sessionIn(call.session)?.home;
    if (path !== undefined) await profile.resuming?.(path);
    const { files } = profile.manners(!mayWrite(call), login);
    return { files, logins: profile.logins, path: path ?? join(call.folder, 'home') };
  },
  begin,
};

export const openAcp = openProgram(acp);

function knownOf({ env: passed }: AgentSettings, { env }: AgentHost, { argv }: FoundProgram): Known {
  const profile = profileOf(argv);
  const home = env['HOME'];
  const login = {
    has: (name: string) => passed.includes(name) && env[name] !== undefined,
    hasFiles: home !== undefined && profile.logins.some((file) => existsSync(join(home, file))),
  };
  return { profile, login };
}

async function begin(
  call: AgentCall,
  { machine, program, login: { profile, login }, found }: Around<Known>,
  { home, brake }: TurnPlace,
): Promise<Turn> {
  const manners = profile.manners(!mayWrite(call), login);
  const desk = await openAcpSession(call);
  const asked = {
    call,
    cwd: machine.processes.shownAs(call.cwd),
    ...manners,
    ...desk,
    mcpServers: [...desk.mcpServers, ...found.servers.map((server) => sessionServer(server, machine.env))],
    servers: found.servers.map(({ name }) => name),
    meta: manners.meta,
    earlier: sessionIn(call.session)?.id ?? null,
    countsLastCall: profile.countsLastCall === true,
  };
  // When everything is said the agent may end by itself for a moment, and then has to.
  const { talk, progress } = conversation(asked, () => brake.later(PATIENCE));
  return {
    started: { stdin: '', talk, env: manners.env, visible: desk.visible },
    ended: (end) => {
      const stop = progress.stop ?? unanswered(stopOf(end, call));
      return ending({ stop, asked, progress, verdicts: desk.verdicts, home, program });
    },
    close: desk.close,
  };
}

/** As the protocol wants it: values of variables go through the pipe to the agent, and nowhere else. */
function sessionServer({ name, run, url, env, headers }: DocServer, values: AgentHost['env']): JsonObject {
  const named = (pairs: readonly (readonly [string, string])[]): readonly JsonObject[] =>
    pairs.map(([key, variable]) => ({ name: key, value: values[variable] ?? '' }));
  const [command, ...args] = run;
  if (url !== null) return { type: 'http', name, url, headers: named(Object.entries(headers)) };
  return { name, command, args, env: named(env.map((variable) => [variable, variable])) };
}

/** It ended before its turn did. */
function unanswered(stop: AgentEnd['stop']): AgentEnd['stop'] {
  return stop.kind === 'finished' ? { kind: 'crash', because: 'the agent ended without an answer' } : stop;
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
type AcpSession = {
  readonly mcpServers: readonly JsonObject[];
  readonly visible: readonly string[];
  readonly note: string;
  readonly ready: Promise<void>;
  readonly verdicts: Verdicts;
  readonly close: () => void;
};

async function openAcpSession(call: AgentCall): Promise<AcpSession> {
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
    note: `Submit your verdict with the tool ${TOOL} of the server ${SERVER}; it returns the errors of an invalid verdict. Only if that is impossible, close with the signal as text.`,
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
  const known = jsonAs(mapOf({ home: text(), id: text({ least: 1 }) }), session ?? undefined);
  return known !== undefined && isAbsolute(known.home) ? known : undefined;
}
