// A repository, checkouts and programs in memory, honest about what they hold: for the tests of this room.
import { sha256 } from '../../src/model/sha256.ts';
import type { Check, Environment, Limits } from '../../src/model/config.ts';
import type { Coordination, Criterion, Epic, Ticket } from '../../src/model/epic.ts';
import { GauntletError } from '../../src/model/error.ts';
import type { Blob, Hub, Workspaces } from '../../src/ports/git.ts';
import type { Processes, Program, ProgramEnd } from '../../src/ports/processes.ts';
import type { Setups } from '../../src/ports/setup.ts';
import type { GateContext } from '../../src/gates/context.ts';

export type Files = Readonly<Record<string, string | { readonly mode: string; readonly text: string }>>;

type Stored = Blob & { readonly text: string };
type Tree = ReadonlyMap<string, Stored>;

export type FakeCommit = { readonly files: Files; readonly parent?: string; readonly subject?: string };

/** What a program does with the files of its checkout: an exit code, or the whole end. */
export type Behaviour = (
  files: Map<string, string>,
  program: Program,
) => number | (Pick<ProgramEnd, 'how'> & Partial<Pick<ProgramEnd, 'stdout' | 'durationMs' | 'inputs'>>);

export type World = {
  readonly context: GateContext;
  /** Every program that was started, as its words. */
  readonly ran: string[];
  readonly programs: Program[];
  /** Checkouts that were not given back. */
  readonly open: () => number;
};

export const limits: Limits = {
  maxParallel: 1,
  maxAgents: 1,
  maxVerify: 1,
  maxGates: 1,
  maxRevisions: 2,
  hardCapRounds: 5,
  maxLandingRetries: 2,
  agentTries: 2,
  clarifications: 2,
  budgetUsd: null,
  budgetTokens: null,
  ticketBudgetUsd: null,
  ticketTimeout: 1000,
  agentTimeout: 1000,
  stall: 1000,
};

export const noRules: Coordination = {
  functions: [],
  directories: [],
  prohibited: [],
  interfaces: [],
  architecture: [],
  performance: [],
  security: [],
  patterns: [],
};

export const local: Environment = { id: 'local', prefix: [], env: {}, setup: null };

export function check(id: string, more: Partial<Check> = {}): Check {
  return { id, run: `run ${id}`, timeout: null, environments: [], expect: 0, ...more };
}

export function ticket(more: Partial<Ticket> = {}): Ticket {
  return {
    id: 'T-1',
    title: 'Add a limiter',
    description: '',
    file: null,
    type: null,
    priority: 0,
    risk: 'normal',
    milestone: null,
    needs: [],
    touches: [],
    mayChange: [],
    review: true,
    depth: null,
    critical: false,
    reading: { must: [], reference: [] },
    standards: [],
    requirements: [],
    acceptance: [],
    ...more,
  };
}

export function criterion(id: string, verify: Criterion['verify']): Criterion {
  return { id, text: `${id} holds`, verify };
}

export function epic(coordination: Partial<Coordination> = {}): Epic {
  return {
    version: 1,
    id: 'e',
    title: 'E',
    description: '',
    original: null,
    base: 'main',
    depth: null,
    limits: {},
    setup: null,
    environments: [],
    verify: [],
    coordination: { ...noRules, ...coordination },
    reading: { must: [], reference: [] },
    standards: [],
    dimensions: [],
    milestones: [],
    phases: { e2e: null, browser: null },
    allowOverlap: false,
    tickets: [],
  };
}

/** `dir/**`, `*.ext` and plain paths: enough for the tests here. */
export function matches(glob: string, path: string): boolean {
  if (glob.endsWith('/**')) return path.startsWith(glob.slice(0, -2));
  if (glob.startsWith('**/')) return path === glob.slice(3) || path.endsWith(glob.slice(2));
  if (glob.startsWith('*')) return path.endsWith(glob.slice(1)) && !path.includes('/');
  return glob === path;
}

export function world(
  commits: Readonly<Record<string, FakeCommit>>,
  behaviour: Behaviour,
  more: Partial<GateContext> & { readonly checks?: readonly Check[] } = {},
): World {
  const store = storeOf(commits);
  const ran: string[] = [];
  const programs: Program[] = [];
  const checkouts = new Map<string, Map<string, string>>();
  const processes: Processes = {
    enforcement: 'enforced',
    layering: 'pool',
    shownAs: (path) => path,
    because: '',
    observes: async () => false,
    reap: async () => 0,
    freePort: async () => 20_000,
    run: async (program, cancel) => {
      if (cancel?.aborted === true) return ended({ how: { kind: 'cancelled' } });
      ran.push(program.argv.join(' '));
      programs.push(program);
      const end = behaviour(checkouts.get(program.cwd) ?? new Map(), program);
      return ended(typeof end === 'number' ? { how: { kind: 'exited', code: end } } : end);
    },
  };
  const setups: Setups = {
    ready: async (_path, { environment }) => ({ kind: 'ready', env: environment.env }),
  };
  const { checks = [check('unit')], ...rest } = more;
  const context: GateContext = {
    hub: hubOf(store),
    workspaces: workspacesOf(store, checkouts),
    processes,
    setups,
    epic: epic(),
    plan: { environments: [local], verify: checks, setup: null, limits },
    protect: [],
    matches,
    folder: '/logs',
    // Base was measured before, and no runner was seen there.
    measurements: { get: () => ({ report: null }), put: () => undefined },
    ...rest,
  };
  return { context, ran, programs, open: () => checkouts.size };
}

function ended(end: Pick<ProgramEnd, 'how'> & Partial<ProgramEnd>): ProgramEnd {
  return { stdout: '', stderr: '', truncated: false, durationMs: 1, ...end };
}

type Store = {
  readonly commits: Readonly<Record<string, FakeCommit>>;
  readonly trees: Map<string, Tree>;
  readonly blobs: Map<string, string>;
};

function storeOf(commits: Readonly<Record<string, FakeCommit>>): Store {
  const trees = new Map<string, Tree>();
  const blobs = new Map<string, string>();
  for (const [id, { files }] of Object.entries(commits)) {
    const tree = new Map<string, Stored>();
    for (const [path, file] of Object.entries(files)) {
      const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file;
      const blob = sha256(text);
      blobs.set(blob, text);
      tree.set(path, { mode, blob, text });
    }
    trees.set(id, tree);
  }
  return { commits, trees, blobs };
}

function treeAt(store: Store, id: string): Tree {
  const tree = store.trees.get(id);
  if (tree === undefined) throw new GauntletError('STATE_CONFLICT', `there is no ${id}`);
  return tree;
}

function hubOf(store: Store): Hub {
  const ancestors = (id: string): readonly string[] => {
    const parent = store.commits[id]?.parent;
    return parent === undefined ? [id] : [id, ...ancestors(parent)];
  };
  return {
    adopt: async (ref) => ({ commit: ref, tree: ref }),
    commit: async (id) => {
      treeAt(store, id);
      return { commit: id, tree: id };
    },
    isAncestor: async (ancestor, of) => ancestors(of).includes(ancestor),
    mergeBase: async (a, b) => ancestors(a).find((id) => ancestors(b).includes(id)),
    changes: async (before, after) => {
      const [old, now] = [treeAt(store, before), treeAt(store, after)];
      const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
      return paths
        .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
        .filter(({ before, after }) => before?.blob !== after?.blob || before?.mode !== after?.mode);
    },
    diff: async () => '',
    paths: async (id) => [...treeAt(store, id).keys()].sort(),
    file: async (id, path, cap = 4 * 1024 * 1024) => {
      const entry = treeAt(store, id).get(path);
      const text = entry?.mode === '120000' ? undefined : entry?.text;
      const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
      return bytes === undefined || bytes.length > cap ? undefined : bytes;
    },
    link: async (id, path) => {
      const entry = treeAt(store, id).get(path);
      return entry?.mode === '120000' ? entry.text : undefined;
    },
    merges: async () => [],
    pastFiles: async (before, after) => {
      const own = ancestors(after).filter((id) => !ancestors(before).includes(id));
      const files = own.flatMap((id) => [...treeAt(store, id)]);
      return files.map(([path, { blob, text }]) => ({ path, blob, bytes: new TextEncoder().encode(text) }));
    },
    log: async (before, after) =>
      ancestors(after)
        .filter((id) => !ancestors(before).includes(id))
        .reverse()
        .map((commit) => ({ commit, subject: store.commits[commit]?.subject ?? commit, author: 'A' })),
    compose: async (id, paths) => {
      const tree = new Map(treeAt(store, id));
      for (const [path, blob] of paths)
        if (blob === null) tree.delete(path);
        else if ('blob' in blob) tree.set(path, { ...blob, text: store.blobs.get(blob.blob) ?? '' });
        else tree.set(path, { ...blob, blob: `blob of ${blob.text}` });
      const name = `composed-${sha256(JSON.stringify([...tree].toSorted(([a], [b]) => (a < b ? -1 : 1))))}`;
      store.trees.set(name, tree);
      return name;
    },
  };
}

function workspacesOf(store: Store, checkouts: Map<string, Map<string, string>>): Workspaces {
  const refuse = async (): Promise<never> => {
    throw new GauntletError('BUG', 'gates do not ask for this');
  };
  let count = 0;
  return {
    open: refuse,
    prove: refuse,
    deliver: refuse,
    found: refuse,
    holds: refuse,
    export: refuse,
    proveExport: refuse,
    holdExport: () => () => undefined,
    retire: refuse,
    standing: refuse,
    close: refuse,
    checkout: async (commit) => {
      const path = `/checkout/${count++}`;
      checkouts.set(path, new Map([...treeAt(store, commit)].map(([name, { text }]) => [name, text])));
      return {
        path,
        reset: async () => undefined,
        rewritten: async () => [],
        release: async () => void checkouts.delete(path),
      };
    },
    isWithholding: false,
    withdraw: refuse,
    withholding: () => workspacesOf(store, checkouts),
    basedOn: () => workspacesOf(store, checkouts),
    visible: ['/hub/objects'],
    hidden: ['/hub'],
    forAgents: { visible: [], hidden: [], withheld: [] },
  };
}
