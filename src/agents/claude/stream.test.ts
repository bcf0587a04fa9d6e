import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Moment, Stream } from './stream.ts';

const start = (tokens: number): unknown => ({
  type: 'stream_event',
  event: {
    type: 'message_start',
    message: { usage: { input_tokens: tokens, cache_read_input_tokens: 5, output_tokens: 1 } },
  },
});
const delta = (stop: string): unknown => ({
  type: 'stream_event',
  event: { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 7 } },
});
const says = (...content: readonly unknown[]): unknown => ({ type: 'assistant', message: { content } });
const text = (words: string): unknown => ({ type: 'text', text: words });
const uses = (name: string, id: string, input: unknown = {}): unknown => ({
  type: 'tool_use',
  name,
  id,
  input,
});
const results = (id: string, isError = false): unknown => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content: 'so' }] },
});

function heard(...messages: readonly unknown[]): {
  readonly stream: Stream;
  readonly moments: readonly Moment[];
} {
  const moments: Moment[] = [];
  const stream = new Stream((moment) => void moments.push(moment));
  for (const message of messages) stream.hear(`${JSON.stringify(message)}\n`);
  return { stream, moments };
}

test('words before the use of a tool are no answer, those after it are', () => {
  const { stream } = heard(
    says(text('I will look.'), uses('Read', 'r')),
    results('r'),
    says(text('REVIEW_FAILED: T-1')),
    says(text('and more')),
  );
  expect(stream.words).toEqual(['REVIEW_FAILED: T-1', 'and more']);
});

test('SIGNAL-04 verdicts count that were taken, with the words beside them, and all of them', () => {
  const { stream } = heard(
    says(text('It is bad.'), uses('StructuredOutput', 'a', { signal: 'REVIEW_FAILED' })),
    results('a'),
    says(uses('StructuredOutput', 'b', { signal: 'MAYBE' })),
    results('b', true),
    says(uses('StructuredOutput', 'c', { signal: 'REVIEW_PASSED' })),
    results('c'),
  );
  expect(stream.words).toEqual(['It is bad.']);
  expect(stream.verdicts).toEqual([{ signal: 'REVIEW_FAILED' }, { signal: 'REVIEW_PASSED' }]);
});

test('what a subagent says, and what is said about a failure, is no answer', () => {
  const { stream } = heard(
    { ...(says(text('of another')) as object), parent_tool_use_id: 'x' },
    { ...(says(text('API Error')) as object), is_api_error_message: true },
  );
  expect(stream.words).toEqual([]);
});

test('EPIC-12 what calls used is added up, and it is told whether another one follows', () => {
  const { stream, moments } = heard(
    start(100),
    says(uses('Read', 'r')),
    delta('tool_use'),
    results('r'),
    start(200),
    says(uses('StructuredOutput', 's')),
    delta('tool_use'),
  );
  expect(stream.used).toEqual({ tokensIn: 310, tokensCached: 10, tokensOut: 14 });
  expect(moments).toEqual([
    { kind: 'calling' },
    { kind: 'called', goesOn: true },
    { kind: 'calling' },
    { kind: 'called', goesOn: false },
  ]);
});

test('EPIC-12 a call that broke off is counted as far as it came', () => {
  const { stream } = heard(start(100), start(200), delta('end_turn'), { type: 'result' });
  expect(stream.calls).toBe(2);
  expect(stream.used).toEqual({ tokensIn: 310, tokensCached: 10, tokensOut: 8 });
});

test('P8 an answer that ran out of room is cut, until a tool is used after it', () => {
  expect(heard(start(1), says(text('half')), delta('max_tokens')).stream.isCut).toBe(true);
  expect(heard(start(1), delta('max_tokens'), results('r')).stream.isCut).toBe(false);
});

test('RECOVER-02 the end of a limit counts only while it is rejected for it', () => {
  const limit = (status: string): unknown => ({
    type: 'rate_limit_event',
    rate_limit_info: { status, resetsAt: 1_794_767_488 },
  });
  expect(heard(limit('rejected')).stream.limitEnds).toBe(1_794_767_488_000);
  expect(heard(limit('allowed_warning')).stream.limitEnds).toBeNull();
});

test('a line that is too long is noticed, not read', () => {
  const { stream } = heard();
  for (let at = 0; at < 21; at += 1) stream.hear('x'.repeat(1_000_000));
  stream.hear('\n{"type":"result","subtype":"success"}\n');
  expect(stream.isOverlong).toBe(true);
  expect(stream.result).not.toBeNull();
});

test('SIGNAL-05 whatever is printed, nothing is thrown', () => {
  const types = fc.constantFrom(
    'system',
    'assistant',
    'user',
    'stream_event',
    'result',
    'rate_limit_event',
    'control_request',
  );
  const keys = fc.constantFrom(
    'message',
    'content',
    'event',
    'usage',
    'delta',
    'request',
    'rate_limit_info',
    'subtype',
    'type',
  );
  const part = fc.dictionary(keys, fc.oneof(fc.jsonValue(), types), { maxKeys: 6 });
  const message = fc.tuple(types, part, part).map(([type, outer, inner]) => ({
    ...outer,
    message: inner,
    event: inner,
    type,
  }));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          message.map((value) => `${JSON.stringify(value)}\n`),
          fc.string(),
        ),
      ),
      (pieces) => {
        const stream = new Stream(() => undefined);
        for (const piece of pieces) stream.hear(piece);
        expect(stream.used.tokensIn).toBeGreaterThanOrEqual(0);
        expect(stream.words.every((words) => typeof words === 'string')).toBe(true);
      },
    ),
  );
});

test('P8 what is too much or too deep to be kept is told once, and who has failed has failed', () => {
  const much = text('x'.repeat(8_000_000));
  const { stream, moments } = heard(says(much), says(much), says(much), says(much));
  expect(moments).toEqual([{ kind: 'overlong' }]);
  expect(stream.words).toHaveLength(2);
  const deep = new Stream(() => undefined);
  deep.hear(`{"type":"assistant","message":${'['.repeat(2_000)}\n`);
  expect(deep.isOverlong).toBe(true);
  const failed = { type: 'result', subtype: 'success', is_error: true };
  expect(heard(failed, { ...failed, is_error: false }).stream.result).toEqual(failed);
});
