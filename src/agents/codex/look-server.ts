// Started by Codex, in the sandbox of a judge, as an MCP server on stdin and stdout: shows files, and can do nothing else.
import { execFile } from 'node:child_process';

import { findFiles, readLines, searchedPath } from '../api/tools/look.ts';
import { type Place, placeAt, Refused, shown } from '../api/tools/place.ts';
import { jsonLines } from '../json-lines.ts';

type JsonObject = Readonly<Record<string, unknown>>;

type Tool = {
  readonly description: string;
  /** Names of text arguments and what they mean; numbers are said to be. */
  readonly takes: Readonly<
    Record<string, { readonly type: 'string' | 'number'; readonly description: string }>
  >;
  readonly required: readonly string[];
  use(args: JsonObject, place: Place): Promise<string>;
};

const path = { type: 'string', description: 'Relative to the working directory.' } as const;

const tools: Readonly<Record<string, Tool>> = {
  read: {
    description: 'Read a text file, or some of its lines.',
    takes: {
      path,
      offset: { type: 'number', description: 'The first line, from 1.' },
      limit: { type: 'number', description: 'How many lines.' },
    },
    required: ['path'],
    use: (args, place) =>
      readLines(place, textOf(args['path']), {
        offset: numberOf(args['offset']),
        limit: numberOf(args['limit']),
      }),
  },
  glob: {
    description: 'List the files whose paths fit a pattern such as src/**/*.ts.',
    takes: { pattern: { type: 'string', description: 'With *, ?, ** and {a,b}.' } },
    required: ['pattern'],
    use: (args, place) => findFiles(place, textOf(args['pattern'])),
  },
  grep: {
    description: 'Find lines that match an extended regular expression, as path:line:text.',
    takes: { pattern: { type: 'string', description: 'As grep -E takes it.' }, path },
    required: ['pattern'],
    use: async (args, place) => {
      const below = args['path'] === undefined ? undefined : textOf(args['path']);
      return search(textOf(args['pattern']), await searchedPath(place, below), place);
    },
  },
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const MOST_FOUND = 60_000;

/** By the program made for it: what a model writes as a pattern must not keep this one busy. */
function search(pattern: string, from: string, place: Place): Promise<string> {
  if (pattern.includes('\0')) throw new Refused('the pattern holds a NUL byte');
  const argv = ['-rnIE', '--exclude-dir=.git', '--exclude-dir=node_modules', '-e', pattern, '--', from];
  const bounds = { cwd: place.folder, timeout: 60_000, maxBuffer: 4_000_000, encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    execFile('grep', argv, bounds, (error, stdout) => {
      const lines = seenLines(stdout, place);
      const isPattern = error === null || error.code === 1 || stdout !== '';
      if (lines === '') resolve(isPattern ? 'nothing found' : 'failed: not a pattern, or it took too long');
      else resolve(lines.length > MOST_FOUND ? `${lines.slice(0, MOST_FOUND)}\n(there is more)` : lines);
    });
  });
}

/** With the paths as glob shows them, and without those that are not to be seen. */
function seenLines(found: string, place: Place): string {
  const hidden = place.hidden.map((path) => shown(place, path));
  const isHidden = (line: string): boolean =>
    hidden.some((path) => line.startsWith(`${path}:`) || line.startsWith(`${path}/`));
  return found
    .split('\n')
    .map((line) => line.replace(/^(?:\.\/)+/, ''))
    .filter((line) => line !== '' && !isHidden(line))
    .join('\n');
}

async function used(params: JsonObject, place: Place): Promise<JsonObject> {
  const name = textOf(params['name']);
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) return said('there is no such tool', true);
  const given = params['arguments'];
  try {
    return said(
      await tool.use(typeof given === 'object' && given !== null ? (given as JsonObject) : {}, place),
      false,
    );
  } catch (error) {
    if (error instanceof Refused) return said(`refused: ${error.message}`, true);
    return said(`failed: ${(error as NodeJS.ErrnoException).code ?? 'for an unknown reason'}`, true);
  }
}

function said(text: string, isError: boolean): JsonObject {
  return { content: [{ type: 'text', text }], isError };
}

const list = Object.entries(tools).map(([name, { description, takes, required }]) => ({
  name,
  description,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  inputSchema: { type: 'object', properties: takes, required, additionalProperties: false },
}));

async function answer(method: unknown, params: JsonObject, place: Place): Promise<JsonObject | undefined> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: textOf(params['protocolVersion']) || '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'repository', version: '1' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: list };
    case 'tools/call':
      return used(params, place);
    default:
      return undefined;
  }
}

async function reply(message: JsonObject, place: Place): Promise<void> {
  const { id, method, params } = message;
  if (id === undefined || id === null || method === undefined) return;
  const given = typeof params === 'object' && params !== null ? (params as JsonObject) : {};
  const result = await answer(method, given, place);
  const body = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}

/** The arguments are paths that are not to be seen, where no sandbox hides them. */
async function main(): Promise<void> {
  const place = await placeAt('.', process.argv.slice(2));
  process.stdout.on('error', () => process.exit(1));
  process.stdin
    .setEncoding('utf8')
    .on(
      'data',
      jsonLines((message) => void reply(message, place)),
    )
    .on('end', () => process.exit(0));
}

void main();
