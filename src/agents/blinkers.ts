import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { AgentCall } from '../ports/agents.ts';
import { mayWrite } from './run-program.ts';

/**
 * Files by which a repository tells coding agents what to be: settings, servers, hooks, variables, standing orders. In
 * the tree of a branch under judgement they are the words of the accused; a judge sees them in the diff, as data.
 */
const ORDERS = `
  .claude .claude.json CLAUDE.md CLAUDE.local.md .mcp.json .codex AGENTS.md AGENTS.override.md .gemini GEMINI.md
  .qwen QWEN.md .opencode opencode.json opencode.jsonc .copilot .github/copilot-instructions.md .cursor .cursorrules
  .clinerules .goosehints .agents .env .env.local
`
  .trim()
  .split(/\s+/);

/** What of its working directory an agent program must not see, because it would obey it. */
export function blinkers(call: AgentCall): readonly string[] {
  if (mayWrite(call)) return [];
  return ORDERS.map((name) => join(call.cwd, name)).filter((path) => existsSync(path));
}
