import type { Exchange } from '../../ports/git.ts';
import { type Context, safeId } from '../context.ts';
import { type Exchanging, sharedRefs } from './shared-refs.ts';

/**
 * Carries what is kept of an epic between this hub and the one that all machines share. Only names of our own move, each
 * to the same name; the epic branch never does. What comes in is checked by git object by object (`fetch.fsckObjects`).
 */
export function openExchange(context: Context, epic: string, url: string, how: Exchanging = {}): Exchange {
  const id = safeId(epic);
  const shared = sharedRefs(context, url, how);
  /** A name that is not there would make a fetch fail; a pattern would bring API-10 along with API-1. */
  const there = async (names: readonly string[]): Promise<readonly string[]> => {
    const found = await shared.seen(names);
    return names.filter((name) => found.has(name));
  };
  return {
    async fetch(ticket, whole) {
      await context.ready();
      const patterns = whole ? ['adopted/*', `candidate/${id}/*`] : triedFor(id, ticket);
      const singles = whole ? [`sync/${id}`, `ticks/${id}`] : candidatesOf(id, ticket);
      const wanted = [...patterns, ...ofTicket(id, ticket), ...(await there(singles))];
      await shared.fetch(wanted.map(asItIs));
    },
    async push(ticket, whole) {
      await context.ready();
      // Only names that nobody else writes meanwhile: an older commit must not go back over a newer one.
      const others = whole ? [`sync/${id}`, `ticks/${id}`, 'adopted/*', ...candidatesOf(id, ticket)] : [];
      await shared.push([...others, ...ofTicket(id, ticket), ...triedFor(id, ticket)]);
    },
    async putAside(name) {
      await context.ready();
      const aside = `undone/${safeId(name)}`;
      const old = new Map([...(await shared.seen(['*']))].filter(([each]) => isOf(each, id)));
      // What others have left there since, or another machine has kept, goes nowhere but aside.
      await shared.fetch([...old.keys()].map((each) => [each, `${aside}/${withoutEpic(each)}`] as const));
      await shared.push([aside]);
      await shared.remove(old);
    },
    async bringUndone(name) {
      await context.ready();
      await shared.fetch([...(await shared.seen([`undone/${safeId(name)}/*`])).keys()].map(asItIs));
    },
    async undoneNames() {
      await context.ready();
      return [
        ...new Set([...(await shared.seen(['undone/*'])).keys()].map((each) => each.split('/')[1] ?? '')),
      ];
    },
  };
}

function asItIs(name: string): readonly [string, string] {
  return [name, name];
}

function ofTicket(epic: string, ticket: string | null): readonly string[] {
  const whose = ticket === null ? '*' : `${safeId(ticket)}/*`;
  return ['ticket', 'left', 'found'].map((kind) => `${kind}/${epic}/${whose}`);
}

/** What runs for a job have merged to look at it, each under a name of its own. */
function triedFor(epic: string, ticket: string | null): readonly string[] {
  return ticket === null ? [] : [`candidate/${epic}/${safeId(ticket)}@*`];
}

/** What one ticket is to land as: only a coordinator writes that. */
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
