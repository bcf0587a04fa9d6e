import { sha256 } from '../../model/sha256.ts';
import { readOwnJson } from '../../project/own-json.ts';
import { basename, join } from 'node:path';

import type { ReviewInputs } from '../../run/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { CriticName } from '../../model/provenance.ts';
import type { Spend } from '../../model/usage.ts';
import { writeWhole } from '../../project/write-whole.ts';
import type { Caller } from '../../project/call.ts';
import { cacheFolder } from '../scan/scan-cache.ts';

/** The answer about one change, kept so that nobody pays for it twice after a kill. */
export type KeptAnswer = {
  readonly findings: readonly Finding[];
  readonly spent: Spend;
  /** Who answered, as far as that is known. */
  readonly by: readonly CriticName[];
};

export type AnswerRecord = {
  get(key: string): KeptAnswer | undefined;
  put(key: string, answer: KeptAnswer): void;
};

/** In the user's cache, one file for each change and way of asking about it; undefined where there is no such place. */
export function answerRecord({ env }: Pick<Caller, 'env'>): AnswerRecord | undefined {
  const folder = cacheFolder(env);
  if (folder === undefined) return undefined;
  const fileOf = (key: string): string => join(folder, 'calibrate', `${key}.json`);
  return {
    get(key) {
      // What cannot be read is not known, and is asked for again.
      const { findings, spent, by = [] } = readOwnJson<KeptAnswer>(fileOf(key)) ?? {};
      return findings === undefined || spent === undefined ? undefined : { findings, spent, by };
    },
    put: (key, answer) => writeWhole(fileOf(key), `${JSON.stringify(answer)}\n`),
  };
}

/**
 * Everything that an answer depends on: the change, its purpose, configuration, agents with their programs, prompts and
 * rules. The folder that was made for the change is another one each time and no part of it; nor is what may be spent.
 */
export function answerKey(inputs: ReviewInputs): string {
  const { purpose, config } = inputs;
  const lasting = {
    ...inputs,
    configFolder: '',
    config: { ...config, limits: { ...config.limits, budgetUsd: null } },
    purpose: purpose === null ? null : { ...purpose, file: basename(purpose.file) },
  };
  return sha256(JSON.stringify(lasting));
}
