import { longestName, longestPath } from '../../model/paths.ts';
import type { Change } from '../../ports/git.ts';
import type { Context } from '../context.ts';
import { changesBetween, listTree } from './listing.ts';

const MARKERS = /^<{7} [^\n]*\n[^]*^={7}\r?\n[^]*^>{7} /m;
const MOST_READ = 8 * 1024 * 1024;

/** What a change contains that no later stage could look at safely (EVID-08). */
export async function changeProblems(context: Context, base: string, commit: string): Promise<string[]> {
  const changes = await changesBetween(context, base, commit);
  const isLinked = changes.some(({ after }) => after?.mode === LINK);
  const tree = isLinked ? await linksIn(context, commit) : { has: () => true, target: () => undefined };
  return changes.flatMap((change) => changeProblem(change, tree));
}

const LINK = '120000';

function changeProblem({ path, after }: Change, tree: LinkedTree): readonly string[] {
  if (after === null) return [];
  const shown = JSON.stringify(path.length > 300 ? `${path.slice(0, 300)}…` : path);
  const odd = pathProblem(path);
  if (odd !== undefined) return [`${shown} ${odd}`];
  if (after.mode === '160000') return [`${shown} is a submodule entry: what it points at cannot be judged`];
  if (after.mode !== LINK) return [];
  const problem = linkProblem(path, tree);
  return problem === undefined ? [] : [`${shown} is a link ${problem}`];
}

/** Git itself refuses most of these; a path is shown, opened and put into prompts long after. */
export function pathProblem(path: string): string | undefined {
  if (/\p{Cc}/u.test(path)) return 'has control characters in its name';
  if (path.includes('\uFFFD')) return 'has a name that is not valid UTF-8';
  const parts = path.split('/');
  if (Buffer.byteLength(path) > longestPath || parts.some((part) => Buffer.byteLength(part) > longestName))
    return `cannot be checked out: a name can be at most ${longestName} bytes long, and a whole path ${longestPath}`;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'is not a plain path';
  if (parts.some((part) => /^(\.git|git~\d+)[ .]*$/i.test(part))) return 'is in a folder that belongs to git';
  return undefined;
}

/** The paths of a tree, folders too, and the targets of its links. */
type LinkedTree = {
  readonly has: (path: string) => boolean;
  readonly target: (path: string) => string | undefined;
};

async function linksIn({ git, hub, objects }: Context, commit: string): Promise<LinkedTree> {
  const targets = new Map<string, string>();
  const paths = new Set(['']);
  for (const [path, { mode, blob }] of await listTree(git, hub, commit)) {
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) paths.add(path.slice(0, at));
    if (mode === LINK) targets.set(path, (await objects.read(blob))?.toString('utf8') ?? '');
  }
  return { has: (path) => paths.has(path), target: (path) => targets.get(path) };
}

const MOST_LINKS = 40;

/** Why a link cannot be accepted, followed through other links as a system does; undefined: it ends in the tree. */
export function linkProblem(path: string, tree: LinkedTree): string | undefined {
  const shown = JSON.stringify((tree.target(path) ?? '').slice(0, 300));
  const outside = `that leads out of the repository, to ${shown}`;
  const at = path.split('/');
  const left = at.splice(-1);
  for (let links = 0; left.length > 0;) {
    const part = left.shift() ?? '';
    if (part === '' || part === '.') continue;
    if (part.toLowerCase() === '.git' || (part === '..' && at.length === 0)) return outside;
    const target = part === '..' ? undefined : tree.target([...at, part].join('/'));
    if (part === '..') at.pop();
    else if (target === undefined) at.push(part);
    else if (target === '' || /\p{Cc}/u.test(target) || /^(?:\/|[A-Za-z]:)|\\/.test(target)) return outside;
    else if (++links > MOST_LINKS) return `that leads back to itself, by ${shown}`;
    else left.unshift(...target.split('/'));
  }
  return tree.has(at.join('/')) ? undefined : `to ${shown}, which is not in the repository`;
}

/** Conflicts that were left as git marked them. */
export async function markerProblems(
  { git, hub, objects }: Context,
  commit: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const listing = await listTree(git, hub, commit);
  const problems: string[] = [];
  for (const path of paths) {
    const entry = listing.get(path);
    if (entry === undefined || !entry.mode.startsWith('100')) continue;
    const info = await objects.info(entry.blob);
    if (info === undefined || info.size > MOST_READ) continue;
    const text = (await objects.read(entry.blob))?.toString('latin1') ?? '';
    if (MARKERS.test(text)) problems.push(`${JSON.stringify(path)} still has conflict markers`);
  }
  return problems;
}
