import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { ReviewInputs } from '../../flow/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { CriticName } from '../../model/provenance.ts';
import type { Spend } from '../../model/usage.ts';
import { writeWhole } from '../audit/write-whole.ts';
import type { Io } from '../io.ts';
import { cacheFolder } from '../scan/scan-cache.ts';

/** What one labelled change came to, as it is kept: who is killed on the way does not pay for it twice. */
export type BenchEntry = {
  readonly findings: readonly Finding[];
  readonly spent: Spend;
  readonly ms: number;
  /** Who answered, as far as that is known. */
  readonly by: readonly CriticName[];
};

export type BenchRecord = {
  get(key: string): BenchEntry | undefined;
  put(key: string, entry: BenchEntry): void;
};

/** In the user's cache, one file for each change and way of asking about it; undefined where there is no such place. */
export function benchRecord({ env }: Pick<Io, 'env'>): BenchRecord | undefined {
  const folder = cacheFolder(env);
  if (folder === undefined) return undefined;
  const fileOf = (key: string): string => join(folder, 'bench', `${key}.json`);
  return {
    get(key) {
      try {
        const kept = JSON.parse(readFileSync(fileOf(key), 'utf8')) as Partial<BenchEntry>;
        const { findings, spent, ms, by = [] } = kept;
        return Array.isArray(findings) && spent !== undefined && ms !== undefined
          ? { findings, spent, ms, by }
          : undefined;
      } catch {
        // What cannot be read is not known, and is asked for again.
        return undefined;
      }
    },
    put: (key, entry) => writeWhole(fileOf(key), `${JSON.stringify(entry)}\n`),
  };
}

/**
 * Everything that an answer depends on: the change, its purpose, configuration, agents with their programs, prompts and
 * rules. The folder that was made for the change is another one each time and no part of it; nor is what may be spent.
 */
export function benchKey(inputs: ReviewInputs): string {
  const { purpose, config } = inputs;
  const lasting = {
    ...inputs,
    configFolder: '',
    config: { ...config, limits: { ...config.limits, budgetUsd: null } },
    purpose: purpose === null ? null : { ...purpose, file: basename(purpose.file) },
  };
  return createHash('sha256').update(JSON.stringify(lasting)).digest('hex');
}
