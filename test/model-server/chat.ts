// OpenAI Chat Completions, and everything that calls itself compatible with it.
import {
  type Asked,
  callId,
  type Failure,
  isObject,
  type JsonObject,
  objectsIn,
  partsText,
  pieces,
  type Reply,
  schemaOf,
  type StreamEvent,
  textIn,
  type Turn,
  used,
  type Wire,
} from './exchange.ts';

export const chat: Wire = {
  read(body) {
    if (!Array.isArray(body['messages'])) return 'messages: a list is required';
    const messages = objectsIn(body['messages']);
    const isSystem = ({ role }: JsonObject): boolean => role === 'system' || role === 'developer';
    return {
      model: textIn(body['model']),
      isStreamed: body['stream'] === true,
      system: messages
        .filter(isSystem)
        .map(({ content }) => partsText(content))
        .join('\n'),
      turns: messages.filter((message) => !isSystem(message)).map(turnOf),
      offered: objectsIn(body['tools']).flatMap(({ function: tool }) =>
        isObject(tool) ? [{ name: textIn(tool['name']), schema: schemaOf(tool['parameters']) }] : [],
      ),
    };
  },
  whole: (reply, asked) => ({
    ...head(asked, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(reply), finish_reason: finishOf(reply) }],
    usage,
  }),
  events: (reply, asked) => [
    ...deltasOf(reply).map((delta) => chunk(asked, { delta, finish_reason: null })),
    chunk(asked, { delta: {}, finish_reason: finishOf(reply) }),
    { data: { ...head(asked, 'chat.completion.chunk'), choices: [], usage } },
  ],
  failed: openAiFailure,
  last: '[DONE]',
};

/** How both OpenAI formats report a failure. */
export function openAiFailure({ status, message }: Failure): unknown {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'invalid_request_error',
    429: 'rate_limit_exceeded',
  };
  const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };
  const code = message.includes('context length') ? 'context_length_exceeded' : codes[status];
  return { error: { message, type: types[status] ?? 'server_error', param: null, code: code ?? null } };
}

const usage = {
  prompt_tokens: used.tokensIn,
  completion_tokens: used.tokensOut,
  total_tokens: used.tokensIn + used.tokensOut,
};

function turnOf(message: JsonObject): Turn {
  if (message['role'] === 'tool' || message['role'] === 'function')
    return { by: 'tool', text: partsText(message['content']), results: 1 };
  const by = message['role'] === 'assistant' ? 'model' : 'user';
  return { by, text: partsText(message['content']), results: 0 };
}

function head({ model }: Asked, object: string): JsonObject {
  return { id: 'chatcmpl-scripted', object, created: 1, model };
}

function messageOf(reply: Reply): JsonObject {
  if (reply.kind === 'call') return { role: 'assistant', content: null, tool_calls: [callOf(reply)] };
  const refusal = reply.end === 'refused' ? reply.text : null;
  return { role: 'assistant', content: refusal === null ? reply.text : null, refusal };
}

function callOf({ name, args }: Extract<Reply, { kind: 'call' }>): JsonObject {
  return { id: `call_${callId()}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

function finishOf(reply: Reply): string {
  if (reply.kind === 'call') return 'tool_calls';
  return { finished: 'stop', length: 'length', refused: 'content_filter' }[reply.end];
}

function deltasOf(reply: Reply): readonly JsonObject[] {
  const begin = { role: 'assistant', content: reply.kind === 'text' ? '' : null };
  if (reply.kind === 'call') return [begin, { tool_calls: [{ index: 0, ...callOf(reply) }] }];
  return [begin, ...pieces(reply.text).map((content) => ({ content }))];
}

function chunk(asked: Asked, choice: JsonObject): StreamEvent {
  return { data: { ...head(asked, 'chat.completion.chunk'), choices: [{ index: 0, ...choice }] } };
}
