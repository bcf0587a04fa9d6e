import { readdir, realpath } from 'node:fs/promises';
import { mayWrite } from './adapter.ts';
import { join, relative, sep } from 'node:path';

import type { AgentCall } from '../../ports/agents.ts';

/**
 * Files by which a repository tells coding agents what to be: settings, servers, hooks, variables, standing orders. In
 * the tree of a branch under judgement they are the words of the accused; a judge sees them in the diff, as data.
 */
const ORDERS: ReadonlySet<string> = new Set(
  `
  .claude .claude.json claude.md claude.local.md .mcp.json .codex agents.md agents.override.md .gemini gemini.md
  .qwen qwen.md .opencode opencode.json opencode.jsonc .copilot copilot-instructions.md .cursor .cursorrules
  .clinerules .goosehints .agents .env .env.local
`
    .trim()
    .split(/\s+/),
);

/** More than this is in no tree that means well, and would keep the sandbox busy. */
const MOST_ORDERS = 1_000;
const MOST_ENTRIES = 500_000;

/**
 * What of its working directory an agent program must not see, because it would obey it: some look for orders wherever
 * they read, and so everywhere in the tree. Throws where something cannot be kept out of sight.
 */
export async function blinkers(call: AgentCall): Promise<readonly string[]> {
  if (mayWrite(call)) return [];
  const folder = await realpath(call.cwd);
  const { orders, links } = await ordersBelow(folder);
  for (const link of links) {
    // What it leads to would be hidden in its place, and may be the very file that is judged.
    const target = await realpath(link).catch(() => undefined);
    if (target !== undefined && !orders.some((order) => isIn(target, order)))
      throw new Error(`${relative(folder, link)} of the reviewed tree is a link that agents would follow`);
  }
  return orders;
}

async function ordersBelow(folder: string) {
  const orders: string[] = [];
  const links: string[] = [];
  const open = [folder];
  let seen = 0;
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const entries = await readdir(below, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    for (const entry of entries) {
      const path = join(below, entry.name);
      if (ORDERS.has(entry.name.toLowerCase())) (entry.isSymbolicLink() ? links : orders).push(path);
      else if (entry.isDirectory() && path !== join(folder, '.git')) open.push(path);
    }
    if (orders.length + links.length > MOST_ORDERS || seen > MOST_ENTRIES)
      throw new Error('the reviewed tree contains more agent instruction files than can be hidden');
  }
  return { orders, links };
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`);
}
