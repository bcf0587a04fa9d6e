import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { BaseBranch, OpenAt, Withheld, Workspace } from '../../ports/git.ts';
import { addObjects } from './clone-objects.ts';
import { readCloneRefs } from './clone-refs.ts';
import { writeCommit } from '../hub/commit.ts';
import { type Context, safeId, safeObject } from '../context.ts';
import { isFolder, removeFolder } from '../files.ts';
import { isAncestor } from '../hub/history.ts';
import { commitOf, keep } from '../hub/hub.ts';
import { takeOver } from './deliver.ts';
import { mergeTrees } from '../landing/merge-trees.ts';
import { pathOf } from '../comparing/listing.ts';
import { bringTo, resetTo, trusted } from './private-clone.ts';
import { quarantined } from '../hub/quarantine.ts';
import { withholdFrom } from './withhold.ts';
import { commitUncommitted } from './uncommitted.ts';
import {
  dropRecord,
  readRecord,
  type WorkspacePlace,
  type WorkspaceRecord,
  workspacePlace,
  writeRecord,
} from './workspace-record.ts';

export type Opened = Workspace & { readonly conflicts: readonly string[] };

export type OpenCall = {
  readonly epic: string;
  readonly ticket: string;
  readonly at: OpenAt;
  /** What whoever works here must not see; people see everything. */
  readonly withheld: Withheld | null;
  readonly base: BaseBranch | null;
};

/** Makes a ticket's workspace, or brings the one that is there to exactly where it has to stand. */
export async function openWorkspace(context: Context, call: OpenCall): Promise<Opened> {
  const { epic, ticket, at } = call;
  await context.ready();
  const place = workspacePlace(context, epic, safeId(ticket));
  const theirs = at.forPerson === true ? await asTheyLeftIt(context, place, at) : undefined;
  if (theirs !== undefined) return theirs;
  const withheld = at.forPerson === true ? null : call.withheld;
  // Our index of a partial clone leaves files out, and would go on doing so.
  const wasPartial = (await readRecord(place))?.isPartial === true;
  await rescue(context, { epic, ticket, place });
  await mkdir(dirname(place.index), { recursive: true });
  if (wasPartial) await rm(place.index, { force: true });
  const { tree, head, merging, conflicts, stages } = await startOf(context, epic, place, at);
  const { branch } = place;
  await bringTo(context, place, { branch, commit: head, base: call.base, isPartial: withheld !== null });
  if (merging !== null) await showMerge(context, place, { tree, merging, stages });
  if (merging !== null && withheld === null) await addObjects(context, place.path, [merging, tree], [head]);
  if (withheld !== null) await withholdFrom(context, place, { head, merging, tree, stages }, withheld);
  const forPerson = at.forPerson === true;
  const isPartial = withheld !== null;
  await writeRecord(context, place, { base: at.base, head, merging, conflicts, forPerson, isPartial });
  return { path: place.path, branch: place.branch, base: at.base, head, conflicts };
}

/** A person's own workspace, untouched, unless the epic tip has to be merged into it first. */
async function asTheyLeftIt(
  context: Context,
  place: WorkspacePlace,
  at: OpenAt,
): Promise<Opened | undefined> {
  const record = await readRecord(place);
  const commit = (await readCloneRefs(place.path, place.branch))?.commit ?? null;
  if (record?.forPerson !== true || record.base !== at.base || commit === null) return undefined;
  const { base, head, merging, conflicts } = record;
  const isMerged = at.merge === null || at.merge === merging || (await isAncestor(context, at.merge, head));
  return isMerged ? { path: place.path, branch: place.branch, base, head, conflicts } : undefined;
}

type Start = {
  readonly tree: string;
  readonly head: string;
  readonly merging: string | null;
  readonly conflicts: readonly string[];
  readonly stages: readonly string[];
};

/** Where the work starts: the head, or its merge with the epic tip, which is committed when it needs nobody (REWORK-08). */
async function startOf(context: Context, epic: string, place: WorkspacePlace, at: OpenAt): Promise<Start> {
  const { tree } = await commitOf(context, at.head);
  const plain = { tree, head: at.head, merging: null, conflicts: [], stages: [] };
  if (at.merge === null || (await isAncestor(context, at.merge, at.head))) return plain;
  const sides = { ours: at.head, theirs: at.merge, attributes: at.merge };
  return await quarantined(context, async (quarantine) => {
    const merged = await mergeTrees(context, quarantine, { epic, ...sides });
    const wanted = { tree: merged.tree, parents: [sides.ours, sides.theirs], message: mergeMessage(place) };
    const isWhole = merged.conflicts.length === 0;
    const head = isWhole ? await writeCommit(context, quarantine, { ...wanted, at: Date.now() }) : at.head;
    await quarantine.admit();
    return isWhole ? { ...plain, tree: merged.tree, head } : { ...merged, head, merging: at.merge };
  });
}

function mergeMessage({ branch }: WorkspacePlace): string {
  return `Merge the epic branch into ${branch}\n`;
}

/** Leaves a merge for the developer to finish: marked files, an index that lists them, and the second parent noted. */
async function showMerge(
  context: Context,
  place: WorkspacePlace,
  { tree, merging, stages }: Pick<Start, 'tree' | 'stages'> & { readonly merging: string },
): Promise<void> {
  const folder = join(place.path, '.git');
  const index = join(folder, 'index');
  await resetTo(context, place, safeObject(tree));
  await copyFile(place.index, index);
  const paths = new Set(stages.map(pathOf));
  const removals = [...paths].map((path) => `0 ${'0'.repeat(tree.length)}\t${path}`);
  const input = [...removals, ...stages].map((line) => `${line}\0`).join('');
  await context.git(['update-index', '-z', '--index-info'], { ...trusted(context, place), index }, { input });
  await writeFile(join(folder, 'MERGE_HEAD'), `${merging}\n`);
  await writeFile(join(folder, 'MERGE_MSG'), mergeMessage(place));
  await writeFile(join(folder, 'MERGE_MODE'), '');
}

/**
 * Commits that were never delivered (a crash came first, a person went on) get a ref before their workspace is reset or
 * removed; so does what a person left uncommitted.
 */
export async function rescue(
  context: Context,
  { epic, ticket, place }: { readonly epic: string; readonly ticket: string; readonly place: WorkspacePlace },
): Promise<void> {
  const record = await readRecord(place);
  if (record === undefined) return await removeFolder(place.path, context.layout.workTemporary);
  const left = await leftBehind(context, ticket, place, record);
  if (left !== record.head) await keep(context, `left/${epic}/${ticket}/${left}`, left);
  await dropRecord(place);
}

async function leftBehind(
  context: Context,
  ticket: string,
  place: WorkspacePlace,
  record: WorkspaceRecord,
): Promise<string> {
  const { base, head } = record;
  const at = (await readCloneRefs(place.path, place.branch))?.commit ?? head;
  const problem = await takeOver(context, place.path, at, [base, head]);
  const commit = problem === undefined ? at : head;
  if (record.forPerson !== true || !(await isFolder(place.path))) return commit;
  const asked = { head: commit, ticket, title: 'left uncommitted', mergeHead: null, withheld: null };
  return (await commitUncommitted(context, place, asked)).commit;
}
