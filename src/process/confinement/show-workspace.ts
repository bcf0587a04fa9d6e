import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Program } from '../../ports/processes.ts';
import { type ProcessHost, type Readied, type Sandbox, unreadied } from './machine.ts';
import { realOf as realPath } from '../setup/contained.ts';
import { homePlaces } from './home-places.ts';
import { depth, holds, type View } from './mounts.ts';
import { mountOverlays, type Overlay } from './overlay.ts';

/** How a program sees the workspace it works in. */
export type ShownWorkspace = {
  readonly views: readonly View[];
  readonly cwd: string;
  /** Words before those of the sandbox that mount overlays; none where there are none. */
  readonly mounts: readonly string[];
  /** Real folder → where the program sees it. */
  readonly names: ReadonlyMap<string, string>;
  /** Removed when the program has ended. */
  readonly scratch: string | undefined;
};

type Around = {
  readonly tag: string;
  readonly machine: ProcessHost;
  readonly sandbox: Sandbox;
  /** A folder of the workspace's own to show as /tmp. */
  readonly temporary: string | null;
};

/** Whether a path is one of a workspace: shown under a short path that is the same everywhere (REAL-01). */
export function isInWork(path: string, { workFolder }: Pick<ProcessHost, 'workFolder'>): boolean {
  return workFolder !== null && path !== workFolder && holds(workFolder, realOf(path));
}

/** One thing the program sees somewhere: a folder as it is, or several laid over each other. */
type Show = { readonly at: string; readonly as: View['as']; readonly from: string | Overlay };

export function showWorkspace(program: Program, views: readonly View[], around: Around): ShownWorkspace {
  const { machine, sandbox, temporary } = around;
  const temporaries: ReadonlyMap<string, string> =
    temporary === null ? new Map() : new Map([[temporary, '/tmp']]);
  const placed = views.map((view) =>
    view.path === '/tmp' && temporary !== null ? { ...view, source: temporary } : view,
  );
  if (!isInWork(program.cwd, machine))
    return { views: placed, cwd: program.cwd, mounts: [], names: temporaries, scratch: undefined };
  const workspace = realOf(program.cwd);
  const readied = withUsedCache(machine.readied.get(workspace) ?? unreadied, program);
  const isWritable = views.some((view) => view.path === workspace && view.as === 'writable');
  const shows = showsOf(readied, { workspace, isWritable }, { machine, sandbox });
  const { sources, mounts, scratch } = mounted(shows, around);
  const own = shows.map(({ at, as }, number): View => {
    return { path: at, as, source: sources[number] ?? at, folder: true };
  });
  const top = sources[0] ?? workspace;
  const isShown = new Set([workspace, ...shows.map(({ at }) => at)]);
  const moved = placed
    .filter(({ path }) => !isShown.has(path))
    .map((view) => {
      if (!holds(workspace, view.path)) return view;
      const below = view.path.slice(workspace.length);
      const source = view.as === 'hidden' ? {} : { source: `${top}${below}` };
      return { ...view, path: `${sandbox.shown.workspace}${below}`, ...source };
    });
  return {
    views: [...own, ...moved].sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1)),
    cwd: sandbox.shown.workspace,
    mounts,
    names: new Map([
      ...temporaries,
      [workspace, sandbox.shown.workspace],
      ...(readied.cache === null ? [] : [[readied.cache.folder, sandbox.shown.cache] as const]),
    ]),
    scratch,
  };
}

/** Downloaded packages are shown to programs that are told where to find them, and to no others. */
function withUsedCache(readied: Readied, { env }: Program): Readied {
  const { cache } = readied;
  const isUsed = cache !== null && Object.values(env).some((value) => holds(cache.folder, value));
  return isUsed ? readied : { ...readied, cache: null };
}

type Place = { readonly workspace: string; readonly isWritable: boolean };

/** The workspace comes first. */
function showsOf(
  { layers, links, homes, homeUpper, cache }: Readied,
  { workspace, isWritable }: Place,
  { machine, sandbox }: Pick<Around, 'machine' | 'sandbox'>,
): readonly Show[] {
  const { shown, overlays } = sandbox;
  const hasLayers = layers.length > 0 && isWritable && overlays !== undefined;
  const first: Show = {
    at: shown.workspace,
    as: isWritable ? 'writable' : 'visible',
    from: hasLayers ? { upper: workspace, lower: layers } : workspace,
  };
  if (overlays === undefined) return [first, ...(cache === null ? [] : [cacheAsItIs(cache, shown.cache)])];
  return [
    first,
    ...links.map(({ entry, from }): Show => {
      return { at: join(shown.workspace, entry), as: 'writable', from: { upper: null, lower: [from] } };
    }),
    ...(canShowHome(machine) ? homeShows(realOf(machine.home), { homes, homeUpper }) : []),
    ...(cache === null
      ? []
      : cache.isKept
        ? [cacheAsItIs(cache, shown.cache)]
        : [{ at: shown.cache, as: 'writable', from: { upper: null, lower: [cache.folder] } } as const]),
  ];
}

/**
 * An empty home directory with what setup left there, and over it folders of the user's own: those that programs write to
 * or that setup has added to. Writes are thrown away, or kept beside what setup writes elsewhere in the home directory.
 */
function homeShows(
  home: string,
  { homes, homeUpper }: Pick<Readied, 'homes' | 'homeUpper'>,
): readonly Show[] {
  const { toolchains, stores } = homePlaces(home);
  const addedTo = (path: string): readonly string[] =>
    homes.map((each) => join(each, path)).filter((each) => isFolder(each) && readdirSync(each).length > 0);
  const shown = [...stores, ...toolchains.filter((path) => homeUpper !== null || addedTo(path).length > 0)];
  const folders = shown.map((path): Show => {
    const upper = homeUpper === null ? null : join(homeUpper, path);
    if (upper !== null) mkdirSync(upper, { recursive: true });
    const lower = [...addedTo(path), realOf(join(home, path))];
    return { at: join(home, path), as: 'writable', from: { upper, lower } };
  });
  return [{ at: home, as: 'writable', from: { upper: homeUpper, lower: homes } }, ...folders];
}

function cacheAsItIs({ folder, isKept }: NonNullable<Readied['cache']>, at: string): Show {
  return { at, as: isKept ? 'writable' : 'visible', from: folder };
}

/** An overlay cannot be laid over a folder that holds what the overlay writes. */
export function canShowHome({ home, workFolder }: Pick<ProcessHost, 'home' | 'workFolder'>): boolean {
  const real = realOf(home);
  return isFolder(real) && real !== '/' && workFolder !== null && !holds(real, workFolder);
}

function mounted(
  shows: readonly Show[],
  { tag, machine, sandbox }: Around,
): {
  readonly sources: readonly string[];
  readonly mounts: readonly string[];
  readonly scratch: string | undefined;
} {
  const overlays = shows.flatMap(({ from }) => (typeof from === 'string' ? [] : [from]));
  const { workFolder } = machine;
  if (overlays.length === 0 || sandbox.overlays === undefined || workFolder === null) {
    const sources = shows.map(({ from }) => (typeof from === 'string' ? from : (from.lower[0] ?? '')));
    return { sources, mounts: [], scratch: undefined };
  }
  const scratch = join(workFolder, 'scratch', `${process.pid}-${tag}`);
  const { argv, merged } = mountOverlays(overlays, { workFolder, scratch }, sandbox.overlays);
  const left = [...merged];
  const sources = shows.map(({ from }) => (typeof from === 'string' ? from : (left.shift() ?? '')));
  return { sources, mounts: argv, scratch };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function realOf(path: string): string {
  return realPath(path) ?? path;
}
