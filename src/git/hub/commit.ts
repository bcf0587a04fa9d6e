import { GauntletError } from '../../model/error.ts';
import { type Context, safeObject } from '../context.ts';
import { commitEnvironment, signingEnvironment } from '../running/identity.ts';
import { writeLoose } from './loose.ts';
import { textOf } from '../comparing/listing.ts';
import type { Quarantine } from './quarantine.ts';

export type NewCommit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly at: number;
  /** Sign it, if the user signs. */
  readonly signed?: boolean;
};

/** Writes a commit of ours, by the user's name. Only a signature needs git for it. */
export async function writeCommit(
  context: Context,
  { place }: Pick<Quarantine, 'place'>,
  commit: NewCommit,
): Promise<string> {
  if (commit.signed === true && context.identity.signs) return await writeSigned(context, place, commit);
  const { name, email } = context.identity;
  const by = `${name} <${email}> ${Math.floor(commit.at / 1000)} +0000`;
  const lines = [
    `tree ${safeObject(commit.tree)}`,
    ...commit.parents.map((parent) => `parent ${safeObject(parent)}`),
    `author ${by}`,
    `committer ${by}`,
  ];
  const body = Buffer.from(`${lines.join('\n')}\n\n${commit.message}`);
  return writeLoose(place.objects, context.format, { type: 'commit', body });
}

async function writeSigned(
  { git, identity }: Context,
  place: Quarantine['place'],
  commit: NewCommit,
): Promise<string> {
  const args = [
    ...[...identity.signing].flatMap(([key, text]) => ['-c', `${key}=${text}`]),
    'commit-tree',
    '-S',
    ...commit.parents.flatMap((parent) => ['-p', safeObject(parent)]),
    '-F',
    '-',
    safeObject(commit.tree),
  ];
  const env = { ...commitEnvironment(identity, commit.at), ...signingEnvironment() };
  try {
    return safeObject(
      textOf(await git(args, { ...place, env }, { input: commit.message, timeout: 120_000 })),
    );
  } catch (error) {
    throw new GauntletError('ENVIRONMENT_UNFIT', 'the merge could not be signed with your key', {
      hint: 'Unlock the key (`gpg --clearsign` or ssh-add), or set commit.gpgsign to false, then run `gauntlet resume`.',
      cause: error,
    });
  }
}
