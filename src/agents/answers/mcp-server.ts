import { jsonSchema } from '../../schema/json-schema.ts';
import { type JsonObject, objectOf } from './json-value.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** The versions of the Model Context Protocol in which what is used of it here is the same; the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** One conversation: messages in, answers out, in whatever order they are ready. */
export class McpServer {
  readonly #about: JsonObject;
  readonly #tools: readonly Tool[];
  readonly #send: (message: JsonObject) => void;
  readonly #open = new Map<unknown, AbortController>();

  constructor(about: JsonObject, tools: readonly Tool[], send: (message: JsonObject) => void) {
    this.#about = about;
    this.#tools = tools;
    this.#send = send;
  }

  async hear({ id, method, params }: JsonObject): Promise<void> {
    const given = objectOf(params);
    if (method === 'notifications/cancelled') this.#open.get(given['requestId'])?.abort();
    // What has no id wants no answer, and what has no method is an answer to us, who ask nothing.
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return;
    this.#send({ jsonrpc: '2.0', id, ...(await this.#answer(id, method, given)) });
  }

  close(): void {
    for (const off of this.#open.values()) off.abort();
  }

  #answer(id: string | number, method: string, params: JsonObject): JsonObject | Promise<JsonObject> {
    switch (method) {
      case 'initialize': {
        const asked = VERSIONS.find((version) => version === params['protocolVersion']);
        const protocolVersion = asked ?? VERSIONS[0];
        return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: this.#about } };
      }
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: this.#tools.map(listed) } };
      case 'tools/call': {
        const tool = this.#tools.find(({ name }) => name === params['name']);
        if (tool === undefined) return { error: { code: -32602, message: 'there is no such tool' } };
        return this.#use(id, tool, objectOf(params['arguments']));
      }
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  }

  async #use(id: string | number, tool: Tool, args: JsonObject): Promise<JsonObject> {
    const off = new AbortController();
    this.#open.set(id, off);
    try {
      return { result: resultOf(await tool.use(args, off.signal)) };
    } finally {
      this.#open.delete(id);
    }
  }
}

/** Agents let tools be used that only look; none of ours does more. */
function listed({ name, title, description, shape, told = shape }: Tool): JsonObject {
  const annotations = { title, readOnlyHint: true, destructiveHint: false, openWorldHint: false };
  return { name, title, description, inputSchema: jsonSchema(told), annotations };
}

function resultOf({ text, isError, data }: ToolAnswer): JsonObject {
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data);
  return { content: [{ type: 'text', text }], ...(isData ? { structuredContent: data } : {}), isError };
}
