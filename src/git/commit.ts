import { GauntletError } from '../model/error.ts';
import { type Context, safeObject } from './context.ts';
import { commitEnvironment, signingEnvironment } from './identity.ts';

export type NewCommit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly at: number;
  /** Sign it, if the user signs. */
  readonly signed?: boolean;
};

/** Writes a commit of ours into the hub, by the user's name. */
export async function writeCommit(context: Context, commit: NewCommit): Promise<string> {
  const { git, hub, identity } = context;
  const signed = commit.signed === true && identity.signs;
  const args = [
    ...(signed ? [...identity.signing].flatMap(([key, text]) => ['-c', `${key}=${text}`]) : []),
    'commit-tree',
    ...(signed ? ['-S'] : ['--no-gpg-sign']),
    ...commit.parents.flatMap((parent) => ['-p', safeObject(parent)]),
    '-F',
    '-',
    safeObject(commit.tree),
  ];
  const env = { ...commitEnvironment(identity, commit.at), ...(signed ? signingEnvironment() : {}) };
  try {
    const end = await git(args, { ...hub, env }, { input: commit.message, timeout: 120_000 });
    return safeObject(end.out.toString('utf8').trim());
  } catch (error) {
    if (!signed) throw error;
    throw new GauntletError('ENVIRONMENT_UNFIT', 'the merge could not be signed with your key', {
      hint: 'Unlock the key (`gpg --clearsign` or ssh-add), or set commit.gpgsign to false, then run `gauntlet resume`.',
      cause: error,
    });
  }
}

/** Text of a ticket as one line of a commit message: no control or invisible characters, not longer than a line. */
export function oneLine(text: string): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat;
}
