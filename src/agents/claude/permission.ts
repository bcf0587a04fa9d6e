import { isAbsolute, relative, sep } from 'node:path';

import type { AgentCall } from '../../ports/agents.ts';
import { mayWrite } from '../run-agent-program.ts';
import { objectOf, textOf } from '../json-value.ts';
import type { PermissionRequest } from './stream.ts';

/**
 * Claude Code asks before it touches what looks sensitive. `cwd`: where it sees the folder it works in.
 * A worker may change what is in its workspace, except git's own files by the tools for files; what its commands do is
 * held by the sandbox. A judge is never asked for: what is not allowed to it is denied.
 */
export function permissionFor(question: PermissionRequest, call: AgentCall, cwd = call.cwd): string {
  const refusal = refusalOf(question, call, cwd);
  const response =
    refusal === undefined
      ? { behavior: 'allow', updatedInput: question.input }
      : { behavior: 'deny', message: refusal };
  const answer = { subtype: 'success', request_id: question.id, response };
  return `${JSON.stringify({ type: 'control_response', response: answer })}\n`;
}

const FILE_TOOLS: readonly string[] = ['Edit', 'Write', 'Read', 'Glob', 'Grep'];

function refusalOf({ tool, input }: PermissionRequest, call: AgentCall, cwd: string): string | undefined {
  if (!mayWrite(call)) return 'nothing can be changed or run here';
  if (tool === 'Bash') return undefined;
  if (!FILE_TOOLS.includes(tool)) return `${tool} cannot be used here`;
  const path = textOf(objectOf(input)['file_path']) || textOf(objectOf(input)['path']);
  if (path === '') return undefined;
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  if (isAbsolute(inside) || inside.split(sep).includes('..')) return 'that is outside of the workspace';
  return inside.split(sep)[0] === '.git' ? 'that belongs to git; use its commands' : undefined;
}
