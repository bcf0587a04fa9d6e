import { carryOver, safeAddress, SILENT_MS } from './carry-over.ts';
import type { Context } from './context.ts';
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
