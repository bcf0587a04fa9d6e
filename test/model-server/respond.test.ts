import { expect, test } from 'vitest';

import type { JsonObject } from './exchange.ts';
import { respond, type Response } from './respond.ts';
import { scenarios } from './scenarios.ts';

const cast = { otherwise: () => ({ text: 'otherwise' }), now: () => 1_000 };

type Format = {
  readonly path: string;
  readonly streamPath?: string;
  /** A conversation with so many results of tools after the prompt. */
  body(prompt: string, results: number, tools: readonly string[]): JsonObject;
  /** The text or the called tool of a whole answer. */
  said(answer: unknown): unknown;
  /** The same from the data of a stream. */
  streamed(events: readonly unknown[]): unknown;
};

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

// The shapes are those of the providers' own references.
const formats: Readonly<Record<string, Format>> = {
  anthropic: {
    path: '/v1/messages',
    body: (prompt, results, tools) => ({
      model: 'm',
      max_tokens: 100,
      messages: [
        { role: 'user', content: [{ type: 'text', text: prompt }] },
        ...repeated(results, [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: 'x' },
              { type: 'text', text: 'a reminder of the agent' },
            ],
          },
        ]),
      ],
      tools: tools.map((name) => ({ name, input_schema: schema })),
    }),
    said: (answer) => pick(answer, ['content', 0, 'text']) ?? pick(answer, ['content', 0, 'name']),
    streamed: (events) => joined(events, ['delta', 'text']) || first(events, ['content_block', 'name']),
  },
  chat: {
    path: '/v1/chat/completions',
    body: (prompt, results, tools) => ({
      model: 'm',
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: prompt },
        ...repeated(results, [
          { role: 'assistant', content: null, tool_calls: [] },
          { role: 'tool', tool_call_id: 'a', content: 'x' },
        ]),
      ],
      tools: tools.map((name) => ({ type: 'function', function: { name, parameters: schema } })),
    }),
    said: (answer) =>
      pick(answer, ['choices', 0, 'message', 'content']) ??
      pick(answer, ['choices', 0, 'message', 'tool_calls', 0, 'function', 'name']),
    streamed: (events) =>
      joined(events, ['choices', 0, 'delta', 'content']) ||
      first(events, ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'name']),
  },
  responses: {
    path: '/v1/responses',
    body: (prompt, results, tools) => ({
      model: 'm',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: prompt }] },
        ...repeated(results, [
          { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
          { type: 'function_call_output', call_id: 'a', output: 'x' },
        ]),
      ],
      tools: tools.map((name) => ({ type: 'function', name, parameters: schema })),
    }),
    said: (answer) =>
      pick(answer, ['output', 0, 'content', 0, 'text']) ?? pick(answer, ['output', 0, 'name']),
    streamed: (events) => {
      const deltas = events.filter((event) => pick(event, ['type']) === 'response.output_text.delta');
      return joined(deltas, ['delta']) || first(events, ['item', 'name']);
    },
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    streamPath: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: (prompt, results, tools) => ({
      contents: [
        { role: 'user', parts: [{ text: prompt }] },
        ...repeated(results, [
          { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] },
        ]),
      ],
      tools: [{ functionDeclarations: tools.map((name) => ({ name, parameters: schema })) }],
    }),
    said: (answer) =>
      pick(answer, ['candidates', 0, 'content', 'parts', 0, 'text']) ??
      pick(answer, ['candidates', 0, 'content', 'parts', 0, 'functionCall', 'name']),
    streamed: (events) =>
      joined(events, ['candidates', 0, 'content', 'parts', 0, 'text']) ||
      first(events, ['candidates', 0, 'content', 'parts', 0, 'functionCall', 'name']),
  },
};

for (const [name, format] of Object.entries(formats)) {
  test(`${name}: the step is the number of tool results since the prompt, plain and streamed alike`, () => {
    const prompt = '[[scenario:dev]]\nTask ID: T-7\nTOKEN: t0k3n\n';
    const tools = ['read', 'edit', 'run'];
    const told = [0, 1, 2, 3].map((step) => format.said(whole(ask(format, prompt, step, tools))));
    expect(told.slice(0, 3)).toEqual(['read', 'edit', 'run']);
    expect(told[3]).toMatch(/^READY_FOR_REVIEW: T-7 t0k3n$/m);
    const streamed = [0, 1, 2, 3].map((step) => format.streamed(events(stream(format, prompt, step, tools))));
    expect(streamed).toEqual(told);
  });

  test(`${name}: a tool that is not offered is called all the same`, () => {
    const prompt = '[[scenario:write]] Task ID: T-7';
    expect(format.said(whole(ask(format, prompt, 0, ['read', 'grep'])))).toBe('write');
    expect(format.said(whole(ask(format, prompt, 0, ['Read', 'Grep'])))).toBe('Write');
    // What can only run commands writes by one.
    expect(format.said(whole(ask(format, prompt, 0, ['exec_command'])))).toBe('exec_command');
  });

  test(`${name}: failures have their status, their words and when to come back`, () => {
    for (const status of ['401', '500', '529'])
      expect(ask(format, `[[scenario:${status}]]`, 0, ['read']).status).toBe(Number(status));
    const limited = ask(format, '[[scenario:429:30]]', 0, ['read']);
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
    expect(JSON.stringify(whole(limited))).toContain('rate limited');
    expect(ask(format, '[[scenario:limit:2000]]', 0, ['read']).status).toBe(429);
    expect(ask(format, '[[scenario:limit:999]]', 0, ['read']).status).toBe(200);
  });

  test(`${name}: a verdict goes through the tool for it where one is offered, else it is said`, () => {
    const prompt = '[[scenario:critic-pass]]\nTask ID: T-7\nTOKEN: t0k3n\n';
    expect(format.said(whole(ask(format, prompt, 2, ['read', 'mcp__x__submit_verdict'])))).toBe(
      'mcp__x__submit_verdict',
    );
    expect(format.said(whole(ask(format, prompt, 2, ['read'])))).toMatch(/^REVIEW_PASSED: T-7 t0k3n$/m);
  });
}

test('without a marker the one who started the server says what is played, and asides get a word', () => {
  const { anthropic } = formats;
  if (anthropic === undefined) throw new Error('no such format');
  expect(anthropic.said(whole(ask(anthropic, 'Task ID: T-1', 0, [])))).toBe('otherwise');
  expect(anthropic.said(whole(ask(anthropic, 'Give this conversation a title', 0, [])))).toBe('ok');
  const other = { ...anthropic, path: '/scenario/echo/v1/messages' };
  expect(anthropic.said(whole(ask(other, 'say this', 0, ['read'])))).toBe('say this');
});

test('what hangs sends nothing, or stops in the middle', () => {
  const { chat } = formats;
  if (chat === undefined) throw new Error('no such format');
  expect(ask(chat, '[[scenario:hang]]', 0, []).hangsAfter).toBe(-1);
  const { hangsAfter, pieces } = stream(chat, '[[scenario:hangstream]]', 0, []);
  expect(hangsAfter).toBeLessThan(pieces.length);
});

test('a conversation that goes on remembers, one that does not cannot', () => {
  const messages = (texts: readonly string[]): JsonObject => ({
    max_tokens: 1,
    messages: texts.map((content) => ({ role: 'user', content })),
  });
  const recall = '[[scenario:recall]] remember: plum';
  const said = (texts: readonly string[]): unknown =>
    formats['anthropic']?.said(whole(post('/v1/messages', JSON.stringify(messages(texts)))));
  expect(said([recall, '[[scenario:recall]] and?'])).toContain('remembered: plum');
  expect(said(['[[scenario:recall]] and?'])).toContain('remembered: nothing');
});

test('every scenario answers every format', () => {
  for (const name of Object.keys(scenarios).filter((each) => each !== 'huge'))
    for (const format of Object.values(formats)) {
      const { status } = ask(format, `[[scenario:${name}]]\nTask ID: T-1\n`, 0, ['read', 'run']);
      expect(status).toBeGreaterThanOrEqual(200);
    }
});

function ask(format: Format, prompt: string, step: number, tools: readonly string[]): Response {
  return post(format.path, JSON.stringify(format.body(prompt, step, tools)));
}

function stream(format: Format, prompt: string, step: number, tools: readonly string[]): Response {
  const body = { ...format.body(prompt, step, tools), stream: true };
  return post(format.streamPath ?? format.path, JSON.stringify(body));
}

function post(path: string, body: string): Response {
  return respond({ method: 'POST', path, headers: {}, body }, cast);
}

function whole({ pieces }: Response): unknown {
  return JSON.parse(pieces.join(''));
}

function events({ pieces }: Response): readonly unknown[] {
  const data = pieces.map((piece) => /^data: (.*)$/m.exec(piece)?.[1] ?? '');
  return data.filter((text) => text !== '[DONE]').map((text) => JSON.parse(text) as unknown);
}

function repeated(times: number, messages: readonly JsonObject[]): readonly JsonObject[] {
  return Array.from({ length: times }, () => messages).flat();
}

function pick(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

function joined(values: readonly unknown[], path: readonly (string | number)[]): string {
  const texts = values.map((value) => pick(value, path));
  return texts.filter((text) => typeof text === 'string').join('');
}

function first(values: readonly unknown[], path: readonly (string | number)[]): unknown {
  return values.map((value) => pick(value, path)).find((found) => found !== undefined);
}
