import type { Exchange } from '../ports/git.ts';
import { carryOver, safeAddress, SILENT_MS } from './carry-over.ts';
import { type Context, safeId } from './context.ts';
import { keepRef } from './hub.ts';

/** As many names as surely fit on a command line. */
const AT_ONCE = 200;

/** Progress is asked for because it is the only sign of life that git gives once a pack comes; one pack, forced to the disk as a whole. */
const FETCH =
  '-c fetch.unpackLimit=1 fetch --progress --no-tags --no-write-fetch-head --no-auto-maintenance --no-recurse-submodules --'.split(
    ' ',
  );
const PUSH = ['push', '--progress', '--no-verify', '--'];

/**
 * Carries what is kept of an epic between this hub and the one that all machines share. Only names of our own move, each
 * to the same name; the epic branch never does. What comes in is checked by git object by object (`fetch.fsckObjects`).
 */
export function openExchange(
  context: Context,
  epic: string,
  url: string,
  silentMs: number = SILENT_MS,
): Exchange {
  const id = safeId(epic);
  const address = safeAddress(url);
  const ask = (args: readonly string[]): Promise<string> =>
    context.metadata(() => carryOver(context, args, address, silentMs));
  const fetch = async (refspecs: readonly string[]): Promise<void> => {
    for (const some of inParts(refspecs)) await ask([...FETCH, address, ...some]);
  };
  const push = async (refspecs: readonly string[]): Promise<void> => {
    for (const some of inParts(refspecs)) await ask([...PUSH, address, ...some]);
  };
  const listed = async (patterns: readonly string[]): Promise<readonly string[]> => {
    if (patterns.length === 0) return [];
    const out = await ask(['ls-remote', '--refs', '--', address, ...patterns.map((name) => keepRef(name))]);
    return [...out.matchAll(/^[0-9a-f]+\t(\S+)$/gm)].map(([, ref = '']) => ref.slice(keepRef('').length));
  };
  /** A name that is not there would make a fetch fail; a pattern would bring API-10 along with API-1. */
  const there = async (names: readonly string[]): Promise<readonly string[]> => {
    const found = new Set(await listed(names));
    return names.filter((name) => found.has(name));
  };
  return {
    async fetch(ticket, whole) {
      await context.ready();
      const patterns = whole ? ['adopted/*', `candidate/${id}/*`] : [];
      const singles = whole ? [`sync/${id}`, `ticks/${id}`] : candidatesOf(id, ticket);
      const wanted = [...patterns, ...ofTicket(id, ticket), ...(await there(singles))];
      await ask([...FETCH, address, ...wanted.map((name) => refspec(name))]);
    },
    async push(ticket, whole) {
      await context.ready();
      // Only names that nobody else writes meanwhile: an older commit must not go back over a newer one.
      const others = whole ? [`sync/${id}`, `ticks/${id}`, 'adopted/*'] : [];
      await push(await presentOf(context, [...others, ...ofTicket(id, ticket), ...candidatesOf(id, ticket)]));
    },
    async putAside(name) {
      await context.ready();
      const aside = `undone/${safeId(name)}`;
      const old = (await listed(['*'])).filter((each) => isOf(each, id));
      // What others have left there since, or another machine has kept, goes nowhere but aside.
      await fetch(old.map((each) => refspec(each, `${aside}/${withoutEpic(each)}`)));
      await push(await presentOf(context, [aside]));
      await push(old.map((each) => `:${keepRef(each)}`));
    },
    async bringUndone(name) {
      await context.ready();
      await fetch((await listed([`undone/${safeId(name)}/*`])).map((each) => refspec(each)));
    },
    async undoneNames() {
      await context.ready();
      return [...new Set((await listed(['undone/*'])).map((each) => each.split('/')[1] ?? ''))];
    },
  };
}

function* inParts(refspecs: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < refspecs.length; from += AT_ONCE) yield refspecs.slice(from, from + AT_ONCE);
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
function isOf(name: string, epic: string): boolean {
  const [kind = '', whose = '', ...rest] = name.split('/');
  return kind !== 'undone' && kind !== 'adopted' && whose === epic && (rest.length > 0 || isSingle(kind));
}

function isSingle(kind: string): boolean {
  return kind === 'sync' || kind === 'ticks';
}

/** Where it lies among what was put aside of its epic. */
function withoutEpic(name: string): string {
  const [kind = '', , ...rest] = name.split('/');
  return [kind, ...rest].join('/');
}

function refspec(name: string, to: string = name): string {
  return `+${keepRef(name)}:${keepRef(to)}`;
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
