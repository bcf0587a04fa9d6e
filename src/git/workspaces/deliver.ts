import { join } from 'node:path';

import { errorMessage, GauntletError, hasCode } from '../../model/error.ts';
import type { Commit, Delivery, Overlay, Withheld, Workspace } from '../../ports/git.ts';
import { addObjects } from './clone-objects.ts';
import { type CloneRefs, readCloneRefs } from './clone-refs.ts';
import { type Context, safeId } from '../context.ts';
import { gitRefused } from '../running/git.ts';
import { isAncestor } from '../hub/history.ts';
import { commitOf, compose, keep } from '../hub/hub.ts';
import { removeOddFiles, storeProblem } from './odd-files.ts';
import { settleAt, trusted } from './private-clone.ts';
import { commitUncommitted, readHead } from './uncommitted.ts';
import { changeProblems, markerProblems } from '../comparing/change-problems.ts';
import { carry } from '../hub/transfer.ts';
import { changedOf } from './withhold.ts';
import { readRecord, type WorkspacePlace, workspacePlace, writeRecord } from './workspace-record.ts';

export type DeliverCall = {
  readonly epic: string;
  readonly ticket: string;
  readonly run: number;
  readonly title: string;
  readonly withheld: Withheld | null;
  readonly putBack?: ((commit: string) => Promise<Overlay>) | undefined;
};

/**
 * Takes what was done in a workspace into the hub. Whatever is wrong with it is said in the delivery; only our own
 * trouble (a full disk, a missing git) throws.
 */
export async function deliver(context: Context, workspace: Workspace, call: DeliverCall): Promise<Delivery> {
  await context.ready();
  const place = workspacePlace(context, call.epic, safeId(call.ticket));
  const record = await readRecord(place);
  const merging = record?.merging ?? null;
  const refs = await readCloneRefs(place.path, place.branch);
  const problems = placeProblems(workspace, place, refs);
  if (refs === undefined) return { ...(await commitOf(context, workspace.head)), leftOut: [], problems };

  let head = refs.commit ?? workspace.head;
  const have = [workspace.base, workspace.head, ...(merging === null ? [] : [merging])];
  const isPartial = record?.isPartial === true;
  const withheld = isPartial ? call.withheld : null;
  // What is not there would look deleted.
  if (isPartial && withheld === null) throw new GauntletError('BUG', 'the list of withheld files is missing');
  const refused = await takeOver(context, place.path, head, have);
  if (refused !== undefined) {
    problems.push(refused);
    head = workspace.head;
  }
  problems.push(...(await removeOddFiles(place.path)).filter(isGits).map(wasOdd));
  const isMerging = merging !== null && refs.mergeHead === merging;
  const work = await commitUncommitted(context, place, {
    head,
    title: call.title,
    ticket: call.ticket,
    mergeHead: isMerging ? merging : null,
    withheld,
  });
  const delivered = await withPutBack(context, place, { ...call, withheld, commit: work.commit });
  problems.push(...work.problems, ...(await historyProblems(context, workspace, delivered.commit, merging)));
  problems.push(...(await changeProblems(context, workspace.base, delivered.commit)));
  problems.push(...(await markerProblems(context, delivered.commit, record?.conflicts ?? [])));
  if (withheld !== null) {
    const changed = await changedOf(context, delivered.commit, { head: workspace.head, merging }, withheld);
    problems.push(...changed.map(wasWithheld));
  }
  await keep(context, `ticket/${call.epic}/${call.ticket}/${call.run}`, delivered.commit);
  await settleAt(context, place, { branch: place.branch, commit: delivered.commit });
  // What we committed for the developer is only in the hub yet.
  if (!isPartial && delivered.commit !== refs.commit)
    await addObjects(context, place.path, [delivered.commit], [head]);
  await writeRecord(context, place, {
    base: workspace.base,
    head: delivered.commit,
    merging: merging !== null && (await isAncestor(context, merging, delivered.commit)) ? null : merging,
    conflicts: record?.conflicts ?? [],
    isPartial,
  });
  const asLeft = delivered.commit === work.commit ? {} : { asLeft: work.commit };
  return { ...delivered, ...asLeft, leftOut: work.leftOut, problems };
}

/** The work as it is to be judged: what it may not change is put back by a commit of ours on top of it (REAL-08). */
async function withPutBack(
  context: Context,
  place: WorkspacePlace,
  { commit, ticket, withheld, putBack }: DeliverCall & { readonly commit: string },
): Promise<Commit> {
  const paths = await putBack?.(commit);
  if (paths === undefined || paths.size === 0) return await commitOf(context, commit);
  const message = `[${ticket}] Revert changes the ticket may not make\n`;
  const made = await compose(context, commit, paths, { message, at: Date.now() });
  await readHead(context, trusted(context, place), { head: made, withheld });
  return await commitOf(context, made);
}

/** Brings commits made in a clone into the hub; answers why that cannot be done. */
export async function takeOver(
  context: Context,
  path: string,
  commit: string,
  have: readonly string[],
): Promise<string | undefined> {
  const known = await context.objects.info(commit);
  if (known?.type === 'commit') return undefined;
  const store = join(path, '.git', 'objects');
  const problem = await storeProblem(store);
  if (problem !== undefined) return problem;
  try {
    await carry(context, {
      from: { ...context.hub, alsoObjects: [store] },
      to: context.hub,
      commit,
      have,
    });
    await commitOf(context, commit);
    return undefined;
  } catch (error) {
    // A git that ran and refused speaks about the commits; anything else is our own trouble.
    if (!gitRefused(error) && !hasCode(error, 'INPUT_INVALID')) throw error;
    return `the commits on the ticket's branch are damaged or incomplete: ${errorMessage(error)}`;
  }
}

function placeProblems(workspace: Workspace, place: WorkspacePlace, refs: CloneRefs | undefined): string[] {
  if (workspace.path !== place.path) return ['the workspace is not at the path of this ticket'];
  if (refs === undefined) return ['the workspace or its .git folder is gone or was replaced'];
  if (refs.commit === null) return [`the branch ${place.branch} is gone`];
  if (refs.branch === place.branch) return [];
  const where = refs.branch === null ? 'no branch' : JSON.stringify(refs.branch);
  return [`the workspace is on ${where}, not on ${place.branch}`];
}

async function historyProblems(
  context: Context,
  workspace: Workspace,
  commit: string,
  merging: string | null,
): Promise<string[]> {
  const problems: string[] = [];
  if (!(await isAncestor(context, workspace.base, commit))) {
    problems.push(`the commit the ticket was cut from (${workspace.base}) is no longer in its history`);
  }
  if (merging !== null && !(await isAncestor(context, merging, commit))) {
    problems.push(`the epic branch (${merging}) was not merged in`);
  }
  return problems;
}

/** Other pipes and sockets are left from a test or a server, and no part of any commit. */
function isGits(path: string): boolean {
  return /(?:^|\/)\.git[^/]*$/i.test(path);
}

function wasWithheld(path: string): string {
  return `${JSON.stringify(path)} is withheld from agents by privacy.deny and was changed`;
}

function wasOdd(path: string): string {
  return `${JSON.stringify(path)} is neither a file nor a link and was removed`;
}
