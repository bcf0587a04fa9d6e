import { priced, type Usage } from '../../model/usage.ts';
import { mayWrite } from '../programs/adapter.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { Talk } from '../../ports/processes.ts';
import { type JsonObject, objectOf } from '../answers/json-value.ts';
import { stopFor as troubleStop, troubleOf } from '../answers/trouble.ts';
import { connect, type Connection, type Failure } from './connection.ts';
import { permission, type Permissions } from './permission.ts';
import { greet, type Greeting, openSession, type Session } from './session.ts';
import { type TurnRecord, listen, turnUsage } from './turn-record.ts';
import { TOOL } from './verdict-door.ts';

export type Conversation = {
  readonly call: AgentCall;
  /** Where the agent sees the folder it works in. */
  readonly cwd: string;
  readonly mcpServers: readonly JsonObject[];
  /** Names of documentation servers among them. */
  readonly servers: readonly string[];
  readonly modes: readonly string[];
  readonly permissions: Permissions;
  readonly meta: JsonObject | undefined;
  /** The conversation to go on with. */
  readonly earlier: string | null;
  /** Told to the agent after the assignment. */
  readonly note: string;
  /** When its tools are there; some agents begin without them. */
  readonly ready: Promise<void>;
  /** The tokens it reports at the end are those of its last model call. */
  readonly countsLastCall: boolean;
};

/** What is known of a conversation at any time, whole or cut off. */
export type Progress = {
  greeting: Greeting | null;
  session: Session | null;
  stop: AgentEnd['stop'] | null;
  usage: Usage | null;
  readonly heard: TurnRecord;
};

/** One turn with an agent that speaks the Agent Client Protocol. `over` is called once, when nothing more is wanted of it. */
export function conversation(
  asked: Conversation,
  over: () => void,
): { readonly talk: Talk; readonly progress: Progress } {
  const progress: Progress = { greeting: null, session: null, stop: null, usage: null, heard: listen() };
  const talk: Talk = (voice) => {
    const end = (stop: AgentEnd['stop']): void => {
      if (progress.stop !== null) return;
      progress.stop = stop;
      voice.close();
      over();
    };
    const say = (line: string): void => {
      if (progress.stop === null) voice.say(line);
    };
    const connection = connect(say, {
      asked: (method, params) =>
        method === 'session/request_permission'
          ? permission(params, asked.permissions, [TOOL, ...asked.servers])
          : undefined,
      told: (method, params) => {
        if (method !== 'session/update' || isStrange(params, progress)) return;
        const isNews = progress.heard.take(objectOf(params['update']));
        const enough = progress.stop === null ? whyEnough(asked, progress, isNews) : undefined;
        if (enough === undefined) return;
        connection.tell('session/cancel', { sessionId: params['sessionId'] });
        end(enough);
      },
      lost: () => end({ kind: 'cap', because: 'a message of the agent is too long' }),
      flooded: () => end({ kind: 'crash', because: 'the agent sent too many requests' }),
    });
    void speak(connection, asked, progress).then(end);
    return (piece) => connection.hear(piece);
  };
  return { talk, progress };
}

/** Not every agent counts its own turns: one that goes round in circles is stopped long before its deadline. */
const MOST_ACTS = { worker: 500, judge: 200 } as const;

function whyEnough(asked: Conversation, progress: Progress, isNews: boolean): AgentEnd['stop'] | undefined {
  const most = mayWrite(asked.call) ? MOST_ACTS.worker : MOST_ACTS.judge;
  if (progress.heard.acts() > most) return { kind: 'cap', because: `no answer after ${most} tool calls` };
  if (!isNews || mayGoOn(asked, progress)) return undefined;
  return { kind: 'budget', because: 'the reserved budget is used up' };
}

/** Of a session that nobody opened nothing is heard. */
function isStrange(params: JsonObject, { session }: Progress): boolean {
  return session !== null && params['sessionId'] !== session.id;
}

async function speak(
  connection: Connection,
  asked: Conversation,
  progress: Progress,
): Promise<AgentEnd['stop']> {
  const greeting = await greet(connection);
  if ('code' in greeting) return stopFor(greeting, Date.now());
  if (greeting.protocol !== 1)
    return {
      kind: 'missing',
      because: `the agent uses protocol version ${String(greeting.protocol)}, not 1`,
    };
  progress.greeting = greeting;
  if (asked.earlier !== null && greeting.resumes === null)
    return { kind: 'crash', because: 'the agent cannot continue a conversation' };
  if (!greeting.usesHttp && asked.mcpServers.some(({ type }) => type === 'http'))
    return {
      kind: 'missing',
      because: 'the agent cannot use MCP servers over HTTP: use a server with `run` in audit.library.mcp',
    };
  const session = await openSession(connection, {
    ...asked,
    earlier: asked.earlier === null ? null : { id: asked.earlier, by: greeting.resumes ?? '' },
  });
  if ('failed' in session) return stopFor(session.failed, Date.now());
  if (!('id' in session)) return { kind: 'missing', because: `the agent rejects the model ${session.model}` };
  progress.session = session;
  return prompt(connection, asked, progress, session.id);
}

async function prompt(
  connection: Connection,
  asked: Conversation,
  progress: Progress,
  sessionId: string,
): Promise<AgentEnd['stop']> {
  const { call, note } = asked;
  await soon(asked.ready);
  progress.heard.begin();
  const texts = [call.prompt, note].filter((text) => text !== '');
  const reply = await connection.ask('session/prompt', {
    sessionId,
    prompt: texts.map((text) => ({ type: 'text', text })),
  });
  if (!reply.ok) return stopFor(reply.failure, Date.now());
  progress.usage = turnUsage(reply.result);
  if (progress.usage !== null) mayGoOn(asked, progress);
  return stopOf(reply.result['stopReason'], progress.heard, call);
}

/** An agent that never looks at its tools is asked all the same. */
const LONGEST_WAIT = 1_000;

async function soon(ready: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT)));
  await Promise.race([ready, enough]);
  clearTimeout(timer);
}

function stopOf(reason: unknown, heard: TurnRecord, call: AgentCall): AgentEnd['stop'] {
  switch (reason) {
    case 'end_turn':
      // What is lost of a judge's answer may have said the opposite (P8).
      if (heard.isCut() && !mayWrite(call)) return { kind: 'cap', because: 'more than 20 MB of text' };
      return stopInWords(heard.words(), Date.now()) ?? { kind: 'finished' };
    case 'refusal':
      return { kind: 'refused', because: 'the agent or its model refused to continue' };
    case 'max_tokens':
      return { kind: 'cap', because: 'the answer is longer than the model may write' };
    case 'max_turn_requests':
      return { kind: 'cap', because: 'the agent reached its limit of model requests' };
    case 'cancelled':
      return { kind: 'crash', because: 'the agent aborted its turn' };
    default:
      return { kind: 'crash', because: 'the turn ended without a reason' };
  }
}

/** Asks whether there is money left, as soon as anything is known of what was used. */
function mayGoOn(asked: Conversation, progress: Progress): boolean {
  const used = usageOf(asked, progress) ?? atLeast(progress.heard);
  return used === null || asked.call.mayGoOn(used);
}

/** What the agent says it used; null where it does not say. Its own account of dollars goes before ours. */
export function usageOf({ call, countsLastCall }: Conversation, { usage, heard }: Progress): Usage | null {
  const { prices } = call.settings;
  const { calls, usd } = heard.spent();
  const tokens = calls ?? usage;
  if (tokens === null) return null;
  // Half of the tokens have no price: what was reserved is charged unless it tells the money itself.
  if (countsLastCall) return usd === null || usd === 0 ? null : { ...tokens, usd };
  return { ...tokens, usd: usd ?? (prices === null ? null : priced(tokens, prices)) };
}

/** While it runs some say only what their context holds and what it has cost: no less than that was used. */
function atLeast(heard: TurnRecord): Usage | null {
  const { usd, context } = heard.spent();
  return usd === null ? null : { tokensIn: context, tokensOut: 0, usd };
}

type Stop = AgentEnd['stop'];

/** The protocol's own number for "log in first". */
const AUTH_REQUIRED = -32_000;

/** A request that failed, as the port says it. */
export function stopFor({ code, message, data }: Failure, now: number): Stop {
  const said = data === '' || data === '{}' || message.includes(data) ? message : `${message}: ${data}`;
  const failure = { status: null, words: said };
  const isLogin = code === AUTH_REQUIRED && troubleOf(failure) === 'crash';
  return troubleStop({ ...failure, kind: isLogin ? 'login' : undefined }, { now, secrets: [] });
}

/**
 * Some agents say what went wrong with their provider as if it were their answer, and end well. Only words that begin as
 * no answer of a role does, are not many and close with no signal are taken for such.
 */
export function stopInWords(words: string, now: number): Stop | undefined {
  const said = words.trim();
  if (said.length > 4_000 || !ERROR_WORDS.test(said) || SIGNAL.test(said)) return undefined;
  return troubleStop({ status: null, words: said }, { now, secrets: [] });
}

const ERROR_WORDS = /^\[?(?:API|Provider|Network|Stream) ?Error\b|^Error: (?:API|HTTP|\d{3}\b)/i;

/** Who closes as a role closes has answered, even if it is errors the answer speaks of. */
const SIGNAL = /^[A-Z][A-Z_]+: \S/m;
