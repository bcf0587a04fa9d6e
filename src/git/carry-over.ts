import { GauntletError } from '../model/error.ts';
import type { Context } from './context.ts';
import { absolutePath, execute, settings } from './git.ts';

const LONGEST_MS = 15 * 60_000;
/** A server that neither sends nor takes anything for a minute is gone. Git itself notices that behind http only. */
export const SILENT_MS = 60_000;

/** With the user's login (keys, credential helpers), but the hub's own configuration and no hooks. */
export async function carryOver(
  context: Context,
  args: readonly string[],
  address: string,
  silentMs: number = SILENT_MS,
): Promise<string> {
  const { layout, hub } = context;
  const seconds = Math.ceil(silentMs / 1000);
  const alive = ['-c', 'http.lowSpeedLimit=1', '-c', `http.lowSpeedTime=${seconds}`];
  const limits = { cwd: hub.gitDir, timeout: LONGEST_MS, ...(isFar(address) ? { silentMs } : {}) };
  try {
    const end = await execute(
      [...settings(layout, {}), ...alive, ...args],
      environmentOf(hub.gitDir),
      limits,
    );
    if (end.code === 0) return end.out.toString('utf8');
    throw failed(args, address, end.err);
  } catch (error) {
    if (error instanceof GauntletError && error.data['silent'] === 1)
      throw failed(args, address, `error: it was silent for ${seconds} s`);
    throw error;
  }
}

/** What is on a disk of this machine may take its time. */
function isFar(address: string): boolean {
  return !address.startsWith('/') && !address.startsWith('file://');
}

function failed(args: readonly string[], address: string, said: string): GauntletError {
  const [because = 'git did not say why'] = said
    .split(/[\r\n]+/)
    .filter((line) => /^(?:error|fatal|remote):/.test(line) && !isProgress(line));
  const what = args.includes('push') ? 'pushed to' : 'fetched from';
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `commits could not be ${what} the hub ${withoutPassword(address)}: ${withoutPassword(because).slice(0, 400)}`,
    { hint: `See whether this machine reaches it: git ls-remote ${withoutPassword(address)}` },
  );
}

function isProgress(line: string): boolean {
  return /^remote: (?:[A-Z][a-z]+ [a-z]+: +\d|Total \d)/.test(line);
}

function environmentOf(gitDir: string): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])),
    PATH: absolutePath(),
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(process.env['GIT_SSH_COMMAND'] === undefined
      ? {}
      : { GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] }),
  };
}

/** An address of a kind that git reads without running anything else, and nothing that could be an option. */
export function safeAddress(url: string): string {
  const isKnown =
    /^(?:https?|ssh|git|file):\/\/\S+$/.test(url) || url.startsWith('/') || /^[\w.-]+@[\w.-]+:\S+$/.test(url);
  if (/^(?:https?:\/\/[^/]*@|\w+:\/\/[^/]*:[^/]*@)/.test(url))
    throw new GauntletError(
      'INPUT_INVALID',
      'the address of the hub has a login in it, which others could read',
      {
        hint: 'Leave it out and give it to git: a credential helper, ~/.netrc, or an address by ssh.',
      },
    );
  if (isKnown && !/[\p{Cc}]/u.test(url)) return url;
  throw new GauntletError(
    'INPUT_INVALID',
    `${JSON.stringify(withoutPassword(url))} is not the address of a git repository`,
    {
      hint: 'Use https://…, ssh://…, user@host:path, file:///… or an absolute path.',
    },
  );
}

function withoutPassword(text: string): string {
  return text.replaceAll(/(\w+:\/\/)[^@\s/]+@/g, '$1***@');
}
