import * as z from 'zod';

import type { AgentCall } from '../../ports/agents.ts';
import { mayWrite } from '../run-program.ts';
import { type VerdictForm, verdictForm } from '../verdict-form.ts';

const LOOKING = 'Read,Glob,Grep';
const WORKING = `${LOOKING},Edit,Write,Bash`;

/** How often the model may be asked: a worker may look, change and try for long; a judge has seen enough sooner. */
const MOST_TURNS = { worker: 200, judge: 80 } as const;

/**
 * The options of one turn. The prompt is not among them: every user of a machine can read command lines. No settings,
 * hooks, servers or standing orders are loaded from anywhere, and what a judge is not allowed here is denied without a question.
 */
export function commandLine(call: AgentCall, resumed: string | null): readonly string[] {
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
    `--max-turns=${isWorker ? MOST_TURNS.worker : MOST_TURNS.judge}`,
    ...(model === null ? [] : [`--model=${model}`]),
    ...(effort === null ? [] : [`--effort=${effort}`]),
    ...(form === undefined ? [] : [`--json-schema=${schemaText(form)}`]),
    ...(resumed === null ? [] : [`--resume=${resumed}`]),
  ];
}

/** In the draft that Claude Code knows; of a later one it says that it is no schema. */
function schemaText({ schema }: VerdictForm): string {
  return JSON.stringify(z.toJSONSchema(schema, { target: 'draft-7' }));
}
