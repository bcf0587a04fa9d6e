import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { type ModelMessage, APICallError } from 'ai';

import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { isMap } from '../../schema/fits.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { anything, exactly, listOf, mapOf, text } from '../../schema/shape.ts';
import { messageOf } from '../programs/pinned-file.ts';
import { BROKE, stopFor as troubleStop } from '../answers/trouble.ts';
import { addTokens, noTokens, type Tokens, usageOf } from '../answers/usage.ts';
import type { Verdicts } from '../answers/verdicts.ts';
import { type Asking, oneStep, type StepEnd } from './one-step.ts';
import type { RequestLimits } from './request-limits.ts';

export type Conversation = {
  readonly call: AgentCall;
  readonly asking: Asking;
  readonly watch: RequestLimits;
  /** Name of the model and where it is, so that no other one goes on with the conversation. */
  readonly modelName: string;
  readonly key: string | null;
  /** How often the model may be asked. */
  readonly mostSteps: number;
  /** The words of the step that is under way; the tool for verdicts looks at them. */
  readonly verdicts: Verdicts;
};

/** Asks the model until it has answered, and says how that ended. */
export async function converse(conversation: Conversation): Promise<AgentEnd> {
  const { call, asking, watch, modelName, key, mostSteps, verdicts } = conversation;
  const history = await recallHistory(call.session, modelName);
  const messages: ModelMessage[] = [...history.messages];
  messages.push({ role: 'user', content: call.prompt });
  const { prices } = call.settings;
  let spent: Tokens | null = null;
  const usedSoFar = () => (spent === null ? null : usageOf(spent, prices));
  let session: string | null = null;
  let text = '';
  let { model } = call.settings;
  const { effort } = call.settings;
  const ended = (stop: AgentEnd['stop'], said: string): AgentEnd => ({
    stop,
    text: said,
    usage: usedSoFar(),
    session,
    by: { agent: 'api', version: null, model, effort, session: history.id },
  });
  try {
    for (let step = 0; step < mostSteps; step += 1) {
      const end = await patiently(() => oneStep(asking, messages), watch, Math.min(SHORT_WAIT, call.stall));
      spent = spentWith(spent, end);
      messages.push(...end.messages);
      session = await keepHistory(call.folder, { ...history, messages });
      text = end.text;
      model = end.model || model;
      const mayGoOn = call.mayGoOn(usedSoFar() ?? { tokensIn: 0, tokensOut: 0, usd: null }, model);
      const stopped = watch.stopped();
      if (stopped !== undefined) return ended(stopped, text);
      const verdict = verdicts.answer(text);
      if (verdict !== undefined) return ended(stopAt({ ...end, text: verdict }, HANDED_IN), verdict);
      if (!end.goesOn) return ended(stopAt(end, WHOLE), text);
      if (!mayGoOn) return ended(BROKE, text);
    }
    return ended({ kind: 'cap', because: `no answer after ${mostSteps} turns` }, text);
  } catch (error) {
    return ended(watch.stopped() ?? stopFor(error, Date.now(), key), text);
  }
}

/** Why a model stopped talking. What may have lost its end is no answer (P8). */
function stopAt({ finish, rawFinish, text }: StepEnd, whole: RegExp): AgentEnd['stop'] {
  if (finish === 'content-filter')
    return { kind: 'refused', because: 'the model or its provider refused to answer' };
  if (finish === 'length') return { kind: 'cap', because: 'the answer is longer than the model may write' };
  if (!whole.test(finish) && !whole.test(rawFinish ?? ''))
    return { kind: 'crash', because: `the answer ended with ${rawFinish ?? finish}` };
  return text.trim() === '' ? { kind: 'crash', because: 'the model gave no answer' } : { kind: 'finished' };
}

/** How servers, and those that only resemble them, say that the end was reached. */
const WHOLE = /^(?:stop|end_turn|eos|eos_token|stop_sequence)$/i;
const HANDED_IN = /^(?:stop|tool-calls|tool_calls|tool_use)$/i;

const PASSING_TRIES = 2;
const LIMIT_TRIES = 5;
/** A limit that ends so soon, and before silence counts as a stall, is waited for: parking loses the conversation. */
const SHORT_WAIT = 60_000;

/** Asks again after what passes by itself: an overloaded server, a lost connection, a limit of seconds. */
async function patiently(
  ask: () => Promise<StepEnd>,
  watch: RequestLimits,
  longest: number,
): Promise<StepEnd> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      // A tool that was begun before the answer broke off is not done, or undone, beside the next one.
      await watch.settled();
      const wait = waitAfter(error, tries);
      const isTooLong = wait === undefined || wait > longest || wait >= watch.left();
      if (isTooLong || watch.stopped() !== undefined) throw error;
      await watch.during(pause(wait, watch.signal));
      if (watch.stopped() !== undefined) throw error;
    }
  }
}

function waitAfter(error: unknown, tries: number): number | undefined {
  if (isPassing(error)) return tries < PASSING_TRIES ? 500 * 2 ** tries : undefined;
  const now = Date.now();
  const stop = stopFor(error, now, null);
  if (stop.kind !== 'limit' || tries >= LIMIT_TRIES) return undefined;
  if (stop.until === null) return tries < PASSING_TRIES ? 1_000 * 2 ** tries : undefined;
  return stop.until - now + 100;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** What the provider says was used, added up; nothing is guessed. */
function spentWith(spent: Tokens | null, { tokensIn, tokensOut, tokensCached = 0 }: StepEnd): Tokens | null {
  if (tokensIn === undefined && tokensOut === undefined) return spent;
  return addTokens(spent ?? noTokens, { tokensIn: tokensIn ?? 0, tokensCached, tokensOut: tokensOut ?? 0 });
}

/** What went wrong between us and the provider, as the port says it. */
export function stopFor(error: unknown, now: number, key: string | null): AgentEnd['stop'] {
  const told = { now, secrets: key === null ? [] : [key] };
  const words = messageOf(error);
  if (!APICallError.isInstance(error)) return troubleStop({ status: 0, words, kind: 'crash' }, told);
  const { statusCode: status = 0, responseHeaders = {}, responseBody: body = '' } = error;
  const headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return troubleStop({ status, words, body, headers }, told);
}

/** Whether the same request may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  // Without a status nobody answered.
  if (statusCode === undefined) return error.isRetryable;
  return statusCode === 408 || statusCode === 409 || statusCode >= 500;
}

/** A conversation, kept in the folder of its run so that a clarification can go on with it. */
export type History = {
  /** The same as long as it goes on, so that verdicts can be told apart by it. */
  readonly id: string;
  readonly model: string;
  readonly messages: readonly ModelMessage[];
};

const FILE = 'conversation.json';
const keptHistory = mapOf({ v: exactly(1), id: text(), model: text(), messages: listOf(anything()) });

/** We wrote it ourselves: who said it is enough to tell a message by. */
function isMessage(value: unknown): value is ModelMessage {
  return isMap(value) && ['system', 'user', 'assistant', 'tool'].includes(String(value['role']));
}

/** Keeps it and answers the session it is found by. What is there is whole, whenever the coordinator is killed. */
export async function keepHistory(folder: string, history: History): Promise<string> {
  const file = join(folder, FILE);
  const fresh = join(folder, `${FILE}.${randomBytes(6).toString('hex')}`);
  await writeFile(fresh, JSON.stringify({ v: 1, ...history }), { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
  return file;
}

/** What was said before, with the same model; a new one where that cannot be had: every prompt stands by itself. */
export async function recallHistory(session: string | null, model: string): Promise<History> {
  const fresh = { id: randomUUID(), model, messages: [] };
  if (session === null || !isAbsolute(session) || basename(session) !== FILE) return fresh;
  const kept = jsonAs(keptHistory, await readFile(session, 'utf8').catch(() => undefined));
  return kept?.model === model && kept.messages.every(isMessage)
    ? { ...fresh, id: kept.id, messages: kept.messages }
    : fresh;
}
