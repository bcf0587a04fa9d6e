import type { AgentCall } from '../../../ports/agents.ts';
import type { ProgramEnd } from '../../../ports/processes.ts';
import type { AgentHost } from '../../adapter.ts';
import { homeOf } from '../../run-agent-program.ts';
import { callEnvironment } from '../../call-environment.ts';
import type { RequestLimits } from '../request-limits.ts';
import { grepFor } from './look.ts';

const MOST_OUTPUT = 60_000;
const USUAL_TIME = 120_000;
const MOST_TIME = 600_000;

/** What commands of an agent are started with. */
export type Shop = {
  readonly call: AgentCall;
  readonly machine: AgentHost;
  readonly watch: RequestLimits;
  readonly mayWrite: boolean;
};

export type CommandRequest = { readonly command: string; readonly timeout?: number | undefined };

/**
 * Runs a command the model wrote, in the sandbox every agent is in. The shell is the agent's own doing there, as it is
 * for any coding agent: it reaches its workspace and nothing else. The key of the provider is never with it.
 */
export async function runCommand(shop: Shop, { command, timeout }: CommandRequest): Promise<string> {
  if (command.includes('\0')) return 'the command contains a NUL byte';
  return said(await start(shop, ['sh', '-c', command], timeout ?? USUAL_TIME));
}

/** Searches by the program made for it: what a model writes as a pattern must not keep the coordinator busy. */
export async function searchText(shop: Shop, pattern: string, path: string): Promise<string> {
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
