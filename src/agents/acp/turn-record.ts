import { addUsage, type Usage } from '../../model/usage.ts';
import { type JsonObject, objectOf, textOf } from '../answers/json-value.ts';

/** More than this of an answer is not kept; the closing lines stand at the end, so that is what stays. */
export const MOST_WORDS = 20_000_000;

/** What an agent says and reports in one turn. */
export type TurnRecord = {
  /** Answers whether there is news of what was used. */
  take(update: JsonObject): boolean;
  /** What was said before the turn, when an earlier conversation is told again, is none of its answer. */
  begin(): void;
  words(): string;
  isCut(): boolean;
  /** How many tools it has used since the turn began. */
  acts(): number;
  /** What it has reported to have used since the turn began. */
  spent(): Spent;
};

/** Sums of model calls where it reports each; its own account of the money; how much of the context is filled. */
export type Spent = { readonly calls: Usage | null; readonly usd: number | null; readonly context: number };

/** Some agents announce their mode in the middle of what they say. */
const ANNOUNCEMENT = /^\[MODE_UPDATE\] [\w-]+[ \t]*(?:\r?\n)*/gm;

export function listen(): TurnRecord {
  let text = '';
  let isCut = false;
  let isBroken = false;
  let endsLine = false;
  let message = '';
  let calls: Usage | null = null;
  let usd: number | null = null;
  let usdBefore = 0;
  let context = 0;
  let acts = 0;

  const say = (piece: string, id: string): void => {
    if (piece === '') return;
    // Two messages are two paragraphs: a closing line has to begin a line.
    if ((isBroken || id !== message) && text !== '') text += endsLine ? '\n' : '\n\n';
    isBroken = false;
    endsLine = piece.endsWith('\n');
    message = id;
    text += piece;
    if (text.length <= 2 * MOST_WORDS) return;
    text = text.slice(-MOST_WORDS);
    isCut = true;
  };

  return {
    take: (update) => {
      switch (update['sessionUpdate']) {
        case 'agent_message_chunk': {
          const content = objectOf(update['content']);
          if (content['type'] === 'text') say(textOf(content['text']), textOf(update['messageId']));
          const before = calls;
          calls = added(calls, objectOf(objectOf(update['_meta'])['usage']));
          return calls !== before;
        }
        case 'tool_call':
          isBroken = true;
          acts += 1;
          return false;
        case 'usage_update':
          usd = dollars(update['cost']) ?? usd;
          context = amount(update['used']) ?? context;
          return true;
        default:
          return false;
      }
    },
    begin: () => {
      [text, isCut, isBroken, message, calls, acts] = ['', false, false, '', null, 0];
      usdBefore = usd ?? 0;
    },
    words: () => text.slice(-MOST_WORDS).replaceAll(ANNOUNCEMENT, ''),
    acts: () => acts,
    isCut: () => isCut || text.length > MOST_WORDS,
    spent: () => ({ calls, usd: usd === null ? null : Math.max(0, usd - usdBefore), context }),
  };
}

/** What the end of a turn says it used, in one of the ways agents do. */
export function turnUsage(result: JsonObject): Usage | null {
  const quota = objectOf(objectOf(objectOf(result['_meta'])['quota'])['token_count']);
  return added(null, objectOf(result['usage'])) ?? tokens(quota['input_tokens'], quota['output_tokens']);
}

function added(sum: Usage | null, usage: JsonObject): Usage | null {
  const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens, totalTokens } = usage;
  const told = tokens(inputTokens, outputTokens);
  if (told === null) return sum;
  // Some count what came from a cache within the input, some beside it; the total tells which.
  const cached = (amount(cachedReadTokens) ?? 0) + (amount(cachedWriteTokens) ?? 0);
  const isBeside = (amount(totalTokens) ?? 0) >= told.tokensIn + told.tokensOut + cached;
  const tokensIn = told.tokensIn + (isBeside ? cached : 0);
  const read = amount(cachedReadTokens) ?? 0;
  const one: Usage = { ...told, tokensIn, ...(read === 0 ? {} : { tokensCached: read }) };
  return sum === null ? one : addUsage(sum, one);
}

function tokens(tokensIn: unknown, tokensOut: unknown): Usage | null {
  const given = { in: amount(tokensIn), out: amount(tokensOut) };
  if (given.in === null || given.out === null) return null;
  return { tokensIn: given.in, tokensOut: given.out, usd: null };
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function dollars(cost: unknown): number | null {
  const { amount: sum, currency } = objectOf(cost);
  return typeof sum === 'number' && Number.isFinite(sum) && sum >= 0 && currency === 'USD' ? sum : null;
}
