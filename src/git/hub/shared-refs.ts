import { duration } from '../../model/amounts.ts';
import { GauntletError } from '../../model/error.ts';
import type { Context } from '../context.ts';
import { complaintIn, execute, ownEnvironment, settings } from '../running/git.ts';
import { keepRef } from './hub.ts';

/** As many names as surely fit on a command line. */
const AT_ONCE = 200;

/** Progress is asked for because it is the only sign of life that git gives once a pack comes; one pack, forced to the disk as a whole. */
const FETCH =
  '-c fetch.unpackLimit=1 fetch --progress --no-tags --no-write-fetch-head --no-auto-maintenance --no-recurse-submodules --'.split(
    ' ',
  );
const PUSH = ['push', '--progress', '--no-verify'];

export type Exchanging = {
  readonly silentMs?: number | undefined;
  /** Asked between looking at the hub and writing there: rejects where this machine may not write any more. */
  readonly permit?: (() => Promise<void>) | undefined;
};

/** A ref as the hub has it (empty: not at all) is to become this; null: nothing. */
type Move = { readonly ref: string; readonly from: string; readonly to: string | null };

/** What is kept in the hub that all machines share, and here; names are what follows `refs/gauntlet/keep/`. */
export type SharedRefs = {
  /** What is there, by its name. A name stands for itself and all below it, a pattern also for what is deeper. */
  seen(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Brings some here, each to a name of its own; one that is not there makes it fail. */
  fetch(names: readonly (readonly [from: string, to: string])[]): Promise<void>;
  /** Makes known what is kept here under these names. */
  push(names: readonly string[]): Promise<void>;
  /** Takes away what was seen there. */
  remove(names: ReadonlyMap<string, string>): Promise<void>;
};

/**
 * What goes out moves a ref only where it still is what it was before `permit` was asked: who may write then, and comes late
 * all the same, writes over nothing that another has written since.
 */
export function sharedRefs(
  context: Context,
  url: string,
  { silentMs = SILENT_MS, permit = () => Promise.resolve() }: Exchanging,
): SharedRefs {
  const address = safeAddress(url);
  const ask = (args: readonly string[]): Promise<string> =>
    context.metadata(() => carryOver(context, args, address, silentMs));
  const move = async (moves: readonly Move[]): Promise<void> => {
    if (moves.length > 0) await permit();
    for (const some of inParts(moves)) {
      const leases = some.map(({ ref, from }) => `--force-with-lease=${ref}:${from}`);
      await ask([...PUSH, ...leases, '--', address, ...some.map(({ ref, to }) => `${to ?? ''}:${ref}`)]);
    }
  };
  const seen: SharedRefs['seen'] = async (names) => {
    if (names.length === 0) return new Map();
    const wanted = names.flatMap((name) => (name.endsWith('*') ? [name] : [name, `${name}/*`]));
    const out = await ask(['ls-remote', '--refs', '--', address, ...wanted.map((name) => keepRef(name))]);
    return new Map(
      [...out.matchAll(/^([0-9a-f]+)\t(\S+)$/gm)].map(([, at = '', ref = '']) => [nameOf(ref), at]),
    );
  };
  return {
    seen,
    async fetch(names) {
      const refspecs = names.map(([from, to]) => `+${keepRef(from)}:${keepRef(to)}`);
      for (const some of inParts(refspecs)) await ask([...FETCH, address, ...some]);
    },
    async push(names) {
      const there = await seen(names);
      const here = await presentOf(context, names);
      const moves = here.map(({ ref, at }) => ({ ref, from: there.get(nameOf(ref)) ?? '', to: at }));
      await move(moves.filter(({ from, to }) => from !== to));
    },
    remove: (names) => move([...names].map(([name, from]) => ({ ref: keepRef(name), from, to: null }))),
  };
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

function nameOf(ref: string): string {
  return ref.slice(keepRef('').length);
}

/** What is kept here under these names. */
async function presentOf(
  { git, hub }: Context,
  names: readonly string[],
): Promise<readonly { readonly ref: string; readonly at: string }[]> {
  const how = '--format=%(objectname) %(refname)';
  const { out } = await git(['for-each-ref', how, '--', ...names.map((name) => keepRef(name))], hub);
  return [...out.toString('utf8').matchAll(/^([0-9a-f]+) (\S+)$/gm)].map(([, at = '', ref = '']) => ({
    ref,
    at,
  }));
}

const LONGEST_MS = 15 * 60_000;
/** A server that answers nothing for a minute is not there. */
const SILENT_MS = 60_000;
/**
 * One that has answered has so many times as long: git says nothing while it goes through all that it fetched, and an old
 * server nothing while a hook of it is at work.
 */
const ONCE_ANSWERED = 5;
/** With this git tells every packet, also those by which a server that is busy shows that it is there. */
const TELL_PACKETS = { GIT_TRACE_PACKET: '2' };
const PACKET_FROM_THERE = /packet: +[\w-]+< /;

/** With the user's login (keys, credential helpers), but the hub's own configuration and no hooks. */
async function carryOver(
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
  const because = complaintIn(said) || 'git did not say why';
  const what = args.includes('push') ? 'pushed to' : 'fetched from';
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `commits could not be ${what} the hub ${withoutPassword(address)}: ${withoutPassword(because).slice(0, 400)}`,
    { hint: `See whether this machine reaches it: git ls-remote ${withoutPassword(address)}` },
  );
}

function environmentOf(gitDir: string): Record<string, string> {
  return {
    ...ownEnvironment(/^GIT_/),
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
