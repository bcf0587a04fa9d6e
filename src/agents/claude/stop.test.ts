import { expect, test } from 'vitest';

import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { refusedKey, stopFor } from './stop.ts';
import { type ClaudeTurn, Stream } from './stream.ts';

const place = { config: '/c', workspace: '/w', run: '/r' };
const developer = callOf(settingsOf('claude', []), place);
const critic = callOf(settingsOf('claude', []), place, { role: 'critic', readOnly: true });
const exited: ProgramEnd = {
  how: { kind: 'exited', code: 1 },
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 1,
};

function said(more: Partial<ClaudeTurn>): ClaudeTurn {
  const {
    session,
    version,
    model,
    words,
    isCut,
    verdicts,
    calls,
    used,
    limitEnds,
    retry,
    result,
    isOverlong,
  } = new Stream(() => undefined);
  const nothing = {
    session,
    version,
    model,
    words,
    isCut,
    verdicts,
    calls,
    used,
    limitEnds,
    retry,
    result,
    isOverlong,
  };
  return { ...nothing, ...more };
}

function stop(
  result: ClaudeTurn['result'],
  more: Partial<ClaudeTurn> = {},
  call = developer,
): AgentEnd['stop'] {
  return stopFor(exited, said({ words: ['an answer'], ...more, result }), call, ['sk-secret']);
}

const failed = { type: 'result', subtype: 'success', is_error: true };
const good = { type: 'result', subtype: 'success', is_error: false, stop_reason: 'end_turn' };

const failures: readonly (readonly [object, AgentEnd['stop']['kind']])[] = [
  [{ ...failed, api_error_status: 401 }, 'authentication'],
  [{ ...failed, api_error_status: 403 }, 'authentication'],
  [{ ...failed, result: 'Not logged in · Please run /login' }, 'authentication'],
  [{ ...failed, api_error_status: 400, result: 'Credit balance is too low' }, 'authentication'],
  [{ ...failed, api_error_status: 429 }, 'limit'],
  [{ ...failed, result: 'Claude AI usage limit reached|1794767488' }, 'limit'],
  [{ ...failed, api_error_status: 400, terminal_reason: 'prompt_too_long' }, 'context_full'],
  [{ ...failed, api_error_status: 413 }, 'context_full'],
  [{ ...failed, api_error_status: 404 }, 'missing'],
  [{ ...failed, api_error_status: 529 }, 'crash'],
  [{ ...failed, stop_reason: 'refusal' }, 'refused'],
  [{ ...failed, api_error: 'max_output_tokens' }, 'cap'],
  [{ ...failed, subtype: 'error_max_turns' }, 'cap'],
  [{ ...failed, subtype: 'error_max_budget_usd' }, 'cap'],
  [{ ...failed, subtype: 'error_during_execution', errors: ['No conversation found'] }, 'crash'],
  [{ ...good, stop_reason: 'refusal' }, 'refused'],
];

for (const [result, kind] of failures)
  test(`RECOVER-02 ${JSON.stringify(result).slice(40)} is ${kind}`, () => {
    expect(stop(result as ClaudeTurn['result']).kind).toBe(kind);
  });

test('RECOVER-02 the end of a limit is known where it was said', () => {
  expect(stop({ ...failed, api_error_status: 429 }, { limitEnds: 5 })).toMatchObject({ until: 5 });
  expect(stop({ ...failed, api_error_status: 429 })).toMatchObject({ until: null });
  const soon = Math.ceil(Date.now() / 1000) + 3_600;
  expect(stop({ ...failed, result: `usage limit reached|${soon}` })).toMatchObject({ until: soon * 1000 });
});

test('P8 an answer counts that is there and whole; a judge is not believed with half of one', () => {
  expect(stop(good)).toEqual({ kind: 'finished' });
  expect(stop(good, { isCut: true })).toEqual({ kind: 'finished' });
  expect(stop(good, { isCut: true }, critic).kind).toBe('cap');
  expect(stop(good, { words: [' '] }).kind).toBe('crash');
  expect(stop(null).kind).toBe('crash');
  expect(stop(null, { isOverlong: true }).kind).toBe('cap');
});

test('RECOVER-02 what ended from outside says so, unless the answer was there', () => {
  const late = { ...exited, how: { kind: 'timeout' } } as const;
  expect(stopFor(late, said({ words: ['x'] }), developer, []).kind).toBe('timeout');
  expect(stopFor(late, said({ words: ['x'], result: good }), developer, []).kind).toBe('finished');
  const off = { ...exited, how: { kind: 'cancelled' } } as const;
  expect(stopFor(off, said({ words: ['x'], result: good }), developer, []).kind).toBe('cancelled');
});

test('BEYOND-09 no reason holds a key', () => {
  const end = stop({ ...failed, result: 'sk-secret was refused\nby somebody' });
  expect(end).toEqual({ kind: 'crash', because: '[key] was refused by somebody' });
});

test('RECOVER-02 a key that is refused three times is not tried ten times', () => {
  expect(refusedKey(said({ retry: { status: 401, attempt: 2 } }))).toBeUndefined();
  expect(refusedKey(said({ retry: { status: 529, attempt: 9 } }))).toBeUndefined();
  expect(refusedKey(said({ retry: { status: 401, attempt: 3 } }))).toMatchObject({ kind: 'authentication' });
});

test('P8 a judge that fails after its verdict, or of which something was lost, gives none', () => {
  const well = { ...exited, how: { kind: 'exited', code: 0 } } as const;
  const words = { words: ['REVIEW_PASSED: T-1 t0k3n'], result: good };
  expect(stopFor(well, said(words), critic, [])).toEqual({ kind: 'finished' });
  expect(stopFor(exited, said(words), critic, [])).toMatchObject({ kind: 'crash', because: 'exit code 1' });
  expect(stopFor(well, said({ ...words, isOverlong: true }), critic, []).kind).toBe('cap');
});
