import { GauntletError } from '../model/error.ts';
import { idProblem } from '../model/names.ts';
import type { Git, GitLocation } from './running/git.ts';
import type { Identity } from './running/identity.ts';
import type { Layout } from './layout.ts';
import type { Objects } from './running/objects.ts';
import type { Serial } from './serial.ts';

/** What every part of this room works with. */
export type Context = {
  readonly layout: Layout;
  readonly git: Git;
  readonly identity: Identity;
  readonly objects: Objects;
  /** The hub as a place for commands; `ready` makes it first where there is none. */
  readonly hub: GitLocation;
  readonly ready: () => Promise<void>;
  /** The user's repository: its common git directory, and that of the work tree we were started in. */
  readonly common: string;
  readonly own: string;
  /** The top of the work tree we were started in. */
  readonly top: string;
  readonly format: 'sha1' | 'sha256';
  /** Steps that change refs or make repositories, one at a time. */
  readonly metadata: Serial;
};

/** An id that may stand in a path and in a ref. Plans are checked long before; this is the last wall (DISPATCH-13). */
export function safeId(id: string): string {
  const problem = idProblem(id);
  if (problem !== undefined)
    throw new GauntletError('INPUT_INVALID', `the id ${JSON.stringify(id)} ${problem}`);
  return id;
}

/** A full object id, so that nothing else can be meant: no ref, no option, no path. */
export function safeObject(id: string): string {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return id;
  throw new GauntletError(
    'INPUT_INVALID',
    `${JSON.stringify(id.slice(0, 80))} is not the id of a git object`,
  );
}
