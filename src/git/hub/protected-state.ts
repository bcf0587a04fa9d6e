import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { type Context, safeId } from '../context.ts';
import { keepRef } from './hub.ts';

/** Everything by a name for people, with what stood there. */
type Standing = Readonly<Record<string, string>>;

/**
 * What nobody who judges may change, in the user's repository and in ours (EPIC-12): settings that make git run
 * something, hooks, where objects come from, and the hub's refs. Left out is what others move meanwhile: branches of the
 * user's, what git notes about them (`branch.*`), and refs of other tickets. Read as plain files; nothing is run.
 */
export function protectedState(context: Context, epic: string, ticket: string): Standing {
  const { common, layout } = context;
  const found: Record<string, string> = {};
  const note = (name: string, value: string | undefined): void => {
    if (value !== undefined) found[name] = value;
  };
  note('the configuration of the repository', hash(withoutBranches(textOf(join(common, 'config')))));
  for (const name of ['config.worktree', 'info/attributes', 'objects/info/alternates'])
    note(`${name} of the repository`, hash(textOf(join(common, name))));
  noteAll(found, 'hook', join(common, 'hooks'));
  for (const name of [
    'config',
    'HEAD',
    'packed-refs',
    'info/attributes',
    'objects/info/alternates',
    'shallow',
  ])
    note(`${name} of the hub`, hash(textOf(join(layout.hub, name))));
  noteAll(found, 'hook of the hub', join(layout.hub, 'hooks'));
  note('the git configuration of the coordinator', hash(textOf(layout.gitConfig)));
  noteAll(found, 'file in a folder that is kept empty', layout.noHooks);
  const own = ['ticket', 'found', 'left'].map((kind) => `${kind}/${epic}/${safeId(ticket)}`);
  const kept = keepRef('').slice(0, -1);
  noteRefs(found, layout.hub, 'refs', (path) => path === kept);
  note('the base of the epic in the hub', textOf(join(layout.hub, keepRef(`begun/${epic}`))));
  for (const name of own) noteRefs(found, layout.hub, keepRef(name), () => false);
  return found;
}

/** What git itself writes when somebody makes a branch and lets it follow another. */
function withoutBranches(text: string | undefined): string | undefined {
  let isBranch = false;
  return text
    ?.split('\n')
    .filter((line) => {
      if (line.startsWith('[')) isBranch = line.startsWith('[branch "');
      return !isBranch && line !== '';
    })
    .join('\n');
}

function noteAll(found: Record<string, string>, what: string, folder: string): void {
  for (const name of namesIn(folder)) found[`the ${what} ${name}`] = describe(join(folder, name));
}

function noteRefs(
  found: Record<string, string>,
  hub: string,
  ref: string,
  leaveOut: (path: string) => boolean,
): void {
  for (const name of namesIn(join(hub, ref))) {
    const path = `${ref}/${name}`;
    if (leaveOut(path)) continue;
    const stat = lstatSync(join(hub, path), { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) noteRefs(found, hub, path, leaveOut);
    else if (!path.endsWith('.tmp')) found[`the ref ${path} of the hub`] = describe(join(hub, path));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function describe(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return stat.isFile() ? `${stat.mode.toString(8)} ${hash(textOf(path)) ?? ''}` : 'something else';
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function hash(text: string | undefined): string | undefined {
  return text === undefined ? undefined : createHash('sha256').update(text, 'latin1').digest('base64url');
}
