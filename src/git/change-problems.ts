import { posix } from 'node:path';

import { longestName, longestPath } from '../model/path-limits.ts';
import type { Change } from '../ports/git.ts';
import type { Context } from './context.ts';
import { changesBetween } from './changes.ts';
import { listTree } from './listing.ts';

const MARKERS = /^<{7} [^\n]*\n[^]*^={7}\r?\n[^]*^>{7} /m;
const MOST_READ = 8 * 1024 * 1024;

/** What a change contains that no later stage could look at safely. */
export async function changeProblems(context: Context, base: string, commit: string): Promise<string[]> {
  const changes = await changesBetween(context, base, commit);
  const problems = await Promise.all(changes.map((change) => changeProblem(context, change)));
  return problems.filter((problem) => problem !== undefined);
}

async function changeProblem({ objects }: Context, { path, after }: Change): Promise<string | undefined> {
  if (after === null) return undefined;
  const shown = JSON.stringify(path.length > 300 ? `${path.slice(0, 300)}…` : path);
  const odd = pathProblem(path);
  if (odd !== undefined) return `${shown} ${odd}`;
  if (after.mode === '160000') return `${shown} is a submodule entry: its content cannot be judged`;
  if (after.mode !== '120000') return undefined;
  const target = (await objects.read(after.blob))?.toString('utf8') ?? '';
  return leadsOutside(path, target)
    ? `${shown} is a link that leads out of the repository, to ${JSON.stringify(target.slice(0, 300))}`
    : undefined;
}

/** Git itself refuses most of these; a path is shown, opened and put into prompts long after. */
export function pathProblem(path: string): string | undefined {
  if (/\p{Cc}/u.test(path)) return 'has control characters in its name';
  if (path.includes('\uFFFD')) return 'has a name that is not valid UTF-8';
  const parts = path.split('/');
  if (Buffer.byteLength(path) > longestPath || parts.some((part) => Buffer.byteLength(part) > longestName))
    return `cannot be checked out: a name may have ${longestName} bytes, and a whole path ${longestPath}`;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'is not a plain path';
  if (parts.some((part) => /^(\.git|git~\d+)[ .]*$/i.test(part))) return 'is in a folder that belongs to git';
  return undefined;
}

export function leadsOutside(path: string, target: string): boolean {
  if (target === '' || /\p{Cc}/u.test(target) || posix.isAbsolute(target) || /^[A-Za-z]:|\\/.test(target))
    return true;
  // Behind a name that is a link itself, `..` goes up from wherever that leads.
  if (/(?:^|\/)(?!\.{1,2}(?:\/|$))[^/]+\/(?:\.?\/)*\.\.(?:\/|$)/.test(target)) return true;
  const end = posix.normalize(posix.join(posix.dirname(path), target));
  return (
    end === '..' || end.startsWith('../') || end.split('/').some((part) => part.toLowerCase() === '.git')
  );
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
