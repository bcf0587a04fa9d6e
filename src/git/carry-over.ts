import { duration } from '../model/amounts.ts';
import { GauntletError } from '../model/error.ts';
import type { Context } from './context.ts';
import { absolutePath, execute, settings } from './git.ts';

const LONGEST_MS = 15 * 60_000;
/** A server that answers nothing for a minute is not there. */
export const SILENT_MS = 60_000;
/**
 * One that has answered has so many times as long: git says nothing while it goes through all that it fetched, and an old
 * server nothing while a hook of it is at work.
 */
const ONCE_ANSWERED = 5;
/** With this git tells every packet, also those by which a server that is busy shows that it is there. */
const TELL_PACKETS = { GIT_TRACE_PACKET: '2' };
const PACKET_FROM_THERE = /packet: +[\w-]+< /;

/** With the user's login (keys, credential helpers), but the hub's own configuration and no hooks. */
export async function carryOver(
  context: Context,
  args: readonly string[],
  address: string,
  silentMs: number = SILENT_MS,
): Promise<string> {
  const { layout, hub } = context;
  const patience = { firstMs: silentMs, laterMs: ONCE_ANSWERED * silentMs, sign: PACKET_FROM_THERE };
  const far = isFar(address);
  const limits = { cwd: hub.gitDir, timeout: LONGEST_MS, ...(far ? { patience } : {}) };
  const env = { ...environmentOf(hub.gitDir), ...(far ? TELL_PACKETS : {}) };
  try {
    const end = await execute([...settings(layout, {}), ...args], env, limits);
    if (end.code === 0) return end.out.toString('utf8');
    throw failed(args, address, end.err);
  } catch (error) {
    const silence = error instanceof GauntletError ? error.data['silentMs'] : undefined;
    if (typeof silence !== 'number') throw error;
    throw failed(args, address, `error: it was silent for ${duration(Math.ceil(silence / 1000) * 1000)}`);
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
        hint: 'Remove the login from the URL and configure it in git: a credential helper, ~/.netrc, or an ssh URL.',
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
