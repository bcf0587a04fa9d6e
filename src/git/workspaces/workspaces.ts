import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { BaseBranch, Commit, Withheld, Workspace, Workspaces } from '../../ports/git.ts';
import { openCheckouts } from '../exports/checkouts.ts';
import { readCloneRefs } from './clone-refs.ts';
import { type Context, safeId } from '../context.ts';
import { deliver, takeOver } from './deliver.ts';
import { openExports } from '../exports/exports.ts';
import { isFolder, namesIn, readRegular, removeFolder } from '../files.ts';
import { commitOf, keep, keepRef, keptAt } from '../hub/hub.ts';
import { openWorkspace, rescue } from './open-workspace.ts';
import { cloneConfig, headText, setupNote } from './private-clone.ts';
import { protectedState } from '../hub/protected-state.ts';
import { removeWithheld, withheldPlaces } from './withheld-places.ts';
import { readRecord, workspacePlace } from './workspace-record.ts';

type Told = { readonly withheld?: Withheld | null; readonly base?: BaseBranch | null };

/** The places where an epic's work is done and judged. */
export function openWorkspaces(
  context: Context,
  epic: string,
  { withheld = null, base = null }: Told = {},
): Workspaces {
  const { layout } = context;
  const { forget, ...exports } = openExports(context, epic, withheld);
  const hidden = [context.common];
  const places = withheld === null ? [] : withheldPlaces(context, withheld);
  return {
    ...exports,
    open: (ticket, at) => openWorkspace(context, { epic, ticket, at, withheld, base }),
    prove: (workspace) => prove(context, workspace, withheld !== null),
    holds: async (workspace, ticket, commit) => {
      const place = workspacePlace(context, epic, safeId(ticket));
      const isHere = workspace.path === place.path && (await isFolder(join(place.path, '.git')));
      return isHere && (await readRecord(place))?.head === commit;
    },
    deliver: async (workspace, ticket, run, as) => {
      const how = typeof as === 'string' ? { title: as } : as;
      const delivery = await deliver(context, workspace, { epic, ticket, run, withheld, ...how });
      const earlier = await commitsOf(context, epic, ticket);
      await forget(earlier.filter((commit) => commit !== delivery.commit));
      return delivery;
    },
    found: (ticket) => found(context, epic, ticket),
    standing: async (ticket) => protectedState(context, epic, ticket),
    checkout: openCheckouts(context, epic, { base, withheld }),
    isWithholding: withheld !== null,
    close: async (ticket) => {
      await close(context, epic, ticket);
      await forget(await commitsOf(context, epic, ticket));
    },
    retire: async (everything) => {
      const done = everything ? ['exports', 'checks', 'apart', 'open', 'attributes'] : ['exports'];
      for (const name of done) await removeFolder(join(layout.work, epic, name), layout.workTemporary);
    },
    visible: [],
    hidden,
    forAgents: {
      visible: [],
      hidden: [...hidden, ...places],
      withheld: places,
    },
    withdraw: async ({ path }) => {
      if (withheld !== null) await removeWithheld(path, withheld);
    },
    withholding: (files) => openWorkspaces(context, epic, { withheld: files, base }),
    basedOn: (branch) => openWorkspaces(context, epic, { withheld, base: branch }),
  };
}

/** Every commit that a ticket ever delivered or was merged as. */
async function commitsOf(context: Context, epic: string, ticket: string): Promise<readonly string[]> {
  const found = [await keptAt(context, `candidate/${epic}/${safeId(ticket)}`)];
  for (const kind of ['ticket', 'found']) {
    const folder = `${kind}/${epic}/${ticket}`;
    const names = await namesIn(join(context.layout.hub, keepRef(folder)));
    for (const name of names) found.push(await keptAt(context, `${folder}/${name}`));
  }
  return found.filter((commit) => commit !== undefined);
}

/** Read as plain files: proving a workspace runs nothing in it (DISPATCH-05). */
async function prove(context: Context, workspace: Workspace, isPartial: boolean): Promise<readonly string[]> {
  const folder = join(workspace.path, '.git');
  if (!(await isFolder(workspace.path))) return ['the workspace is gone or was replaced'];
  if (!(await isFolder(folder))) return ['its .git folder is gone or was replaced'];
  const problems: string[] = [];
  const { branch, head } = workspace;
  if ((await readRegular(join(folder, 'HEAD'))) !== headText({ branch, commit: head })) {
    problems.push(`it is not on the branch ${branch}`);
  }
  const at = (await readCloneRefs(workspace.path, branch))?.commit ?? 'nothing';
  if (at !== head) problems.push(`its branch is at ${at}, not at ${head}`);
  if ((await readRegular(join(folder, 'config'))) !== cloneConfig(context, { isPartial })) {
    problems.push('its git configuration was changed');
  }
  if ((await readRegular(join(folder, 'objects', 'info', 'alternates'))) !== undefined) {
    problems.push('its object store was redirected');
  }
  return problems;
}

/** The record stays as it is: what is found is found again until it is in the journal and another turn begins. */
async function found(context: Context, epic: string, ticket: string): Promise<Commit | undefined> {
  await context.ready();
  const place = workspacePlace(context, epic, safeId(ticket));
  const record = await readRecord(place);
  if (record === undefined) return undefined;
  const commit = (await readCloneRefs(place.path, place.branch))?.commit ?? null;
  if (commit === null || commit === record.head) return undefined;
  const have = [record.base, record.head, ...(record.merging === null ? [] : [record.merging])];
  if ((await takeOver(context, place.path, commit, have)) !== undefined) return undefined;
  await keep(context, `found/${epic}/${ticket}/${commit}`, commit);
  return await commitOf(context, commit);
}

async function close(context: Context, epic: string, ticket: string): Promise<void> {
  await context.ready();
  const place = workspacePlace(context, epic, safeId(ticket));
  await rescue(context, { epic, ticket, place });
  await removeFolder(place.path, context.layout.workTemporary);
  await rm(place.index, { force: true });
  await rm(setupNote(place.path), { force: true });
}
