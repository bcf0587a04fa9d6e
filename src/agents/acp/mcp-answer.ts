import { fits } from '../../schema/fits.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { problemTexts } from '../../schema/salvage.ts';
import type { HandIn } from '../verdicts.ts';
import { type JsonObject, objectOf, textOf } from './connection.ts';

/** What the agent is told the server is called; agents put it before the name of the tool. */
export const SERVER = 'gauntlet';
export const TOOL = 'submit_verdict';

/** The versions of the Model Context Protocol in which what is used of it here is the same. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The answer of an MCP server with one tool; undefined for what wants none. */
export function mcpAnswer(message: JsonObject, handIn: HandIn): JsonObject | undefined {
  const { id, method } = message;
  if (typeof method !== 'string' || id === undefined || id === null) return undefined;
  const params = objectOf(message['params']);
  const answered = (result: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, result });
  switch (method) {
    case 'initialize': {
      const asked = textOf(params['protocolVersion']);
      return answered({
        protocolVersion: VERSIONS.includes(asked) ? asked : VERSIONS[1],
        capabilities: { tools: {} },
        serverInfo: { name: SERVER, version: '1' },
      });
    }
    case 'ping':
      return answered({});
    case 'tools/list':
      return answered({ tools: [toolOf(handIn)] });
    case 'tools/call':
      if (params['name'] !== TOOL) return failed(id, -32602, 'there is no such tool');
      return answered(handedIn(params['arguments'], handIn));
    default:
      return failed(id, -32601, 'Method not found');
  }
}

function failed(id: unknown, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function toolOf({ form }: HandIn): JsonObject {
  return {
    name: TOOL,
    description:
      'Hand in your verdict, once, when you have seen everything you need. What is wrong with it is answered; once it is taken your work is done.',
    inputSchema: jsonSchema(form.shape),
    // Agents let such tools be used where they only look.
    annotations: {
      title: 'Hand in the verdict',
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    },
  };
}

function handedIn(given: unknown, { form, take }: HandIn): JsonObject {
  const problems = problemTexts(form.shape, given).slice(0, 20);
  const said = fits(form.shape, given)
    ? take(given)
    : `${AGAIN}\n${problems.map((each) => `- ${each}`).join('\n')}`;
  return { content: [{ type: 'text', text: said }], isError: said !== 'taken' };
}

const AGAIN = 'not taken; repair this and hand it in again:';
