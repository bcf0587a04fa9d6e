import { sanitize } from '../../formats/index.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { mayWrite, stopOf } from '../run-program.ts';
import { discreet, NEXT } from './login.ts';
import { amountIn, type Said, textIn } from './stream.ts';

type Stop = AgentEnd['stop'];

const NO_LOGIN =
  /not logged in|please run \/login|invalid api key|oauth token|authentication_error|invalid bearer token/i;
const NO_MONEY = /credit balance is too low|insufficient_quota/i;
const FULL = /prompt is too long|context (?:window|length)|input is too long|maximum context/i;
const NO_ROOM = 'the answer is longer than the model may write';

export const TOO_MUCH = { kind: 'cap', because: 'more than 20 MB of output' } as const;

/** How a turn ended. Nothing that may have lost its end is an answer (P8). */
export function stopFor(end: ProgramEnd, said: Said, call: AgentCall, secrets: readonly string[]): Stop {
  const plain = stopOf(end, call);
  const { result } = said;
  const isOver = result !== null && (end.how.kind === 'timeout' || end.how.kind === 'stall');
  // What was answered whole counts, even if the program did not get to its own end.
  if (end.how.kind !== 'exited' && !isOver) return withoutSecrets(plain, secrets);
  if (result === null) return withoutSecrets(unanswered(plain, end, said), secrets);
  const words = wordsOf(said);
  const stop =
    result['is_error'] === true || result['subtype'] !== 'success' ? failed(said, words) : undefined;
  if (stop !== undefined) return withoutSecrets(stop, secrets);
  if (textIn(result['stop_reason']) === 'refusal')
    return { kind: 'refused', because: 'the model or its provider refused to answer' };
  // A developer's answer is a claim anyway.
  const lost = mayWrite(call) ? undefined : lostOf(plain, end, said);
  if (lost !== undefined) return withoutSecrets(lost, secrets);
  if (said.words.join('').trim() === '' && said.verdicts.length === 0)
    return { kind: 'crash', because: 'Claude Code said nothing' };
  return { kind: 'finished' };
}

/** Why a judge's answer may not be whole, or not be meant: what is missing may have said the opposite. */
function lostOf(plain: Stop, { how }: ProgramEnd, { isCut, isOverlong }: Said): Stop | undefined {
  if (isCut) return { kind: 'cap', because: NO_ROOM };
  if (isOverlong) return TOO_MUCH;
  return how.kind === 'exited' && how.code !== 0 ? plain : undefined;
}

/** It was told often enough that its key is none. */
export function refusedKey({ retry }: Said): Stop | undefined {
  if (retry === null || retry.attempt < 3 || (retry.status !== 401 && retry.status !== 403)) return undefined;
  return {
    kind: 'authentication',
    because: `HTTP ${retry.status}: the provider refuses the key or login; ${NEXT}`,
  };
}

function unanswered(plain: Stop, end: ProgramEnd, { isOverlong }: Said): Stop {
  if (isOverlong) return TOO_MUCH;
  if (NO_LOGIN.test(end.stderr.slice(-4_000)) && 'because' in plain)
    return { kind: 'authentication', because: `${plain.because}; ${NEXT}` };
  return plain.kind === 'finished' || plain.kind === 'cap'
    ? { kind: 'crash', because: 'Claude Code ended without a result' }
    : plain;
}

function failed(said: Said, because: string): Stop {
  const { result } = said;
  const status = amountIn(result?.['api_error_status']);
  const reason = textIn(result?.['terminal_reason']) ?? '';
  const subtype = textIn(result?.['subtype']) ?? '';
  if (subtype === 'error_max_turns' || reason === 'max_turns')
    return { kind: 'cap', because: `no answer after ${amountIn(result?.['num_turns'])} turns` };
  if (subtype.startsWith('error_max_')) return { kind: 'cap', because: `${subtype}: ${because}` };
  if (result?.['api_error'] === 'max_output_tokens') return { kind: 'cap', because: NO_ROOM };
  if (textIn(result?.['stop_reason']) === 'refusal') return { kind: 'refused', because };
  // No money is left: that does not end by waiting.
  if (status === 402 || NO_MONEY.test(because)) return { kind: 'authentication', because };
  if (status === 401 || status === 403 || (status === 0 && NO_LOGIN.test(because)))
    return { kind: 'authentication', because: `${because}; ${NEXT}` };
  const named = /limit reached\|(\d{10})\b/.exec(because)?.[1];
  if (status === 429 || named !== undefined)
    return {
      kind: 'limit',
      until: said.limitEnds ?? (named === undefined ? null : Number(named) * 1000),
      because,
    };
  if (status === 413 || reason === 'prompt_too_long' || (status === 400 && FULL.test(because)))
    return { kind: 'context_full', because };
  // The model is not there, and will not be there at the next try either.
  if (status === 404) return { kind: 'missing', because };
  return { kind: 'crash', because };
}

/** What it says went wrong, with the status of the provider where there was one. */
function wordsOf({ result }: Said): string {
  const status = amountIn(result?.['api_error_status']);
  const errors = Array.isArray(result?.['errors']) ? result['errors'].map(textIn) : [];
  const said = textIn(result?.['result']) ?? errors.find((error) => error !== null) ?? 'no reason was given';
  return `${status === 0 ? '' : `HTTP ${status}: `}${said}`;
}

function withoutSecrets(stop: Stop, secrets: readonly string[]): Stop {
  if (!('because' in stop)) return stop;
  const because = sanitize(discreet(stop.because, secrets), { singleLine: true, maxLength: 300 });
  return { ...stop, because };
}
