import type { DocServer } from '../../model/config.ts';
import { mayWrite, mostCalls } from '../programs/adapter.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { verdictForm } from '../answers/verdict-form.ts';

const LOOKING = 'Read,Glob,Grep';
const WORKING = `${LOOKING},Edit,Write,Bash`;

/**
 * The options of one turn. The prompt is not among them: every user of a machine can read command lines. No settings,
 * hooks, servers or standing orders are loaded from anywhere, and what a judge is not allowed here is denied without a question.
 */
export function commandLine(
  call: AgentCall,
  resumed: string | null,
  servers: readonly DocServer[] = [],
): readonly string[] {
  const isWorker = mayWrite(call);
  const { model, effort } = call.settings;
  const form = verdictForm(call);
  return [
    '--print',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--verbose',
    // Every piece of an answer is a sign of life, and what a call used is said in the last of them alone.
    '--include-partial-messages',
    '--setting-sources=',
    '--strict-mcp-config',
    ...(isWorker
      ? ['--permission-mode=acceptEdits', '--permission-prompt-tool=stdio']
      : ['--permission-mode=dontAsk']),
    `--tools=${isWorker ? WORKING : LOOKING}`,
    ...(isWorker ? [`--allowedTools=${WORKING}`] : []),
    ...(servers.length === 0
      ? []
      : [`--mcp-config=${serversText(servers)}`, `--allowedTools=${toolsOf(servers)}`]),
    `--max-turns=${mostCalls(call)}`,
    ...(model === null ? [] : [`--model=${model}`]),
    ...(effort === null ? [] : [`--effort=${effort}`]),
    ...(form === undefined ? [] : [`--json-schema=${JSON.stringify(jsonSchema(form.shape))}`]),
    ...(resumed === null ? [] : [`--resume=${resumed}`]),
  ];
}

function toolsOf(servers: readonly DocServer[]): string {
  return servers.map(({ name }) => `mcp__${name}`).join(',');
}

/** Claude Code itself fills in the values of variables: they are on no command line. */
function serversText(servers: readonly DocServer[]): string {
  const value = (name: string): string => `\${${name}}`;
  const mcpServers = Object.fromEntries(
    servers.map(({ name, run: [command, ...args], url, env, headers }) => {
      const values = Object.entries(headers).map(([header, variable]) => [header, value(variable)]);
      const variables = env.map((variable) => [variable, value(variable)]);
      if (url !== null) return [name, { type: 'http', url, headers: Object.fromEntries(values) as unknown }];
      return [name, { type: 'stdio', command, args, env: Object.fromEntries(variables) as unknown }];
    }),
  );
  return JSON.stringify({ mcpServers });
}
