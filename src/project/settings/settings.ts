import { resolve } from 'node:path';

import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Peek } from '../../git/index.ts';
import type { ReviewCall } from '../../cli/review/options.ts';
import {
  CONFIG,
  configForReview,
  type ConfigOrigin,
  judgingConfig,
  notesOf,
  validConfig,
} from './judging-config.ts';
import { readInput } from '../read-input.ts';
import { hereIn } from '../repository.ts';
import { pathIn } from './brought-judges.ts';

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
  call: ReviewCall,
  { top, peek }: { readonly top: string; readonly peek: Pick<Peek, 'file' | 'isThere'> },
  comparison: Parameters<typeof configForReview>[1],
): Promise<Settings> {
  const named = call.options.config;
  const file = named === undefined ? CONFIG : pathIn(top, resolve(call.io.cwd, named));
  const here = named === undefined ? hereIn(top, CONFIG) : (await readInput(named, call.io)).text;
  const judging =
    file === undefined
      ? judgingConfig({ file: named ?? CONFIG, places: [], work: null, here })
      : await configForReview(peek, comparison, { file, here, isChosen: named !== undefined });
  if (judging.used === 'none' && named !== undefined)
    throw new GauntletError('FILE_UNREADABLE', `${file}: it is new on this branch, so it is not used yet`, {
      hint: 'Land the file first, or remove --config.',
    });
  const { origin } = judging;
  return {
    config: validConfig(judging),
    folder: named === undefined ? top : resolve(call.io.cwd, named, '..'),
    origin,
    commit: origin.commit ?? comparison.compared.from,
    notes: notesOf(origin),
  };
}
