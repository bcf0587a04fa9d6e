// OpenAI Responses.
import { openAiFailure } from './chat.ts';
import {
  type Asked,
  callId,
  type Failure,
  type JsonObject,
  objectsIn,
  type Offered,
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

export const responses: Wire = {
  read(body) {
    const { input } = body;
    if (typeof input !== 'string' && !Array.isArray(input)) return 'input: text or a list is required';
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsIn(input);
    const isSystem = ({ role }: JsonObject): boolean => role === 'system' || role === 'developer';
    const told = items.filter(isSystem).map(({ content }) => partsText(content));
    return {
      model: textIn(body['model']),
      isStreamed: body['stream'] === true,
      system: [textIn(body['instructions']), ...told].join('\n'),
      turns: items.filter((item) => !isSystem(item)).map(turnOf),
      offered: offeredIn(body['tools']),
      wantsJson: schemaOf(schemaOf(body['text'])['format'])['type'] === 'json_schema',
    };
  },
  whole: (reply, asked) => response(asked, reply, [itemOf(reply, asked)]),
  events: (reply, asked) => {
    const item = itemOf(reply, asked);
    const data = [
      { type: 'response.created', response: { ...response(asked, reply, []), status: 'in_progress' } },
      { type: 'response.output_item.added', output_index: 0, item: begunItem(item) },
      ...(reply.kind === 'text' ? textEvents(reply.text, item) : callEvents(reply.args, item)),
      { type: 'response.output_item.done', output_index: 0, item },
      {
        type: isCut(reply) ? 'response.incomplete' : 'response.completed',
        response: response(asked, reply, [item]),
      },
    ];
    return data.map((each, index): StreamEvent => ({
      event: each.type,
      data: { ...each, sequence_number: index },
    }));
  },
  failed: (failure) => (failure.until === null ? openAiFailure(failure) : usageLimit(failure, failure.until)),
};

/** How the limit of a subscription is told. */
function usageLimit({ message }: Failure, until: number): JsonObject {
  const resets_at = Math.ceil(until / 1000);
  return { error: { type: 'usage_limit_reached', message, plan_type: 'plus', resets_at } };
}

/** Tools, those of a server under its name too. */
function offeredIn(tools: unknown): readonly Offered[] {
  return objectsIn(tools).flatMap((tool): readonly Offered[] => {
    if (tool['type'] === 'function')
      return [{ name: textIn(tool['name']), schema: schemaOf(tool['parameters']) }];
    const namespace = textIn(tool['name']);
    return tool['type'] === 'namespace'
      ? offeredIn(tool['tools']).map((each) => ({ ...each, namespace }))
      : [];
  });
}

function turnOf(item: JsonObject): Turn {
  const isResult = item['type'] === 'function_call_output' || item['type'] === 'custom_tool_call_output';
  if (isResult) return { by: 'tool', text: partsText(item['output']), results: 1 };
  const isUser = item['role'] === 'user';
  return { by: isUser ? 'user' : 'model', text: partsText(item['content']), results: 0 };
}

function isCut(reply: Reply): boolean {
  return reply.kind === 'text' && reply.end !== 'finished';
}

function response({ model }: Asked, reply: Reply, output: readonly unknown[]): JsonObject {
  const reason = reply.kind === 'text' && reply.end === 'refused' ? 'content_filter' : 'max_output_tokens';
  return {
    id: 'resp_scripted',
    object: 'response',
    created_at: 1,
    status: isCut(reply) ? 'incomplete' : 'completed',
    incomplete_details: isCut(reply) ? { reason } : null,
    error: null,
    model,
    output,
    usage: {
      input_tokens: used.tokensIn,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: used.tokensOut,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: used.tokensIn + used.tokensOut,
    },
  };
}

function itemOf(reply: Reply, { offered }: Asked): JsonObject {
  const id = callId();
  if (reply.kind === 'call') {
    const namespace = offered.find(({ name }) => name === reply.name)?.namespace;
    return {
      type: 'function_call',
      ...(namespace === undefined ? {} : { namespace }),
      id: `fc_${id}`,
      call_id: `call_${id}`,
      name: reply.name,
      arguments: JSON.stringify(reply.args),
      status: 'completed',
    };
  }
  const content = [{ type: 'output_text', text: reply.text, annotations: [], logprobs: [] }];
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
}

function begunItem(item: JsonObject): JsonObject {
  const begun = { ...item, status: 'in_progress' };
  return item['type'] === 'message' ? { ...begun, content: [] } : { ...begun, arguments: '' };
}

type Typed = JsonObject & { readonly type: string };

function textEvents(text: string, { id }: JsonObject): readonly Typed[] {
  const at = { item_id: id, output_index: 0, content_index: 0 };
  const part = { type: 'output_text', annotations: [], logprobs: [] };
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: { ...part, text } },
  ];
}

function callEvents(args: JsonObject, { id }: JsonObject): readonly Typed[] {
  const at = { item_id: id, output_index: 0 };
  const text = JSON.stringify(args);
  return [
    ...pieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    { type: 'response.function_call_arguments.done', ...at, arguments: text },
  ];
}
