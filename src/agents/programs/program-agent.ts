import { mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { type AgentHost, mayWrite, missing, type OpenAgent, silentEnd, unusable } from './adapter.ts';
import { blinkers } from './blinkers.ts';
import { findServers, type FoundServers } from './doc-servers.ts';
import { findProgram, type FoundProgram } from './find-program.ts';
import { messageOf } from './pinned-file.ts';
import { type Furniture, type PrivateHome, privateHome } from './private-home.ts';
import { runConfined, type Started } from './run-agent-program.ts';

type Stop = AgentEnd['stop'];

/** What a turn of a coding agent is held with. */
export type Around<Login> = {
  readonly machine: AgentHost;
  readonly program: FoundProgram;
  readonly login: Login;
  /** What of the tree it must not see. */
  readonly orders: readonly string[];
  /** Documentation servers. */
  readonly found: FoundServers;
};

/** One turn that is about to begin. */
export type Turn = {
  readonly started: Pick<Started, 'stdin'> & Partial<Pick<Started, 'talk' | 'env' | 'visible' | 'hidden'>>;
  /** What stands behind the program on its command line. */
  readonly args?: readonly string[];
  /** What it came to. `stopped`: why we ended it. */
  readonly ended: (end: ProgramEnd, stopped: Stop | undefined) => AgentEnd;
  readonly close?: () => void;
};

/** A coding agent that the user has installed: what is its own, and not that of every other. */
export type Profile<Login> = {
  /** Its program, and how to get it, where the settings name none. */
  readonly program?: string;
  readonly install?: string;
  /** Where the user's own login lies. */
  usersHome(machine: AgentHost): string | undefined;
  /** How it gets at its model; a text says why it cannot. */
  login(settings: AgentSettings, machine: AgentHost, program: FoundProgram): Login | string;
  /** Whether it obeys files of the tree that are in sight, and what else could be done about that. */
  readonly obeys: (found: FoundServers) => string | undefined;
  /** What it finds in its home directory. `path` is that of an earlier turn which it lives in again. */
  furnish(
    call: AgentCall,
    around: Around<Login>,
  ): Promise<Furniture & { readonly path?: string | undefined }>;
  begin(call: AgentCall, around: Around<Login>, at: TurnPlace): Promise<Turn> | Turn;
};

/** Where a turn lives, and what ends it. */
export type TurnPlace = { readonly home: string; readonly brake: Brake };

/** A coding agent as the settings name it: one turn of its program, in our sandbox and in a home directory of its own. */
export function openProgram<Login>(profile: Profile<Login>): OpenAgent {
  return async (settings, machine) => {
    const { program: own, install } = profile;
    const usual = settings.run.length === 0 && own !== undefined ? [own] : undefined;
    const found = await findProgram(usual ?? settings.run, machine);
    if (!found.ok) return unusable(usual === undefined ? found.because : `${found.because}; ${install}`);
    const { program } = found;
    const login = profile.login(settings, machine, program);
    if (typeof login === 'string') return unusable(login);
    return {
      files: program.pins.map(({ path, sha256 }) => ({ path, sha256 })),
      problem: undefined,
      call: async (call, cancel) => {
        try {
          return await ask(profile, call, { machine, program }, cancel);
        } catch (error) {
          return silentEnd({ kind: 'crash', because: messageOf(error) });
        }
      },
    };
  };
}

const UNHIDDEN =
  'on the branch under review contains instructions that the agent would obey; it cannot be hidden without a sandbox: install bubblewrap, or';

async function ask<Login>(
  profile: Profile<Login>,
  call: AgentCall,
  { machine, program }: Pick<Around<Login>, 'machine' | 'program'>,
  cancel: AbortSignal | undefined,
): Promise<AgentEnd> {
  if (!mayWrite(call) && program.followsFolder !== undefined) return missing(program.followsFolder);
  // What the call says of key and address counts: agents that share a program may differ in them.
  const login = profile.login(call.settings, machine, program);
  if (typeof login === 'string') return missing(login);
  const found = await findServers(call.settings, machine);
  if (typeof found === 'string') return missing(found);
  const orders = await blinkers(call);
  const otherwise = profile.obeys(found);
  if (otherwise !== undefined && orders.length > 0 && machine.processes.enforcement !== 'enforced')
    return missing(`${relative(call.cwd, orders[0] ?? '')} ${UNHIDDEN} ${otherwise}`);
  const around = { machine, program, login, orders, found };
  const { path, ...furniture } = await profile.furnish(call, around);
  // Unless it goes on in the home it had, made afresh: what a worker's commands left in an earlier one has no say.
  const fresh = path === undefined ? await mkdtemp(join(call.folder, 'home-')) : undefined;
  const home = await privateHome(call, profile.usersHome(machine), furniture, path ?? fresh);
  try {
    return await turn(profile, call, { around, home }, cancel);
  } finally {
    if (fresh === undefined) await home.leave();
    else await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function turn<Login>(
  profile: Profile<Login>,
  call: AgentCall,
  { around, home }: { readonly around: Around<Login>; readonly home: PrivateHome },
  cancel: AbortSignal | undefined,
): Promise<AgentEnd> {
  const { machine, program, found, orders } = around;
  const brake = openBrake();
  const { started, args = [], ended, close } = await profile.begin(call, around, { home: home.path, brake });
  try {
    const all = {
      ...started,
      argv: [...program.argv, ...args] as const,
      pins: [...program.pins, ...found.pins],
      visible: started.visible ?? [],
      ...home.started,
      env: { ...home.started.env, ...started.env },
      hidden: [...orders, ...(started.hidden ?? [])],
      network: true,
    };
    const signals = cancel === undefined ? [brake.signal] : [brake.signal, cancel];
    const end = await runConfined(all, call, machine, AbortSignal.any(signals));
    if (typeof end === 'string') return missing(end);
    const isOurs = end.how.kind === 'cancelled' && cancel?.aborted !== true;
    return ended(end, isOurs ? brake.pulled() : undefined);
  } finally {
    brake.release();
    close?.();
  }
}

export type Brake = ReturnType<typeof openBrake>;

/** Ends a turn that we do not want to go on. */
function openBrake() {
  const controller = new AbortController();
  let stop: Stop | undefined;
  let timer: NodeJS.Timeout | undefined;
  const pull = (why?: Stop): void => {
    stop ??= why;
    controller.abort();
  };
  return {
    signal: controller.signal,
    pull,
    pulled: () => stop,
    /** After so many milliseconds, unless it is released before. */
    later(wait: number, why?: () => Stop): void {
      clearTimeout(timer);
      timer = setTimeout(() => pull(why?.()), wait);
    },
    release: () => clearTimeout(timer),
  };
}
