import { toolVersion } from '../tool-version.ts';
import { readArguments, type Tool, tools } from './tools.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The versions of the Model Context Protocol in which what is used of it here is the same; the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Runs one of our own commands with --json and answers what it printed; `failed`: it could not be asked. */
export type Ask = (argv: readonly string[], off: AbortSignal) => Promise<Answer>;

export type Answer = { readonly failed: boolean; readonly value: unknown };

/** More than any answer that a model can make use of. */
const MOST_TEXT = 200_000;

/** One conversation: messages in, answers out, in whatever order they are ready. */
export class McpServer {
  readonly #ask: Ask;
  readonly #send: (message: JsonObject) => void;
  readonly #open = new Map<unknown, AbortController>();

  constructor(ask: Ask, send: (message: JsonObject) => void) {
    this.#ask = ask;
    this.#send = send;
  }

  async hear(message: unknown): Promise<void> {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#send({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } });
      return;
    }
    const { id, method, params } = message as JsonObject;
    const given = typeof params === 'object' && params !== null ? (params as JsonObject) : {};
    if (method === 'notifications/cancelled') this.#open.get(given['requestId'])?.abort();
    // What has no id wants no answer, and what has no method is an answer to us, who ask nothing.
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return;
    this.#send({ jsonrpc: '2.0', id, ...(await this.#answer(id, method, given)) });
  }

  close(): void {
    for (const off of this.#open.values()) off.abort();
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<JsonObject> {
    switch (method) {
      case 'initialize': {
        const asked = VERSIONS.find((version) => version === params['protocolVersion']);
        const serverInfo = { name: 'gauntlet', title: 'Gauntlet', version: await toolVersion() };
        return {
          result: { protocolVersion: asked ?? VERSIONS[0], capabilities: { tools: {} }, serverInfo },
        };
      }
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: tools.map(described) } };
      case 'tools/call': {
        const tool = tools.find(({ name }) => name === params['name']);
        if (tool === undefined) return { error: { code: -32602, message: 'there is no such tool' } };
        return { result: await this.#use(id, tool, params['arguments']) };
      }
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  }

  async #use(id: string | number, tool: Tool, given: unknown): Promise<JsonObject> {
    const args = readArguments(tool, given);
    if (typeof args === 'string') return told(args, true);
    const off = new AbortController();
    this.#open.set(id, off);
    try {
      const { failed, value } = await this.#ask(tool.command(args), off.signal);
      return told(failed ? value : (tool.told?.(value, args) ?? value), failed);
    } finally {
      this.#open.delete(id);
    }
  }
}

function described({ name, title, description, takes, required }: Tool): JsonObject {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: takes,
      ...(required === undefined ? {} : { required }),
      additionalProperties: false,
    },
    annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };
}

function told(value: unknown, isError: boolean): JsonObject {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const whole = text.length <= MOST_TEXT;
  const shown = whole ? text : `${text.slice(0, MOST_TEXT)}\n… ${text.length - MOST_TEXT} more characters`;
  const isData = whole && typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    content: [{ type: 'text', text: shown }],
    ...(isData ? { structuredContent: value } : {}),
    isError,
  };
}
