// Gemini generateContent.
import {
  type Failure,
  isObject,
  type JsonObject,
  objectsIn,
  partsText,
  pieces,
  type Reply,
  schemaOf,
  type Turn,
  used,
  type Wire,
} from './exchange.ts';

export const gemini: Wire = {
  read(body, path) {
    if (!Array.isArray(body['contents'])) return 'contents: a list is required';
    const told = body['systemInstruction'] ?? body['system_instruction'];
    return {
      model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
      isStreamed: path.includes(':streamGenerateContent'),
      system: isObject(told) ? partsText(told['parts']) : '',
      turns: objectsIn(body['contents']).map(turnOf),
      offered: objectsIn(body['tools'])
        .flatMap((tool) => objectsIn(tool['functionDeclarations'] ?? tool['function_declarations']))
        .map(({ name, parameters, parametersJsonSchema }) => ({
          name: String(name),
          schema: schemaOf(parametersJsonSchema ?? parameters),
        })),
    };
  },
  whole: (reply) => answer(partOf(reply), finishOf(reply)),
  events: (reply) => {
    const parts = reply.kind === 'text' ? pieces(reply.text).map((text) => ({ text })) : [partOf(reply)];
    return [
      ...parts.map((part) => ({ data: answer(part, undefined) })),
      { data: answer({ text: '' }, finishOf(reply)) },
    ];
  },
  failed: ({ status, message, retryAfter }: Failure) => ({
    error: {
      code: status,
      message,
      status: statusWord(status),
      details:
        retryAfter === null
          ? []
          : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }],
    },
  }),
};

function turnOf(content: JsonObject): Turn {
  const parts = objectsIn(content['parts']);
  const results = parts.filter((part) => isObject(part['functionResponse'])).length;
  return { by: content['role'] === 'model' ? 'model' : 'user', text: partsText(content['parts']), results };
}

function partOf(reply: Reply): JsonObject {
  return reply.kind === 'text'
    ? { text: reply.text }
    : { functionCall: { name: reply.name, args: reply.args } };
}

function finishOf(reply: Reply): string {
  return reply.kind === 'call'
    ? 'STOP'
    : { finished: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[reply.end];
}

function answer(part: JsonObject, finishReason: string | undefined): JsonObject {
  return {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [part] },
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata: {
      promptTokenCount: used.tokensIn,
      candidatesTokenCount: used.tokensOut,
      totalTokenCount: used.tokensIn + used.tokensOut,
    },
  };
}

function statusWord(status: number): string {
  const words: Readonly<Record<number, string>> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    529: 'UNAVAILABLE',
  };
  return words[status] ?? 'INTERNAL';
}
