import type { FileChange, FileVersion } from './change.ts';
import { parsedObject } from './check-files.ts';
import { hasTests, provesByItself } from './tampering.ts';
import { suiteOf } from './suite.ts';
import { titles } from './compare-cases.ts';

/** Only plain names: they are written into settings in place of others. */
const MANIFEST =
  /^((?:[\w@.][\w@.-]*\/)*[\w@.][\w@.-]*)\/(package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json)$/;

/** A change that moves more was made to keep us busy: none of it is followed. */
const MOST_MANIFESTS = 500;

/** The folders of packages that a change moved as a whole, by where they were. */
function packageMoves(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const added = new Map(changes.filter(({ before }) => before === null).map((each) => [each.path, each]));
  const moves = new Map<string, string>();
  if (changes.filter(({ path }) => MANIFEST.test(path)).length > MOST_MANIFESTS) return moves;
  for (const { path, after } of changes) {
    const [, from = '', name = ''] = MANIFEST.exec(path) ?? [];
    if (from === '' || after !== null) continue;
    const own = changes.filter((change) => change.path.startsWith(`${from}/`));
    if (own.some((change) => change.after !== null)) continue;
    const isSame = (change: FileChange, to: string): boolean =>
      added.get(to + change.path.slice(from.length))?.after?.blob === change.before?.blob;
    const [home, ...others] = [...added.keys()].flatMap((other) => {
      const [, to = '', same] = MANIFEST.exec(other) ?? [];
      return same === name && own.filter((change) => isSame(change, to)).length * 2 >= own.length ? [to] : [];
    });
    if (home !== undefined && others.length === 0) moves.set(from, home);
  }
  return moves;
}

/**
 * A change as it is once moved packages are followed: a moved file is compared with what it was before at its old place, and
 * what other files said before names the new folders. A file that is the same then is left out. `old`: the paths of base.
 */
export function afterMoves(
  changes: readonly FileChange[],
  old: readonly string[] = [],
): readonly FileChange[] {
  const moves = packageMoves(changes);
  if (moves.size === 0) return changes;
  const afters = new Map(changes.map(({ path, after }) => [path, after]));
  const moved = new Map(
    changes.flatMap(({ path, before, after }) => {
      const to = after === null && before !== null ? newPlace(path, moves) : path;
      return to === path ? [] : [[to, before] as const];
    }),
  );
  const left = changes.filter(
    ({ path, after }) => !moved.has(path) && (after !== null || newPlace(path, moves) === path),
  );
  return [
    ...[...moved].map(([path, before]) => ({ path, before, after: afters.get(path) ?? null })),
    ...left,
  ].flatMap((change) => {
    if (change.before?.blob === change.after?.blob && change.before?.mode === change.after?.mode) return [];
    const before = renamedIn(change, moves, old);
    return before?.text === change.after?.text && before?.mode === change.after?.mode
      ? []
      : [{ ...change, before }];
  });
}

function newPlace(path: string, moves: ReadonlyMap<string, string>): string {
  for (const [from, to] of moves) if (`${path}/`.startsWith(`${from}/`)) return to + path.slice(from.length);
  return path;
}

/** The old version of a file with the new names of moved folders, and with a list of workspaces that misses none of them. */
function renamedIn(
  { path, before, after }: FileChange,
  moves: ReadonlyMap<string, string>,
  base: readonly string[],
): FileVersion | null {
  if (before?.text === undefined) return before;
  let { text } = before;
  const home = [...moves].find(([, to]) => path.startsWith(`${to}/`));
  const origin = home === undefined ? path : home[0] + path.slice(home[1].length);
  for (const [from, to] of moves) {
    // A single word may be anything; with a slash it is a path.
    const end = from.includes('/') ? '(?![\\w@.-])' : '(?=/)';
    text = text.replaceAll(new RegExp(`(?<![\\w@-]|[\\w@-]/)${escaped(from)}${end}`, 'g'), to);
    const [there, here] = [relative(origin, from), relative(path, to)];
    const near = new RegExp(`(?<![\\w@./-])${escaped(there)}(?![\\w@.-])`, 'g');
    if (there.startsWith('../')) text = text.replaceAll(near, here);
  }
  const [old, was, is] = [before.text, text, after?.text ?? ''].map((each) => workspacesIn(path, each));
  const folders = [...base.flatMap((each) => MANIFEST.exec(each)?.[1] ?? []), ...moves.keys()];
  const isKept = (folder: string): boolean =>
    !isMatched(old?.globs ?? [], folder) || isMatched(is?.globs ?? [], newPlace(folder, moves));
  if (was !== undefined && is?.globs.every((glob) => !glob.startsWith('!')) === true && folders.every(isKept))
    text = was.with(is.value);
  return text === before.text ? before : { ...before, blob: '', text };
}

/** The way from a file to a folder. */
function relative(file: string, folder: string): string {
  const [from, to] = [file.split('/').slice(0, -1), folder.split('/')];
  const same = from.findIndex((step, at) => step !== to[at]);
  const common = same === -1 ? from.length : same;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

type Workspaces = {
  readonly globs: readonly string[];
  readonly value: unknown;
  /** The text of the file with another list. */
  readonly with: (value: unknown) => string;
};

const PNPM = /^packages:[^\n]*\n(?:[ \t]*(?:[-#][^\n]*)?(?:\n|$))+/m;

function workspacesIn(path: string, text: string): Workspaces | undefined {
  if (path === 'pnpm-workspace.yaml') {
    const [value = ''] = PNPM.exec(text) ?? [];
    const globs = [...value.matchAll(/^\s*-\s*['"]?([^'"\s#]+)/gm)].map(([, glob = '']) => glob);
    return { globs, value, with: (other) => text.replace(PNPM, () => String(other)) };
  }
  const manifest = path === 'package.json' ? parsedObject(text) : undefined;
  const value = manifest?.['workspaces'];
  const list: unknown = Array.isArray(value)
    ? value
    : (value as { packages?: unknown } | undefined)?.packages;
  if (!Array.isArray(list)) return undefined;
  return {
    globs: list.map(String),
    value,
    with: (other) => `${JSON.stringify({ ...manifest, workspaces: other }, null, 2)}\n`,
  };
}

/** A pattern with more stars is not looked at: it could take for ever. */
const MOST_STARS = 3;

function isMatched(globs: readonly string[], folder: string): boolean {
  return globs.some((glob) => {
    const parts = glob
      .replace(/^\.\//, '')
      .replace(/\/$/, '')
      .split(/(\*\*?)/);
    const pattern = parts.map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escaped(part)));
    return parts.length <= 2 * MOST_STARS + 1 && new RegExp(`^${pattern.join('')}$`).test(folder);
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Whether tests of moved packages were seen to run: each file by a title in a report, or every check says what it ran. */
export function ranMovedTests(
  changes: readonly FileChange[],
  reports: readonly ({ readonly passes?: readonly string[] | null } | null)[],
): boolean {
  const moves = packageMoves(changes);
  if (reports.every((report) => report !== null)) return true;
  const names = new Set(reports.flatMap((report) => report?.passes ?? []));
  return changes.every((change) => {
    if (change.after !== null || newPlace(change.path, moves) === change.path || !hasTests(change))
      return true;
    const suite = suiteOf(change.path, change.before?.text);
    const isHelper =
      /\.(?:[cm]?[jt]sx?|py|json|md|txt|snap)$/.test(change.path) && !provesByItself(change, suite);
    return isHelper || titles(suite).some((title) => names.has(title));
  });
}
