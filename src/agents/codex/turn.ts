import { join } from 'node:path';

import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { type Machine, missing } from '../adapter.ts';
import type { FoundServers } from '../doc-servers.ts';
import type { FoundProgram } from '../find-program.ts';
import type { PrivateHome } from '../private-home.ts';
import { mayWrite, runConfined, type Started, stopOf } from '../run-program.ts';
import { verdictForm } from '../verdict-form.ts';
import { lookServer } from './look-server-file.ts';
import { KEY_VARIABLE, type Login } from './login.ts';
import type { Seen } from './rollout-entry.ts';
import { followRollouts, type Rollouts } from './rollouts.ts';
import { packSession, type Session } from './session.ts';
import { type Failure, stopFor, troubleOf, withoutSecrets } from '../trouble.ts';
import { failureOf, NEXT } from './stop.ts';
import { openStream, type Said } from './stream.ts';
import { totalOf, usageOf, usedSince } from './tokens.ts';

/** What a turn is held with. */
export type Turn = {
  readonly machine: Machine;
  readonly program: FoundProgram;
  readonly login: Login;
  readonly home: PrivateHome;
  /** The conversation it goes on with. */
  readonly earlier: Session | null;
  /** What of the tree it must not see. */
  readonly orders: readonly string[];
  readonly found: FoundServers;
};

/** In the home: how a verdict looks as data. */
export const SCHEMA_FILE = '.codex/verdict.schema.json';

/** A worker may look, change and try for long; a judge has seen enough sooner. */
const MOST_CALLS = { worker: 200, judge: 80 } as const;

/** A limit that ends so soon is waited for: parking loses the conversation. How long it lasts Codex does not say. */
const SHORT_WAIT = 60_000;

/** A version that does not know the settings by which judges lose their shell: what it started may know the token. */
const ACTED: AgentEnd['stop'] = {
  kind: 'missing',
  because: 'this version of Codex runs commands for a judge; update it with `npm install -g @openai/codex`',
};

/** One turn of Codex, to its end or to where it has to end. */
export async function turn(call: AgentCall, around: Turn, cancel?: AbortSignal): Promise<AgentEnd> {
  const { machine, home, login } = around;
  const brake = openBrake();
  const rollouts = followRollouts(join(home.path, '.codex'), (seen) => {
    const stop = whyEnough(call, seen);
    if (stop !== undefined) brake.pull(stop);
  });
  const stream = openStream((said) => {
    if (said.hasActed && !mayWrite(call)) return brake.pull(ACTED);
    const failure = failureOf(said.failure ?? '', rollouts.seen());
    if (troubleOf(failure) !== 'limit') return brake.later(undefined);
    brake.later(() => failed(failure, login), Math.min(SHORT_WAIT, call.stall / 4));
  });
  try {
    const started = { ...startedFor(call, around), talk: listening(stream.hear) };
    const signals = [brake.signal, ...(cancel === undefined ? [] : [cancel])];
    const end = await runConfined(started, call, machine, AbortSignal.any(signals));
    if (typeof end === 'string') return missing(end);
    stream.hear('\n');
    rollouts.look();
    const isOurs = end.how.kind === 'cancelled' && cancel?.aborted !== true;
    return ended(call, around, {
      end,
      said: stream.said(),
      rollouts,
      pulled: isOurs ? brake.pulled() : undefined,
    });
  } finally {
    brake.close();
    rollouts.close();
  }
}

function whyEnough(call: AgentCall, seen: Seen): AgentEnd['stop'] | undefined {
  if (!call.mayGoOn(usageOf(seen, call), seen.model))
    return { kind: 'budget', because: 'the budget does not reach any further' };
  const most = mayWrite(call) ? MOST_CALLS.worker : MOST_CALLS.judge;
  return seen.calls > most ? { kind: 'cap', because: `no answer after ${most} model calls` } : undefined;
}

type Stop = AgentEnd['stop'];

/** Ends a turn that we do not want to go on. */
function openBrake() {
  const controller = new AbortController();
  let stop: Stop | undefined;
  let timer: NodeJS.Timeout | undefined;
  const pull = (why: Stop): void => {
    stop ??= why;
    controller.abort();
  };
  return {
    signal: controller.signal,
    pull,
    pulled: () => stop,
    /** Unless something else happens before. */
    later(why: (() => Stop) | undefined, wait = 0): void {
      clearTimeout(timer);
      timer = why === undefined ? undefined : setTimeout(() => pull(why()), wait);
    },
    close: () => clearTimeout(timer),
  };
}

/** The prompt is all it is told. */
function listening(hear: (piece: string) => void): NonNullable<Started['talk']> {
  return (voice) => {
    voice.close();
    return hear;
  };
}

function startedFor(call: AgentCall, { program, login, home, earlier, orders, found }: Turn): Started {
  const { env, writable = [], exposed = [] } = home.started;
  const { file, folder } = lookServer();
  const schema = verdictForm(call) === undefined ? [] : ['--output-schema', join(home.path, SCHEMA_FILE)];
  const options = ['--json', '--skip-git-repo-check', '--ignore-rules', ...schema];
  const fresh = ['exec', ...options, '-'];
  return {
    argv: [
      ...program.argv,
      ...(earlier === null ? fresh : ['exec', 'resume', ...options, earlier.thread, '-']),
    ],
    pins: [...program.pins, ...found.pins],
    visible: mayWrite(call) ? [] : [process.execPath, file, folder],
    stdin: call.prompt,
    env: {
      ...env,
      CODEX_HOME: join(home.path, '.codex'),
      ...(login.key === null ? {} : { [KEY_VARIABLE]: login.key }),
    },
    writable,
    exposed,
    hidden: orders,
    network: true,
  };
}

type Ended = {
  readonly end: ProgramEnd;
  readonly said: Said;
  readonly rollouts: Rollouts;
  /** Why we ended it. */
  readonly pulled: Stop | undefined;
};

function ended(call: AgentCall, { login, earlier }: Turn, { end, said, rollouts, pulled }: Ended): AgentEnd {
  const { thread } = said;
  const seen = rollouts.seen();
  const total = totalOf(said, seen, earlier);
  const used = seen.calls > 0 || said.total === null ? seen : { ...usedSince(total, earlier), calls: 1 };
  const kept = thread === null ? undefined : rollouts.fileOf(thread);
  return {
    stop: pulled ?? stopWith(end, { call, said, seen, login }),
    text: withoutSecrets(said.answer ?? '', secretsOf(login)),
    usage: used.calls === 0 ? null : usageOf(used, call),
    session: thread === null ? null : packSession(kept, call.folder, { thread, ...total }),
    by: {
      agent: 'codex',
      version: seen.version,
      model: seen.model ?? call.settings.model,
      effort: seen.effort ?? call.settings.effort,
      session: thread,
    },
  };
}

type Known = {
  readonly call: AgentCall;
  readonly said: Said;
  readonly seen: Seen;
  readonly login: Login;
};

function stopWith(end: ProgramEnd, { call, said, seen, login }: Known): Stop {
  if (said.hasActed && !mayWrite(call)) return ACTED;
  const plain = stopOf(end, call);
  if (end.how.kind !== 'exited') return plain;
  // What is lost of a judge's answer may have said the opposite (P8), and so may who fails after it.
  if (said.isLost && !mayWrite(call)) return { kind: 'cap', because: 'more than 20 MB of output' };
  const isWell = end.how.code === 0 || mayWrite(call);
  if (isWell && said.isComplete && said.answer !== null && said.answer.trim() !== '')
    return { kind: 'finished' };
  if (said.failure !== null) return failed(failureOf(said.failure, seen), login);
  // Its last message was longer than what is read.
  if (end.truncated) return { kind: 'cap', because: 'more than 20 MB of output' };
  if (plain.kind === 'crash')
    return { kind: 'crash', because: withoutSecrets(plain.because, secretsOf(login)) };
  return { kind: 'crash', because: 'Codex said nothing' };
}

function failed(failure: Failure, login: Login): Stop {
  return stopFor(failure, { now: Date.now(), secrets: secretsOf(login), login: NEXT });
}

function secretsOf({ key }: Login): readonly string[] {
  return key === null ? [] : [key];
}
