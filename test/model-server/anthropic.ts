// Anthropic Messages.
import {
  type Asked,
  callId,
  type Failure,
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

export const anthropic: Wire = {
  read(body) {
    if (!Array.isArray(body['messages'])) return 'messages: a list is required';
    if (typeof body['max_tokens'] !== 'number') return 'max_tokens: a number is required';
    return {
      model: textIn(body['model']),
      isStreamed: body['stream'] === true,
      system: partsText(body['system']),
      turns: objectsIn(body['messages']).map(turnOf),
      offered: objectsIn(body['tools']).map((tool) => ({
        name: textIn(tool['name']),
        schema: schemaOf(tool['input_schema']),
      })),
    };
  },
  whole: (reply, asked) => ({
    ...head(asked),
    content: [blockOf(reply)],
    stop_reason: stopOf(reply),
    usage: { input_tokens: used.tokensIn, output_tokens: used.tokensOut },
  }),
  events: (reply, asked) => [
    named({
      type: 'message_start',
      message: { ...head(asked), content: [], stop_reason: null, usage: begun },
    }),
    ...blockEvents(reply).map(named),
    named({
      type: 'message_delta',
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: used.tokensOut },
    }),
    named({ type: 'message_stop' }),
  ],
  failed: ({ status, message }: Failure) => ({ type: 'error', error: { type: errorType(status), message } }),
};

const begun = { input_tokens: used.tokensIn, output_tokens: 0 };

function turnOf(message: JsonObject): Turn {
  const blocks = objectsIn(message['content']);
  const results = blocks.filter(({ type }) => type === 'tool_result').length;
  return {
    by: message['role'] === 'assistant' ? 'model' : 'user',
    text: partsText(message['content']),
    results,
  };
}

function head({ model }: Asked): JsonObject {
  return { id: 'msg_scripted', type: 'message', role: 'assistant', model, stop_sequence: null };
}

function blockOf(reply: Reply): JsonObject {
  if (reply.kind === 'text') return { type: 'text', text: reply.text };
  return { type: 'tool_use', id: `toolu_${callId()}`, name: reply.name, input: reply.args };
}

function stopOf(reply: Reply): string {
  if (reply.kind === 'call') return 'tool_use';
  return { finished: 'end_turn', length: 'max_tokens', refused: 'refusal' }[reply.end];
}

function named(data: JsonObject): StreamEvent {
  return { event: textIn(data['type']), data };
}

function blockEvents(reply: Reply): readonly JsonObject[] {
  const block = blockOf(reply);
  const empty = reply.kind === 'text' ? { ...block, text: '' } : { ...block, input: {} };
  const deltas =
    reply.kind === 'text'
      ? pieces(reply.text).map((text) => ({ type: 'text_delta', text }))
      : pieces(JSON.stringify(reply.args)).map((partial) => ({
          type: 'input_json_delta',
          partial_json: partial,
        }));
  return [
    { type: 'content_block_start', index: 0, content_block: empty },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
  ];
}

function errorType(status: number): string {
  const known: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return known[status] ?? 'api_error';
}
