import { readJudging } from './read-judging.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Peek } from '../../git/index.ts';
import type { Call } from '../call.ts';
import { configForReview, type ConfigOrigin, notesOf, validConfig } from './judging-config.ts';

/** The configuration a review goes by, and what a reader has to know about where it is from. */
export type Settings = {
  readonly config: Config;
  readonly folder: string;
  readonly origin: ConfigOrigin;
  /** Where the files that it names are read: with it, or where the work began. */
  readonly commit: string;
  readonly notes: readonly string[];
};

/** The configuration that judges a comparison, or the file that a person names where the branch has not written it (P9). */
export async function settingsFor(
  call: Call<{ readonly config?: string | undefined }>,
  { top, peek }: { readonly top: string; readonly peek: Pick<Peek, 'file' | 'isThere'> },
  comparison: Parameters<typeof configForReview>[1],
): Promise<Settings> {
  const { judging, folder, origin } = await readJudging(call, top, (given) =>
    configForReview(peek, comparison, given),
  );
  if (judging.used === 'none' && call.options.config !== undefined)
    throw new GauntletError(
      'FILE_UNREADABLE',
      `${origin.file}: it is new on this branch, so it is not used yet`,
      { hint: 'Land the file first, or remove --config.' },
    );
  return {
    config: validConfig(judging),
    folder,
    origin,
    commit: origin.commit ?? comparison.compared.from,
    notes: notesOf(origin),
  };
}
