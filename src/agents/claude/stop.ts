import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { mayWrite } from '../programs/adapter.ts';
import { stopOf } from '../programs/run-agent-program.ts';
import {
  OVERLONG,
  plainReason,
  stopFor as troubleStop,
  type Trouble,
  troubleOf,
} from '../answers/trouble.ts';
import { NEXT } from './login.ts';
import { amountOf, textOf } from '../answers/json-value.ts';
import type { ClaudeTurn } from './stream.ts';

type Stop = AgentEnd['stop'];

const NO_ROOM = 'the answer is longer than the model may write';

/** How a turn ended. Nothing that may have lost its end is an answer (P8). */
export function stopFor(
  end: ProgramEnd,
  said: ClaudeTurn,
  call: AgentCall,
  secrets: readonly string[],
): Stop {
  const plain = stopOf(end, call);
  const { result } = said;
  const isOver = result !== null && (end.how.kind === 'timeout' || end.how.kind === 'stall');
  // What was answered whole counts, even if the program did not get to its own end.
  if (end.how.kind !== 'exited' && !isOver) return withoutSecrets(plain, secrets);
  if (result === null) return withoutSecrets(unanswered(plain, end, said), secrets);
  if (result['is_error'] === true || result['subtype'] !== 'success')
    return withoutSecrets(failed(said, secrets), secrets);
  if (result['stop_reason'] === 'refusal')
    return { kind: 'refused', because: 'the model or its provider refused to answer' };
  // A developer's answer is a claim anyway.
  const lost = mayWrite(call) ? undefined : lostOf(plain, end, said);
  if (lost !== undefined) return withoutSecrets(lost, secrets);
  if (said.words.join('').trim() === '' && said.verdicts.length === 0)
    return { kind: 'crash', because: 'Claude Code gave no answer' };
  return { kind: 'finished' };
}

/** Why a judge's answer may not be whole, or not be meant: what is missing may have said the opposite. */
function lostOf(plain: Stop, { how }: ProgramEnd, { isCut, isOverlong }: ClaudeTurn): Stop | undefined {
  if (isCut) return { kind: 'cap', because: NO_ROOM };
  if (isOverlong) return OVERLONG;
  return how.kind === 'exited' && how.code !== 0 ? plain : undefined;
}

/** It was told often enough that its key is none. */
export function refusedKey({ retry }: ClaudeTurn): Stop | undefined {
  if (retry === null || retry.attempt < 3 || (retry.status !== 401 && retry.status !== 403)) return undefined;
  return {
    kind: 'authentication',
    because: `HTTP ${retry.status}: the provider refuses the key or login; ${NEXT}`,
  };
}

function unanswered(plain: Stop, end: ProgramEnd, { isOverlong }: ClaudeTurn): Stop {
  if (isOverlong) return OVERLONG;
  const complaint = { status: null, words: end.stderr.slice(-4_000) };
  if ('because' in plain && troubleOf(complaint) === 'login')
    return { kind: 'authentication', because: `${plain.because}; ${NEXT}` };
  return plain.kind === 'finished' || plain.kind === 'cap'
    ? { kind: 'crash', because: 'Claude Code ended without a result' }
    : plain;
}

function failed({ result, limitEnds: until }: ClaudeTurn, secrets: readonly string[]): Stop {
  const subtype = textOf(result?.['subtype']);
  const errors = Array.isArray(result?.['errors']) ? result['errors'].map(textOf) : [];
  const words = [textOf(result?.['result']), ...errors].find((each) => each !== '') ?? '';
  if (subtype === 'error_max_turns' || result?.['terminal_reason'] === 'max_turns')
    return { kind: 'cap', because: `no answer after ${amountOf(result?.['num_turns'])} turns` };
  if (subtype.startsWith('error_max_')) return { kind: 'cap', because: `${subtype}: ${words}` };
  if (result?.['api_error'] === 'max_output_tokens') return { kind: 'cap', because: NO_ROOM };
  const status = amountOf(result?.['api_error_status']) || null;
  return troubleStop(
    { status, words, kind: kindOf(result), until },
    { now: Date.now(), secrets, login: NEXT },
  );
}

/** What its own words for a failure mean. */
function kindOf(result: ClaudeTurn['result']): Trouble | undefined {
  if (result?.['stop_reason'] === 'refusal') return 'refused';
  return result?.['terminal_reason'] === 'prompt_too_long' ? 'context_full' : undefined;
}

function withoutSecrets(stop: Stop, secrets: readonly string[]): Stop {
  return 'because' in stop ? { ...stop, because: plainReason(stop.because, secrets) } : stop;
}
