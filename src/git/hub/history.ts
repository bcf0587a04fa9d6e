import type { LoggedCommit, MergeCommit } from '../../ports/git.ts';
import { type Context, safeObject } from '../context.ts';
import { linesOf, records } from '../comparing/listing.ts';
import { onceFor } from '../serial.ts';

/** How far is looked commit by commit before git is asked: starting it costs as much as some dozens of looks. */
const FAR = 64;
const FARTHEST = 1000;
const KEPT = 20_000;

type Seen = { readonly parents: readonly string[]; readonly text: string };

/** Whether one commit is behind another, or is it. */
export async function isAncestor(context: Context, ancestor: string, of: string): Promise<boolean> {
  const wanted = safeObject(ancestor);
  if (await isNear(context, wanted, safeObject(of))) return true;
  const args = ['merge-base', '--is-ancestor', '--end-of-options', wanted, of];
  return (await context.git(args, context.hub, { answers: [1] })).code === 0;
}

/** Where two commits parted: nowhere, at one commit, or at several that are none behind the other. */
export async function mergeBasesOf(context: Context, a: string, b: string): Promise<readonly string[]> {
  const near = await nearBase(context, safeObject(a), safeObject(b));
  if (near !== undefined) return [near];
  const args = ['merge-base', '--all', '--end-of-options', a, b];
  return linesOf(await context.git(args, context.hub, { answers: [1] }));
}

/** Subjects, authors and ids of `before..after`, oldest first. */
export async function logOf(context: Context, before: string, after: string): Promise<LoggedCommit[]> {
  const line = await linesBetween(context, safeObject(before), safeObject(after));
  const logged = line?.map(({ id, seen }) => loggedBy(id, seen.text));
  if (logged?.every((each) => each !== undefined) === true) return logged.toReversed();
  const how = ['--reverse', '--topo-order', '-z', '--no-show-signature', '--format=%H%n%an <%ae>%n%s'];
  const args = ['log', ...how, '--end-of-options', after, `^${before}`];
  return records((await context.git(args, context.hub)).out).map((record) => {
    const [commit = '', author = '', subject = ''] = record.split('\n');
    return { commit, author, subject };
  });
}

/** Merges of two along the first parents of `after`, down to `before`, oldest first. */
export async function mergesOf(context: Context, before: string, after: string): Promise<MergeCommit[]> {
  await context.ready();
  const how = ['--first-parent', '--min-parents=2', '--max-parents=2', '--reverse', '--parents'];
  const args = ['rev-list', ...how, '--end-of-options', safeObject(after), `^${safeObject(before)}`];
  return linesOf(await context.git(args, context.hub)).map((line) => {
    const [commit = '', onto = '', merged = ''] = line.split(' ');
    return { commit, onto, merged };
  });
}

/** As git shows it; undefined for one in another encoding, which git can read and we cannot. */
function loggedBy(commit: string, text: string): LoggedCommit | undefined {
  const end = text.indexOf('\n\n');
  const head = end === -1 ? text : text.slice(0, end);
  const author = /^author ([^\n]*?) ?(<[^<>\n]*>) \d+ [-+]\d{4}$/m.exec(head);
  if (author === null || /^encoding /m.test(head) || text.includes('\uFFFD')) return undefined;
  const lines = text
    .slice(end + 2)
    .split('\n')
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const blank = lines.indexOf('', first);
  const subject = first === -1 ? '' : lines.slice(first, blank === -1 ? undefined : blank).join(' ');
  return { commit, author: `${author[1] ?? ''} ${author[2] ?? ''}`, subject };
}

type Link = { readonly id: string; readonly seen: Seen };

/** What `after` has and `before` has not, newest first: one line, or a merge of one into `before`. */
async function linesBetween(
  context: Context,
  before: string,
  after: string,
): Promise<readonly Link[] | undefined> {
  const line = await lineFrom(context, after, (id) => id === before);
  if (line !== undefined) return line.slice(0, -1);
  const seen = await see(context, after);
  const [first, second, third] = seen?.parents ?? [];
  if (seen === undefined || first !== before || second === undefined || third !== undefined) return undefined;
  const base = await nearBase(context, before, second);
  const merged = base === undefined ? undefined : await lineFrom(context, second, (id) => id === base);
  return merged === undefined ? undefined : [{ id: after, seen }, ...merged.slice(0, -1)];
}

/** Whether a commit is found behind another within a few steps. */
async function isNear(context: Context, wanted: string, from: string): Promise<boolean> {
  const found = new Set([from]);
  for (const id of found) {
    if (id === wanted) return true;
    if (found.size > FAR) return false;
    for (const parent of (await see(context, id))?.parents ?? []) found.add(parent);
  }
  return false;
}

/** The commits from one down to the first that is wanted, as long as there is only one way down. */
async function lineFrom(
  context: Context,
  from: string,
  isWanted: (id: string) => boolean,
): Promise<readonly Link[] | undefined> {
  const line = await lineBelow(context, from, isWanted);
  const last = line.at(-1);
  return last !== undefined && isWanted(last.id) ? line : undefined;
}

async function lineBelow(context: Context, from: string, isEnd: (id: string) => boolean): Promise<Link[]> {
  const line: Link[] = [];
  for (let id: string | undefined = from; id !== undefined && line.length < FAR;) {
    const seen: Seen | undefined = await see(context, id);
    if (seen === undefined) break;
    line.push({ id, seen });
    id = isEnd(id) || seen.parents.length > 1 ? undefined : seen.parents[0];
  }
  return line;
}

/**
 * The usual case: a ticket's commits are one line from a commit that was the epic tip. The nearest of that line which
 * is behind the tip by any way is the base; what lies at or below the former tip cannot be nearer.
 */
async function nearBase(context: Context, tip: string, commit: string): Promise<string | undefined> {
  const line = (await lineBelow(context, commit, () => false)).map(({ id }) => id);
  const former = await formerTips(context, tip, new Set(line));
  if (former === undefined) return undefined;
  const behind = new Set<string>();
  const waiting = [tip];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (behind.has(id)) continue;
    behind.add(id);
    if (former.has(id)) continue;
    const seen = await see(context, id);
    if (seen === undefined || behind.size > FARTHEST) return undefined;
    waiting.push(...seen.parents);
  }
  return line.find((id) => behind.has(id));
}

/** The first commit of the line that was the tip once, and some that were it before. */
async function formerTips(
  context: Context,
  tip: string,
  line: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>();
  let id: string | undefined = tip;
  for (let steps = 0; id !== undefined && steps < FARTHEST && found.size < FAR; steps++) {
    if (found.size > 0 || line.has(id)) found.add(id);
    id = (await see(context, id))?.parents[0];
  }
  return found.size === 0 ? undefined : found;
}

const seenIn = onceFor<Context, Map<string, Seen>>(() => new Map());

/** A commit never changes, so it is read once. Where history was cut off git knows better, and there is nothing to see. */
async function see(context: Context, id: string): Promise<Seen | undefined> {
  const known = seenIn(context);
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const text = (await context.objects.read(id))?.toString('utf8');
  if (text === undefined || !text.startsWith('tree ')) return undefined;
  const end = text.indexOf('\n\n');
  const parents = [...(end === -1 ? text : text.slice(0, end)).matchAll(/^parent ([0-9a-f]+)$/gm)];
  const seen = { parents: parents.map((found) => found[1] ?? ''), text };
  if (known.size >= KEPT) known.clear();
  known.set(id, seen);
  return seen;
}
