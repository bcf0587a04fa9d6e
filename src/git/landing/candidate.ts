import { landingMessage, oneLine } from '../../model/names.ts';
import type { Lander, Merge } from '../../ports/git.ts';
import { type NewCommit, writeCommit } from '../hub/commit.ts';
import { type Context, safeId, safeObject } from '../context.ts';
import { gitRefused } from '../running/git.ts';
import { mergeBasesOf } from '../hub/history.ts';
import { changesBetween } from '../comparing/listing.ts';
import { commitOf, keep, keptAt, treeWith } from '../hub/hub.ts';
import { isChangelog, type MergedTrees, mergeTrees, sameAttributes } from './merge-trees.ts';
import { type Quarantine, quarantined } from '../hub/quarantine.ts';

type Landed = Parameters<Lander['merge']>[0];
type Synced = Parameters<Lander['sync']>[0];

/** A ticket's commit merged with the tip: always a merge commit, so that every landing is one first-parent step. */
export async function candidateOf(context: Context, epic: string, change: Landed): Promise<Merge> {
  await context.ready();
  const { tip, commit, ticket, run, title, gate, at, isTrial } = change;
  const message = landingMessage(safeId(ticket), title, run, gate);
  return await quarantined(context, async (quarantine) => {
    const [merged, touched] = await Promise.all([
      mergeTrees(context, quarantine, { epic, ours: tip, theirs: commit, attributes: tip }),
      bothSides(context, tip, commit),
    ]);
    const result = await candidate(context, quarantine, merged, {
      name: `candidate/${epic}/${ticket}${isTrial === true ? `@${run}` : ''}`,
      parents: [tip, commit],
      message,
      at,
      overlapping: touched === undefined || touched.both,
    });
    if (result.kind === 'merged' && touched?.attributes === false)
      sameAttributes(context, result.commit, tip);
    return result;
  });
}

/** The reverse of a landed merge on top of the tip: base is the merge itself, the other side what was there before. */
export async function revertOf(context: Context, epic: string, change: Landed): Promise<Merge> {
  await context.ready();
  const { tip, commit, ticket, run, title, at } = change;
  const before = await firstParentOf(context, commit);
  const message = `Undo ${safeId(ticket)}: ${oneLine(title)}\n\nThis reverts ${commit}.\n\nUndo: ${ticket}\nRun: ${run}\n`;
  return await quarantined(context, async (quarantine) => {
    // This git cannot be told a merge base, but it finds one: both sides become children of the commit to be undone.
    const child = async (of: string): Promise<string> => {
      const { tree } = await commitOf(context, of);
      const side = { tree, parents: [commit], message: 'One side\n', at: 0 };
      return await writeCommit(context, quarantine, side);
    };
    const sides = { ours: await child(tip), theirs: await child(before) };
    const merged = await mergeTrees(context, quarantine, { epic, ...sides, attributes: tip });
    return await candidate(context, quarantine, merged, {
      name: `candidate/${epic}/${ticket}`,
      parents: [tip],
      message,
      at,
      overlapping: tip !== commit,
    });
  });
}

/** The moved base merged into the tip (BEYOND-13). */
export async function syncOf(context: Context, epic: string, change: Synced): Promise<Merge> {
  await context.ready();
  const { base, tip, name, run, at } = change;
  const message = `Merge ${oneLine(name)} into epic/${epic}\n\nSync: ${safeObject(base)}\nRun: ${run}\n`;
  return await quarantined(context, async (quarantine) => {
    const sides = { ours: tip, theirs: base };
    const merged = await mergeTrees(context, quarantine, { epic, ...sides, attributes: tip });
    return await candidate(context, quarantine, merged, {
      name: `sync/${epic}`,
      parents: [tip, base],
      message,
      at,
      overlapping: true,
    });
  });
}

type Wanted = Omit<NewCommit, 'tree' | 'signed'> & {
  /** The ref of the hub that keeps it. */
  readonly name: string;
  readonly overlapping: boolean;
};

/** On the disk with the ref that keeps it before anybody hears of it; of a conflict nothing is kept. */
async function candidate(
  context: Context,
  quarantine: Quarantine,
  merged: MergedTrees,
  wanted: Wanted,
): Promise<Merge> {
  if (merged.conflicts.length > 0) return { kind: 'conflict', files: merged.conflictsBySide };
  const { name, overlapping, ...rest } = wanted;
  const asked = { ...rest, tree: merged.tree, signed: true };
  const commit =
    (await keptCandidate(context, name, asked)) ?? (await writeCommit(context, quarantine, asked));
  await quarantine.admit();
  await keep(context, name, commit);
  return { kind: 'merged', commit, tree: merged.tree, overlapping };
}

/** A signature differs every time, so a repeat answers the candidate that was kept if it is the same otherwise. */
async function keptCandidate(context: Context, name: string, asked: NewCommit): Promise<string | undefined> {
  if (!context.identity.signs) return undefined;
  const kept = await keptAt(context, name);
  if (kept === undefined) return undefined;
  const text = (await context.objects.read(kept))?.toString('utf8') ?? '';
  const unsigned = text.replace(/^gpgsig(?:-sha256)? [^\n]*\n(?: [^\n]*\n)*/m, '');
  const expected = `tree ${asked.tree}\n${asked.parents.map((parent) => `parent ${parent}\n`).join('')}author `;
  const isSame = unsigned.startsWith(expected) && unsigned.endsWith(`\n\n${asked.message}`);
  return isSame && unsigned.includes(`> ${Math.floor(asked.at / 1000)} +0000\n`) ? kept : undefined;
}

type Touched = { readonly both: boolean; readonly attributes: boolean };

/** Whether both sides changed the same path since they parted, changelogs aside; undefined where git cannot say. */
async function bothSides(context: Context, tip: string, commit: string): Promise<Touched | undefined> {
  try {
    const [base, another] = await mergeBasesOf(context, tip, commit);
    if (base === undefined || another !== undefined) return undefined;
    const [theirs, mine] = await Promise.all([
      changesBetween(context, base, tip),
      changesBetween(context, base, commit),
    ]);
    const known = new Set(theirs.map(({ path }) => path));
    return {
      both: mine.some(({ path }) => known.has(path) && !isChangelog(path)),
      attributes: mine.some(({ path }) => path.endsWith('.gitattributes')),
    };
  } catch (error) {
    if (gitRefused(error)) return undefined;
    throw error;
  }
}

export async function firstParentOf(context: Context, commit: string): Promise<string> {
  const text = (await context.objects.read(safeObject(commit)))?.toString('utf8') ?? '';
  return safeObject(/^parent ([0-9a-f]+)$/m.exec(text)?.[1] ?? 'a commit without a parent');
}

type Rewritten = Parameters<Lander['rewrite']>[0];

/** The tip with other words in one file that it has, and nothing else changed (TEAM-26). */
export async function rewriteOf(context: Context, epic: string, change: Rewritten): Promise<Merge> {
  await context.ready();
  const { tip, path, bytes, title, run, at } = change;
  const mode = await modeOf(context, tip, path);
  if (mode === undefined) return { kind: 'conflict', files: [path] };
  return await quarantined(context, async (quarantine) => {
    const tree = await treeWith(
      context,
      quarantine,
      safeObject(tip),
      new Map([[path, { text: bytes, mode }]]),
    );
    const message = `${oneLine(title)}\n\nRequirements: ${oneLine(path)}\nRun: ${run}\n`;
    const wanted = { name: `ticks/${epic}`, parents: [tip], message, at, overlapping: false };
    const merged = { tree, conflicts: [], conflictsBySide: [], stages: [] };
    return await candidate(context, quarantine, merged, wanted);
  });
}

/** Of a plain file; a link, a folder or nothing cannot be written. */
async function modeOf(context: Context, tip: string, path: string): Promise<string | undefined> {
  const args = ['ls-tree', '-z', '--full-tree', safeObject(tip), '--', `:(literal)${path}`];
  const { out } = await context.git(args, context.hub);
  return /^(100(?:644|755)) blob /.exec(out.toString('utf8'))?.[1];
}
