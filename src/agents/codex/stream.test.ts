import fc from 'fast-check';
import { expect, test } from 'vitest';

import { openStream, type CodexTurn } from './stream.ts';

function said(...events: readonly unknown[]): CodexTurn {
  const stream = openStream();
  stream.hear(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return stream.said();
}

const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } });

test('the last message is the answer, and the end of the turn says what all of it used', () => {
  expect(
    said(
      { type: 'thread.started', thread_id: 'a' },
      message('first'),
      {
        type: 'item.completed',
        item: { type: 'command_execution', aggregated_output: 'REVIEW_PASSED: T-1 x' },
      },
      message('last'),
      { type: 'turn.completed', usage: { input_tokens: 5, cached_input_tokens: 2, output_tokens: 3 } },
    ),
  ).toEqual({
    thread: 'a',
    answer: 'last',
    isComplete: true,
    isLost: false,
    hasActed: true,
    failure: null,
    total: { tokensIn: 5, tokensCached: 2, tokensOut: 3 },
  });
});

test('SIGNAL-08 a command that is started is seen at once', () => {
  expect(said({ type: 'item.started', item: { type: 'command_execution' } }).hasActed).toBe(true);
  expect(said({ type: 'item.completed', item: { type: 'file_change' } }).hasActed).toBe(true);
  expect(said({ type: 'item.started', item: { type: 'mcp_tool_call' } }, message('x')).hasActed).toBe(false);
});

test('RECOVER-02 an error counts until the turn goes on', () => {
  const again = { type: 'error', message: 'Reconnecting... 1/2 (429)' };
  expect(said(again).failure).toBe('Reconnecting... 1/2 (429)');
  expect(said(again, message('here I am')).failure).toBeNull();
  expect(said(again, { type: 'turn.completed', usage: {} }).failure).toBeNull();
  expect(said({ type: 'turn.failed', error: { message: 'it broke' } })).toMatchObject({
    isComplete: false,
    failure: 'it broke',
  });
});

test('P8 an answer without the end of its turn is told apart', () => {
  expect(said(message('REVIEW_PASSED: T-1 x'))).toMatchObject({ isComplete: false });
});

test('whatever is printed, in whatever pieces, it is heard to the end', () => {
  const name = fc.constantFrom(
    'thread.started',
    'item.completed',
    'item.started',
    'turn.completed',
    'turn.failed',
    'error',
  );
  const event = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: name,
      item: fc.jsonValue(),
      usage: fc.jsonValue(),
      error: fc.jsonValue(),
      message: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(fc.array(event), fc.nat(40), (events, size) => {
      const text = `${events.map((each) => JSON.stringify(each)).join('\n')}\n${JSON.stringify(message('last'))}\n`;
      const stream = openStream();
      for (let at = 0; at < text.length; at += size + 1) stream.hear(text.slice(at, at + size + 1));
      expect(stream.said().answer).toBe('last');
    }),
  );
});
