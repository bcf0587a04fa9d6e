import { GauntletError } from '../model/error.ts';
import type { Exchange } from '../ports/git.ts';
import { type Context, safeId } from './context.ts';
import { absolutePath, execute, settings } from './git.ts';
import { keepRef } from './hub.ts';

const LONGEST_MS = 15 * 60_000;
/** A server behind http that sends nothing for a minute is gone; others are only bounded by the time for all of it. */
const NOT_SILENT = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60'];
/** As many names as surely fit on a command line. */
const AT_ONCE = 200;

/**
 * Carries what is kept of an epic between this hub and the one that all machines share. Only names of our own move, each
 * to the same name; the epic branch never does. What comes in is checked by git object by object (`fetch.fsckObjects`).
 */
export function openExchange(context: Context, epic: string, url: string): Exchange {
  const id = safeId(epic);
  const address = safeAddress(url);
  const transfer = async (args: readonly string[]): Promise<void> => {
    await context.metadata(() => carryOver(context, args, address));
  };
  /** Asked for by its very name: a pattern would bring the candidate of API-10 along with that of API-1. */
  const candidatesThere = async (ticket: string | null): Promise<readonly string[]> => {
    const [name] = candidatesOf(id, ticket);
    if (name === undefined) return [];
    const listed = await context.metadata(() =>
      carryOver(context, ['ls-remote', '--refs', '--', address, keepRef(name)], address),
    );
    return listed.trim() === '' ? [] : [name];
  };
  return {
    async fetch(ticket, whole) {
      await context.ready();
      // A name that may be missing has to be a pattern.
      const others = whole ? ['adopted/*', `candidate/${id}/*`, `sync/${id}*`, `ticks/${id}*`] : [];
      const wanted = [...others, ...ofTicket(id, ticket), ...(whole ? [] : await candidatesThere(ticket))];
      const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
      // One pack, forced to the disk as a whole.
      const asPack = ['-c', 'fetch.unpackLimit=1'];
      await transfer([
        ...asPack,
        'fetch',
        ...quiet,
        '--no-recurse-submodules',
        '--',
        address,
        ...refspecs(wanted),
      ]);
    },
    async push(ticket, whole) {
      await context.ready();
      // Only names that nobody else writes meanwhile: an older commit must not go back over a newer one.
      const others = whole ? [`sync/${id}`, `ticks/${id}`, 'adopted/*'] : [];
      const all = [...others, ...ofTicket(id, ticket), ...candidatesOf(id, ticket)];
      const here = await presentOf(context, all);
      if (here.length > 0) await transfer(['push', '--quiet', '--no-verify', '--', address, ...here]);
    },
    async putAside(name) {
      await context.ready();
      const push = (refs: readonly string[]): Promise<void> =>
        refs.length === 0
          ? Promise.resolve()
          : transfer(['push', '--quiet', '--no-verify', '--', address, ...refs]);
      await push(await presentOf(context, [`undone/${safeId(name)}`]));
      const listed = await context.metadata(() =>
        carryOver(context, ['ls-remote', '--refs', '--', address, `${keepRef('')}*`], address),
      );
      const old = [...listed.matchAll(/^[0-9a-f]+\t(\S+)$/gm)].map(([, ref = '']) => ref);
      const ours = old.filter((ref) => isOf(ref, id)).map((ref) => `:${ref}`);
      for (let from = 0; from < ours.length; from += AT_ONCE) await push(ours.slice(from, from + AT_ONCE));
    },
  };
}

function ofTicket(epic: string, ticket: string | null): readonly string[] {
  const whose = ticket === null ? '*' : `${safeId(ticket)}/*`;
  return ['ticket', 'left', 'found'].map((kind) => `${kind}/${epic}/${whose}`);
}

/** Of one ticket. */
function candidatesOf(epic: string, ticket: string | null): readonly string[] {
  return ticket === null ? [] : [`candidate/${epic}/${safeId(ticket)}`];
}

/** Names that belong to one epic alone. */
function isOf(ref: string, epic: string): boolean {
  const [kind = '', whose = '', ...rest] = ref.slice(keepRef('').length).split('/');
  return kind !== 'undone' && kind !== 'adopted' && whose === epic && (rest.length > 0 || isSingle(kind));
}

function isSingle(kind: string): boolean {
  return kind === 'sync' || kind === 'ticks';
}

function refspecs(names: readonly string[]): readonly string[] {
  return names.map((name) => `+${keepRef(name)}:${keepRef(name)}`);
}

/** A pattern that matches nothing would make a push fail. */
async function presentOf({ git, hub }: Context, names: readonly string[]): Promise<readonly string[]> {
  const args = ['for-each-ref', '--format=%(refname)', '--', ...names.map((name) => keepRef(name))];
  const { out } = await git(args, hub);
  return out
    .toString('utf8')
    .split('\n')
    .filter((ref) => ref !== '')
    .map((ref) => `+${ref}:${ref}`);
}

/** With the user's login (keys, credential helpers), but the hub's own configuration and no hooks. */
async function carryOver(context: Context, args: readonly string[], address: string): Promise<string> {
  const { layout, hub } = context;
  const end = await execute([...settings(layout, {}), ...NOT_SILENT, ...args], loginEnvironment(hub.gitDir), {
    cwd: hub.gitDir,
    timeout: LONGEST_MS,
  });
  if (end.code === 0) return end.out.toString('utf8');
  const [because = 'git did not say why'] = end.err
    .split('\n')
    .filter((line) => /^(?:error|fatal|remote):/.test(line));
  const what = args.includes('push') ? 'pushed to' : 'fetched from';
  throw new GauntletError(
    'ENVIRONMENT_UNFIT',
    `commits could not be ${what} the hub ${withoutPassword(address)}: ${withoutPassword(because).slice(0, 400)}`,
    { hint: `See whether this machine reaches it: git ls-remote ${withoutPassword(address)}` },
  );
}

function loginEnvironment(gitDir: string): Record<string, string> {
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
function safeAddress(url: string): string {
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
