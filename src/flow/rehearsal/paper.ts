import type { Hub, Lander, Workspaces } from '../../ports/git.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Records } from '../../ports/records.ts';
import type { Setups } from '../../ports/setup.ts';
import type { Ids } from '../../ports/surroundings.ts';
import type { Inputs } from '../site.ts';

// Ports that only look as if something were done: a rehearsal writes nothing and starts nothing.

/** What a run left behind, and over it what this rehearsal would have kept. */
export function paperRecords(under: Pick<Records, 'get'> | null, first: number): Records {
  const own = new Map<string, unknown>();
  return {
    folder: () => '',
    put: async (run, name, value) => void own.set(`${run} ${name}`, value),
    get: async (run, name) => own.get(`${run} ${name}`) ?? (run < first ? under?.get(run, name) : undefined),
    finish: async () => undefined,
    finished: async () => undefined,
    keep: async () => '',
    kept: async () => undefined,
  };
}

export const paperWorkspaces: Workspaces = {
  open: async (ticket, { base, head }) => ({
    path: '',
    branch: `ticket/${ticket}`,
    base,
    head,
    conflicts: [],
  }),
  prove: async () => [],
  deliver: async ({ head }) => ({ commit: head, tree: '', leftOut: [], problems: [] }),
  found: async () => undefined,
  holds: async () => true,
  export: async () => '',
  proveExport: async () => [],
  holdExport: () => () => undefined,
  standing: async () => ({}),
  checkout: async () => ({ path: '', reset: async () => undefined, release: async () => undefined }),
  close: async () => undefined,
  retire: async () => undefined,
  withdraw: async () => undefined,
  withholding: () => paperWorkspaces,
  visible: [],
  hidden: [],
  forAgents: { visible: [], hidden: [], withheld: [] },
};

const conflict = async () => ({ kind: 'conflict', files: [] }) as const;

export const paperLander: Lander = {
  tip: async () => undefined,
  begin: async () => undefined,
  catchUp: async () => undefined,
  merge: conflict,
  revert: conflict,
  sync: conflict,
  rewrite: conflict,
  land: async () => ({ kind: 'landed' }),
  branch: async () => ({ name: '', note: null }),
  freeUndoneRef: async () => '',
  putAside: async () => undefined,
};

export const paperProcesses: Processes = {
  enforcement: 'verified',
  layering: 'pool',
  shownAs: (path) => path,
  because: '',
  run: async () => ({ how: { kind: 'cancelled' }, stdout: '', stderr: '', truncated: false, durationMs: 0 }),
  reap: async () => 0,
  freePort: async () => 0,
};

export const paperSetups: Setups = { ready: async () => ({ kind: 'ready', env: {} }) };

/** Where a token and a delimiter of chance would stand. */
export function paperIds(): Ids {
  const words = ['PlaceholderToken', 'PlaceholderDelimiter'];
  return { word: (length) => (words.shift() ?? 'Placeholder').padEnd(length, '0').slice(0, length) };
}

/** A repository in which nothing has been done yet: there is the base, and no change. */
export function untouchedHub(
  { base }: Pick<Inputs, 'base'>,
  read: Pick<Hub, 'adopt' | 'file' | 'paths'>,
): Hub {
  return {
    ...read,
    commit: async () => ({ commit: base.commit, tree: base.tree }),
    isAncestor: async () => true,
    mergeBase: async () => base.commit,
    changes: async () => [],
    diff: async () => '',
    link: async () => undefined,
    log: async () => [],
    merges: async () => [],
    compose: async () => base.tree,
  };
}
