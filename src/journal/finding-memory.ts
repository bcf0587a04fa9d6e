import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../model/error.ts';
import { type FindingMemory, FindingMemorySchema, noMemory } from '../model/finding-memory.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import { diskError, isMissing } from './disk-error.ts';
import { removeUnfinished, writeWhole } from './whole-file.ts';

/** What a repository remembers of findings: one small file, written whole. */
export function readFindingMemory(state: string): FindingMemory {
  const file = fileIn(state);
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (fits(FindingMemorySchema, read)) return read;
    throw new Error(problemTexts(FindingMemorySchema, read)[0]);
  } catch (error) {
    if (isMissing(error)) return noMemory;
    // Without it dismissed findings would come back, which is safe; silently losing them is not.
    throw new GauntletError('JOURNAL_DAMAGED', `the record of earlier findings ${file} cannot be read`, {
      hint: 'Restore it from a backup, or move it away: dismissed findings will then be shown again.',
      cause: error,
    });
  }
}

export async function writeFindingMemory(state: string, memory: FindingMemory): Promise<void> {
  try {
    mkdirSync(join(state, 'memory'), { recursive: true });
    await writeWhole(fileIn(state), `${JSON.stringify(memory)}\n`);
  } catch (error) {
    throw diskError(error, 'the record of earlier findings could not be written');
  }
}

/** For whoever begins to learn: a memory that was killed while it was written leaves nothing beside it. */
export function tidyFindingMemory(state: string): void {
  removeUnfinished(join(state, 'memory'));
}

function fileIn(state: string): string {
  return join(state, 'memory', 'findings.json');
}
