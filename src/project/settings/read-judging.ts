import { resolve } from 'node:path';

import type { Call } from '../call.ts';
import { readInput } from '../read-input.ts';
import { hereIn } from '../repository.ts';
import { pathIn } from './brought-judges.ts';
import {
  CONFIG,
  type ConfigOrigin,
  type ConfigSides,
  type JudgingConfig,
  judgingConfig,
  labelOf,
} from './judging-config.ts';

/** The configuration that judges, and where it was found. */
export type FoundConfig = {
  /** As complaints name it. */
  readonly file: string;
  readonly text: string;
  /** What its paths are relative to. */
  readonly folder: string;
  readonly origin: ConfigOrigin;
  readonly judging: JudgingConfig;
};

type Given = Pick<ConfigSides, 'file' | 'here' | 'isChosen'>;

/** The configuration that `--config` names, or that of the repository; `judge` says which version of it judges (P9). */
export async function readJudging(
  { options, io }: Call<{ readonly config?: string | undefined }>,
  top: string,
  judge: (given: Given) => Promise<JudgingConfig>,
): Promise<FoundConfig> {
  const named = options.config;
  const file = named === undefined ? CONFIG : pathIn(top, resolve(io.cwd, named));
  const here = named === undefined ? hereIn(top, CONFIG) : (await readInput(named, io)).text;
  const judging =
    file === undefined
      ? judgingConfig({ file: named ?? CONFIG, places: [], work: null, here })
      : await judge({ file, here, isChosen: named !== undefined });
  const { text = '', origin } = judging;
  const folder = named === undefined ? top : resolve(io.cwd, named, '..');
  return { file: named ?? labelOf(judging), text, folder, origin, judging };
}
