import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';

import { outputReason } from '../../formats/index.ts';
import { duration } from '../../model/amounts.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd, Talk } from '../../ports/processes.ts';
import { type AgentHost, mayWrite, missing } from './adapter.ts';
import { callEnvironment } from './call-environment.ts';
import { keysOf, withoutKeys } from './keys-out.ts';
import { type Pin, pinProblem } from './pinned-file.ts';
import { OVERLONG } from '../answers/trouble.ts';
import { usageIn } from '../answers/usage.ts';

/** What is started for one call. */
export type Started = {
  readonly argv: readonly [string, ...string[]];
  readonly pins: readonly Pin[];
  /** Files of ours it needs beside the pinned ones. */
  readonly visible: readonly string[];
  readonly stdin: string;
  readonly talk?: Talk;
  /** Variables the adapter sets, over what the call gives. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of its own beside the workspace: a home directory, for example. */
  readonly writable?: readonly string[];
  /** Files of the user's that it needs to be itself: its login. */
  readonly exposed?: readonly string[];
  readonly hidden?: readonly string[];
  /** Whether it talks to its model itself. */
  readonly network?: boolean;
};

/** More than this of an answer is not kept. */
const OUTPUT_CAP = 20_000_000;

/** Starts a program as an agent and takes what it prints for the answer. Never rejects for what it did. */
export async function runAgentProgram(
  started: Started,
  call: AgentCall,
  machine: AgentHost,
  cancel?: AbortSignal,
): Promise<AgentEnd> {
  const end = await runConfined(started, call, machine, cancel);
  if (typeof end === 'string') return missing(end);
  const { model, effort, prices } = call.settings;
  return {
    stop: stopOf(end, call),
    text: end.stdout,
    usage: usageIn(end.stdout, prices),
    session: null,
    by: { agent: basename(started.argv[0]), version: null, model, effort, session: null },
  };
}

/** Starts a program, confined as the role of the call demands; a text says why it was not started. */
export async function runConfined(
  started: Started,
  call: AgentCall,
  machine: AgentHost,
  cancel?: AbortSignal,
): Promise<ProgramEnd | string> {
  const refusal = await refusalOf(started, call);
  if (refusal !== undefined) return refusal;
  const seen = started.pins.flatMap(({ path, real }) => (path === real ? [path] : [path, real]));
  const end = await machine.processes.run(
    {
      argv: started.argv,
      cwd: call.cwd,
      env: { ...callEnvironment(call, machine.env), ...started.env },
      stdin: started.stdin,
      ...(started.talk === undefined ? {} : { talk: started.talk }),
      confinement: {
        writable: [...(mayWrite(call) ? [call.cwd] : []), ...(started.writable ?? [])],
        visible: [...call.visible, ...started.visible, ...seen, ...surroundings(machine, started)],
        hidden: [...call.hidden, ...(started.hidden ?? [])],
        exposed: [...(started.exposed ?? []), ...homeOf(call, machine)],
        network: call.settings.network || started.network === true,
      },
      timeout: call.timeout,
      stall: call.stall,
      outputCap: OUTPUT_CAP,
      folder: call.folder,
    },
    cancel,
  );
  return withoutKeys(end, call.folder, keysOf(call, machine.env));
}

/** What the settings show it of the user's home directory, beside its login. */
export function homeOf({ settings }: AgentCall, { env }: Pick<AgentHost, 'env'>): readonly string[] {
  const { HOME: home } = env;
  if (home === undefined) return [];
  return (settings.home ?? []).map((path) => join(home, path)).filter((path) => existsSync(path));
}

/** What lies beside a script belongs to it: a checkout under the hidden temporary folder is seen as any other is. */
function surroundings({ configFolder }: AgentHost, { pins }: Started): readonly string[] {
  const holds = (path: string): boolean => `${path}${sep}`.startsWith(`${configFolder}${sep}`);
  return holds(tmpdir()) || !pins.some(({ path }) => holds(path)) ? [] : [configFolder];
}

async function refusalOf({ pins }: Started, { cwd }: AgentCall): Promise<string | undefined> {
  const folder = await realpath(cwd).catch(() => cwd);
  for (const pinned of pins) {
    // Whoever works in the folder has written what lies there.
    if (pinned.real.startsWith(`${folder}${sep}`))
      return `${pinned.path} is in the agent's working folder, where the agent could change it: move it out`;
    const problem = await pinProblem(pinned);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** How a program's end looks to whoever asked the agent, when nothing is known but the end itself. */
export function stopOf(end: ProgramEnd, call: AgentCall): AgentEnd['stop'] {
  const { how } = end;
  switch (how.kind) {
    case 'exited':
      if (how.code !== 0) return { kind: 'crash', because: `exit code ${how.code}${lastWords(end)}` };
      // What is lost of a judge's answer may have said the opposite (P8); a developer's answer is a claim anyway.
      if (isCut(end) && !mayWrite(call)) return OVERLONG;
      return { kind: 'finished' };
    case 'killed':
      return { kind: 'crash', because: `killed by ${how.signal}${lastWords(end)}` };
    case 'timeout':
      return { kind: 'timeout', because: `still running after ${duration(call.timeout)}` };
    case 'stall':
      return { kind: 'stall', because: `no output for ${duration(call.stall)}` };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'unstartable':
      return { kind: 'missing', because: how.because };
  }
}

function isCut({ truncated, stdout }: ProgramEnd): boolean {
  return truncated && Buffer.byteLength(stdout) >= OUTPUT_CAP;
}

/** The line that says why, for the person who has to repair it; complaints go to stderr where a program has any. */
function lastWords({ stdout, stderr }: ProgramEnd): string {
  const said = outputReason(stderr) || outputReason(stdout);
  return said === '' ? '' : `: ${said}`;
}
