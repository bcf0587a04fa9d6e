// Started by Codex, in the sandbox of a judge, as an MCP server on stdin and stdout: shows files, and can do nothing else.
import { execFile } from 'node:child_process';

import { grepFor, lookTools } from '../api/tools/look.ts';
import { type ToolFolder, placeAt, shown } from '../api/tools/place.ts';
import { jsonLines } from '../answers/json-lines.ts';
import { McpServer } from '../answers/mcp-server.ts';
import { Refused } from '../answers/tool.ts';

const MOST_FOUND = 60_000;

function search(pattern: string, from: string, place: ToolFolder): Promise<string> {
  if (pattern.includes('\0')) throw new Refused('the pattern contains a NUL byte');
  const [grep, ...args] = grepFor(pattern, from);
  const bounds = { cwd: place.folder, timeout: 60_000, maxBuffer: 4_000_000, encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    execFile(grep, args, bounds, (error, stdout) => {
      const lines = seenLines(stdout, place);
      const isPattern = error === null || error.code === 1 || stdout !== '';
      if (lines === '') resolve(isPattern ? 'nothing found' : 'failed: invalid pattern, or search too slow');
      else resolve(lines.length > MOST_FOUND ? `${lines.slice(0, MOST_FOUND)}\n(there is more)` : lines);
    });
  });
}

/** With the paths as glob shows them, and without those that are not to be seen. */
function seenLines(found: string, place: ToolFolder): string {
  const hidden = place.hidden.map((path) => shown(place, path));
  const isHidden = (line: string): boolean =>
    hidden.some((path) => line.startsWith(`${path}:`) || line.startsWith(`${path}/`));
  return found
    .split('\n')
    .map((line) => line.replace(/^(?:\.\/)+/, ''))
    .filter((line) => line !== '' && !isHidden(line))
    .join('\n');
}

/** The arguments are paths that are not to be seen, where no sandbox hides them. */
async function main(): Promise<void> {
  const place = await placeAt('.', process.argv.slice(2));
  process.stdout.on('error', () => process.exit(1));
  const tools = lookTools(place, (pattern, from) => search(pattern, from, place));
  const server = new McpServer({ name: 'repository', version: '1' }, tools, (message) =>
    process.stdout.write(`${JSON.stringify(message)}\n`),
  );
  process.stdin
    .setEncoding('utf8')
    .on(
      'data',
      jsonLines((message) => void server.hear(message)),
    )
    .on('end', () => process.exit(0));
}

void main();
