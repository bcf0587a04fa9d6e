import { jsonSchema as toolSchema, tool, type ToolSet } from 'ai';

import type { AgentCall } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';
import { fits } from '../../schema/fits.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { problemTexts } from '../../schema/salvage.ts';
import { decimal, described, optional, text, truth } from '../../schema/shape.ts';
import type { AgentHost } from '../programs/adapter.ts';
import { callEnvironment } from '../programs/call-environment.ts';
import { homeOf } from '../programs/run-agent-program.ts';
import { type Tool, Refused } from '../answers/tool.ts';
import { type HandIn, verdictTool } from '../answers/verdicts.ts';
import type { RequestLimits } from './request-limits.ts';
import { lookTools, pathText, toolOf, textOf, grepFor } from './tools/look.ts';
import { type ToolFolder, writeText } from './tools/place.ts';

/** What a role may use. A judge has nothing that writes or starts anything: such a tool is not there to be called. */
export function toolsFor(place: ToolFolder, shop: Shop, handIn: HandIn | undefined): ToolSet {
  const looking = lookTools(place, (pattern, from) => searchText(shop, pattern, from));
  const verdict = handIn === undefined ? [] : [verdictTool(handIn)];
  const changing = handIn === undefined && shop.mayWrite ? changingTools(place, shop) : [];
  const all = [...looking, ...verdict, ...changing];
  return Object.fromEntries(all.map((each) => [each.name, sdkTool(each, shop)]));
}

function changingTools(place: ToolFolder, shop: Shop): readonly Tool[] {
  return [
    toolOf(
      {
        name: 'edit',
        description: 'Replace text in a file. It must occur exactly once, unless all is set.',
      },
      { path: pathText, from: text(), to: text(), all: optional(truth()) },
      (edit) => editFile(place, edit),
    ),
    toolOf(
      { name: 'write', description: 'Write a whole file; missing folders are created.' },
      { path: pathText, content: text() },
      ({ path, content }) => writeFile(place, path, content),
    ),
    toolOf(
      {
        name: 'run',
        description:
          'Run a shell command in the working directory. It has no terminal and no input; everything it starts ends with it.',
      },
      { command: text(), timeout: optional(described('Milliseconds, at most 600000.', decimal(1))) },
      (asked) => runCommand(shop, asked),
    ),
  ];
}

function sdkTool({ description, shape, told = shape, use }: Tool, { watch }: Shop): ToolSet[string] {
  return tool({
    description,
    inputSchema: toolSchema(jsonSchema(told), {
      validate: (value) =>
        fits(shape, value)
          ? { success: true, value }
          : { success: false, error: new Error(problemTexts(shape, value).join('\n')) },
    }),
    execute: async (args: unknown) => {
      if (watch.stopped() !== undefined) return 'called off';
      const work = Promise.resolve(use(args, watch.signal));
      return (await watch.during(work)).text;
    },
  });
}

type Edit = {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly all?: boolean | undefined;
};

/** Replaces text that stands in a file exactly once, or everywhere if that is asked for. */
export async function editFile(place: ToolFolder, { path, from, to, all = false }: Edit): Promise<string> {
  if (from === '') throw new Refused('the text to replace is empty');
  const { text, isWhole, isText } = await textOf(place, path);
  if (!isWhole || !isText) throw new Refused(`${path} is too long, or not text`);
  const count = text.split(from).length - 1;
  if (count === 0) throw new Refused(`${path} does not contain that text; read it again`);
  if (count > 1 && !all)
    throw new Refused(`${path} contains that text ${count} times; give more of it, or set all`);
  await writeText(place, path, text.split(from).join(to));
  return count === 1 ? `${path} is changed` : `${path} is changed in ${count} places`;
}

export async function writeFile(place: ToolFolder, path: string, text: string): Promise<string> {
  await writeText(place, path, text);
  return `${path} is written`;
}

const MOST_OUTPUT = 60_000;
const USUAL_TIME = 120_000;
const MOST_TIME = 600_000;

/** What commands of an agent are started with. */
type Shop = {
  readonly call: AgentCall;
  readonly machine: AgentHost;
  readonly watch: RequestLimits;
  readonly mayWrite: boolean;
};

type CommandRequest = { readonly command: string; readonly timeout?: number | undefined };

/**
 * Runs a command the model wrote, in the sandbox every agent is in. The shell is the agent's own doing there, as it is
 * for any coding agent: it reaches its workspace and nothing else. The key of the provider is never with it.
 */
async function runCommand(shop: Shop, { command, timeout }: CommandRequest): Promise<string> {
  if (command.includes('\0')) return 'the command contains a NUL byte';
  return said(await start(shop, ['sh', '-c', command], timeout ?? USUAL_TIME));
}

/** Searches by the program made for it: what a model writes as a pattern must not keep the coordinator busy. */
async function searchText(shop: Shop, pattern: string, path: string): Promise<string> {
  const end = await start({ ...shop, mayWrite: false }, grepFor(pattern, path), USUAL_TIME);
  if (end.how.kind === 'exited' && end.how.code === 1 && end.stdout === '') return 'nothing found';
  return end.how.kind === 'exited' && end.how.code <= 1 ? cut(end.stdout) : said(end);
}

function start(
  { call, machine, watch, mayWrite }: Shop,
  argv: readonly [string, ...string[]],
  asked: number,
): Promise<ProgramEnd> {
  const { [call.settings.apiKeyEnv ?? '']: _, ...env } = callEnvironment(call, machine.env);
  return machine.processes.run(
    {
      argv,
      cwd: call.cwd,
      env,
      stdin: '',
      confinement: {
        writable: mayWrite ? [call.cwd] : [],
        visible: [call.cwd, ...call.visible].filter((path) => !mayWrite || path !== call.cwd),
        hidden: call.hidden,
        exposed: homeOf(call, machine),
        network: call.settings.network,
      },
      timeout: Math.max(1, Math.min(asked, MOST_TIME, watch.left())),
      stall: null,
      outputCap: MOST_OUTPUT,
      folder: call.folder,
    },
    watch.signal,
  );
}

function said({ how, stdout, stderr }: ProgramEnd): string {
  const end = {
    exited: () => `exit code ${how.kind === 'exited' ? how.code : ''}`,
    killed: () => `killed by ${how.kind === 'killed' ? how.signal : ''}`,
    timeout: () => 'stopped: it took too long; run only commands that end by themselves',
    stall: () => 'stopped: it printed nothing for too long',
    cancelled: () => 'called off',
    unstartable: () => `cannot be started: ${how.kind === 'unstartable' ? how.because : ''}`,
  }[how.kind]();
  const parts = [
    end,
    stdout === '' ? '' : `stdout:\n${cut(stdout)}`,
    stderr === '' ? '' : `stderr:\n${cut(stderr)}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function cut(text: string): string {
  if (text.length <= MOST_OUTPUT) return text;
  return `${text.slice(0, MOST_OUTPUT / 2)}\n(cut)\n${text.slice(-MOST_OUTPUT / 2)}`;
}
