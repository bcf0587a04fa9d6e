import { jsonLines } from '../answers/json-lines.ts';
import { type JsonObject, objectOf, textOf } from '../answers/json-value.ts';

/** Why the other side did not do what it was asked. */
export type Failure = { readonly code: number; readonly message: string; readonly data: string };

export type Reply =
  | { readonly ok: true; readonly result: JsonObject }
  | { readonly ok: false; readonly failure: Failure };

/** What is done with what the other side begins to speak of. None of these throws. */
export type Listener = {
  /** The answer to a request; undefined where there is no such method. */
  asked(method: string, params: JsonObject): JsonObject | undefined;
  told(method: string, params: JsonObject): void;
  /** It asked more often than anybody means well. Called once; nothing is answered any more. */
  flooded(): void;
  /** Something it said is too long or too deep to be read, and may have been anything. */
  lost(): void;
};

export type Connection = {
  ask(method: string, params: JsonObject): Promise<Reply>;
  tell(method: string, params: JsonObject): void;
  /** Takes a piece of what the other side says. */
  hear(piece: string): void;
};

const MOST_REQUESTS = 10_000;
const LONGEST_ID = 200;

/**
 * JSON-RPC 2.0, one message a line, in both directions. What is no message, what answers nothing that was asked and
 * what answers a second time is left out; a promise whose answer never comes is left open.
 */
export function connect(say: (line: string) => void, listener: Listener): Connection {
  const waiting = new Map<number, (reply: Reply) => void>();
  let asked = 0;
  let requests = 0;
  const send = (message: JsonObject): void => say(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  const request = (id: string | number, method: string, params: JsonObject): void => {
    requests += 1;
    if (requests > MOST_REQUESTS) {
      if (requests === MOST_REQUESTS + 1) listener.flooded();
      return;
    }
    const result = listener.asked(method, params);
    send(
      result === undefined ? { id, error: { code: -32601, message: 'Method not found' } } : { id, result },
    );
  };

  const take = (message: JsonObject): void => {
    const { id, method } = message;
    const params = objectOf(message['params']);
    if (typeof method === 'string') {
      if (id === undefined || id === null) listener.told(method, params);
      else if (isId(id)) request(id, method, params);
      return;
    }
    if (typeof id !== 'number') return;
    const settle = waiting.get(id);
    waiting.delete(id);
    settle?.(replyIn(message));
  };
  const hear = jsonLines(take, () => listener.lost());

  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        send({ id: asked, method, params });
      }),
    tell: (method, params) => send({ method, params }),
    hear,
  };
}

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= LONGEST_ID);
}

function replyIn({ result, error }: JsonObject): Reply {
  if (error === undefined || error === null) return { ok: true, result: objectOf(result) };
  const { code, message, data } = objectOf(error);
  return {
    ok: false,
    failure: {
      code: typeof code === 'number' ? code : 0,
      message: textOf(message),
      data: typeof data === 'string' ? data : (JSON.stringify(data) ?? ''),
    },
  };
}
