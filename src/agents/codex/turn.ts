import { join } from 'node:path';

import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import {
  type Conversation,
  keepConversation,
  putConversation,
  readConversation,
} from '../programs/kept-conversation.ts';
import type { Around, TurnPlace, Turn } from '../programs/program-agent.ts';
import { mayWrite, mostCalls } from '../programs/adapter.ts';
import { type Started, stopOf } from '../programs/run-agent-program.ts';
import {
  BROKE,
  OVERLONG,
  type Failure,
  stopFor,
  troubleOf,
  withoutSecrets,
  type Trouble,
} from '../answers/trouble.ts';
import { addTokens, noTokens, usageOf, type Tokens } from '../answers/usage.ts';
import { verdictForm } from '../answers/verdict-form.ts';
import { KEY_VARIABLE, type CodexLogin } from './login.ts';
import { lookServer } from './look-server-file.ts';
import type { RolloutEntry } from './rollout-entry.ts';
import { followRollouts, type Rollouts } from './rollouts.ts';
import { openStream, type CodexTurn } from './stream.ts';

type Stop = AgentEnd['stop'];

/** In the home: how a verdict looks as data. */
export const SCHEMA_FILE = '.codex/verdict.schema.json';

/** A limit that ends so soon is waited for: parking loses the conversation. How long it lasts Codex does not say. */
const SHORT_WAIT = 60_000;

/** A version that does not know the settings by which judges lose their shell: what it started may know the token. */
const ACTED: AgentEnd['stop'] = {
  kind: 'missing',
  because: 'this version of Codex lets a judge run commands; update it with `npm install -g @openai/codex`',
};

/** One turn of Codex, to its end or to where it has to end. */
export function beginTurn(call: AgentCall, { login }: Around<CodexLogin>, { home, brake }: TurnPlace): Turn {
  const own = join(home, '.codex');
  const earlier = readConversation(call.session);
  if (earlier !== null) putConversation(earlier, join(own, rolloutOf(earlier.id)));
  const rollouts = followRollouts(own, (seen) => {
    const stop = whyEnough(call, seen);
    if (stop !== undefined) brake.pull(stop);
  });
  const stream = openStream((said) => {
    if (said.hasActed && !mayWrite(call)) return brake.pull(ACTED);
    const failure = failureOf(said.failure ?? '', rollouts.seen());
    if (troubleOf(failure) !== 'limit') return brake.release();
    brake.later(Math.min(SHORT_WAIT, call.stall / 4), () => failed(failure, login));
  });
  const { file, folder } = lookServer();
  const schema = verdictForm(call) === undefined ? [] : ['--output-schema', join(home, SCHEMA_FILE)];
  const options = ['--json', '--skip-git-repo-check', '--ignore-rules', ...schema];
  return {
    args: earlier === null ? ['exec', ...options, '-'] : ['exec', 'resume', ...options, earlier.id, '-'],
    started: {
      visible: mayWrite(call) ? [] : [process.execPath, file, folder],
      stdin: call.prompt,
      talk: listening(stream.hear),
      env: { CODEX_HOME: own, ...(login.key === null ? {} : { [KEY_VARIABLE]: login.key }) },
    },
    ended(end, stopped) {
      stream.hear('\n');
      rollouts.look();
      return ended({ call, login, earlier, said: stream.said(), rollouts }, end, stopped);
    },
    close: () => rollouts.close(),
  };
}

/** Where Codex looks for a conversation in its home. */
function rolloutOf(id: string): string {
  return `sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`;
}

function whyEnough(call: AgentCall, seen: RolloutEntry): AgentEnd['stop'] | undefined {
  if (!call.mayGoOn(usageOf(seen, call.settings.prices), seen.model)) return BROKE;
  const most = mostCalls(call);
  return seen.calls > most ? { kind: 'cap', because: `no answer after ${most} model calls` } : undefined;
}

/** The prompt is all it is told. */
function listening(hear: (piece: string) => void): NonNullable<Started['talk']> {
  return (voice) => {
    voice.close();
    return hear;
  };
}

type Ended = {
  readonly call: AgentCall;
  readonly login: CodexLogin;
  readonly earlier: Conversation | null;
  readonly said: CodexTurn;
  readonly rollouts: Rollouts;
};

function ended(
  { call, login, earlier, said, rollouts }: Ended,
  end: ProgramEnd,
  stopped: Stop | undefined,
): AgentEnd {
  const { thread } = said;
  const seen = rollouts.seen();
  const total = totalOf(said, seen, earlier);
  const used = seen.calls > 0 || said.total === null ? seen : { ...usedSince(total, earlier), calls: 1 };
  const kept = thread === null ? undefined : rollouts.fileOf(thread);
  return {
    stop: stopped ?? stopWith(end, { call, said, seen, login }),
    text: withoutSecrets(said.answer ?? '', secretsOf(login)),
    usage: used.calls === 0 ? null : usageOf(used, call.settings.prices),
    session:
      thread === null || kept === undefined
        ? null
        : keepConversation([kept], call.folder, { id: thread, ...total, usd: 0 }),
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
  readonly said: CodexTurn;
  readonly seen: RolloutEntry;
  readonly login: CodexLogin;
};

function stopWith(end: ProgramEnd, { call, said, seen, login }: Known): Stop {
  if (said.hasActed && !mayWrite(call)) return ACTED;
  const plain = stopOf(end, call);
  if (end.how.kind !== 'exited') return plain;
  // What is lost of a judge's answer may have said the opposite (P8), and so may who fails after it.
  if (said.isLost && !mayWrite(call)) return OVERLONG;
  const isWell = end.how.code === 0 || mayWrite(call);
  if (isWell && said.isComplete && said.answer !== null && said.answer.trim() !== '')
    return { kind: 'finished' };
  if (said.failure !== null) return failed(failureOf(said.failure, seen), login);
  // Its last message was longer than what is read.
  if (end.truncated) return OVERLONG;
  if (plain.kind === 'crash')
    return { kind: 'crash', because: withoutSecrets(plain.because, secretsOf(login)) };
  return { kind: 'crash', because: 'Codex gave no answer' };
}

function failed(failure: Failure, login: CodexLogin): Stop {
  return stopFor(failure, { now: Date.now(), secrets: secretsOf(login), login: NEXT });
}

function secretsOf({ key }: CodexLogin): readonly string[] {
  return key === null ? [] : [key];
}

/** Of the whole conversation: as Codex says at the end of a turn, else what it wrote down of this one and the earlier. */
function totalOf({ total }: CodexTurn, seen: Tokens, earlier: Tokens | null): Tokens {
  return total ?? addTokens(earlier ?? noTokens, seen);
}

/** Of one turn, by what the conversation had used before. */
function usedSince(total: Tokens, earlier: Tokens | null): Tokens {
  const before = earlier ?? noTokens;
  return {
    tokensIn: Math.max(0, total.tokensIn - before.tokensIn),
    tokensCached: Math.max(0, total.tokensCached - before.tokensCached),
    tokensOut: Math.max(0, total.tokensOut - before.tokensOut),
  };
}

export const NEXT = 'log in with `codex login`, or set apiKeyEnv to the variable that contains an API key';

/** Why a turn failed: in the words Codex printed, and in those it wrote down. */
export function failureOf(
  words: string,
  { failure, resets: until }: Pick<RolloutEntry, 'failure' | 'resets'>,
): Failure {
  const found = /\bstatus:? (\d{3})\b/.exec(words)?.[1];
  const named = failure?.kind === 'internal_server_error' ? 500 : (failure?.status ?? null);
  return {
    status: named ?? (found === undefined ? null : Number(found)),
    words: words.replace(/^Reconnecting\.\.\. \d+\/\d+ \((.*)\)$/s, '$1'),
    kind: kindIn(words) ?? kinds[failure?.kind ?? ''],
    until,
  };
}

/** OpenAI's words alone: others say the second where waiting helps. */
function kindIn(words: string): Trouble | undefined {
  if (/usage limit/i.test(words)) return 'limit';
  return /quota exceeded|billing/i.test(words) ? 'money' : undefined;
}

/** Codex' own words. */
const kinds: Readonly<Record<string, Trouble>> = {
  usage_limit_exceeded: 'limit',
  unauthorized: 'login',
  context_window_exceeded: 'context_full',
  cyber_policy: 'refused',
};
