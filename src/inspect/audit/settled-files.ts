import fs from 'node:fs';

import { GauntletError } from '../../model/error.ts';
import { committedTexts, leftAt } from '../../files/index.ts';
import type { JudgingCommit } from '../../ports/compared.ts';
import {
  type ConfigSides,
  type JudgingConfig,
  judgingConfig,
  notesOf,
} from '../../project/settings/judging-config.ts';

/** Longer than any list a person keeps, and small enough to hold in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The files that say how an audit judges. */
export type SettledFiles = {
  has(path: string): boolean;
  /** Throws where there is none; `name` is what people call it. */
  text(path: string, name: string): string;
  /** What was not taken as it lies in the folder, and why. */
  readonly notes: readonly string[];
};

/**
 * Settings, waivers and baseline. Where only the changes of a branch are audited, the branch does not write the rules it is
 * judged by (P9). A folder that is audited as it is has its own; `target` judges where it has none.
 */
export function settledFiles(since: string | undefined, target: readonly JudgingCommit[] = []): SettledFiles {
  const notes = new Map<string, string>();
  const judgingAt = (path: string, file: string): JudgingConfig => {
    const here = fs.existsSync(path) ? textAt(path, file) : undefined;
    const judging = judgingConfig({ file, ...sidesAt(path, since, target), here, isChosen: true });
    for (const each of notesOf(judging.origin)) if (!notes.has(path)) notes.set(path, each);
    return judging;
  };
  return {
    has: (path) => judgingAt(path, path.slice(path.lastIndexOf('/') + 1)).text !== undefined,
    text: (path, name) => {
      const { used, text } = judgingAt(path, name);
      if (used === 'none')
        throw new GauntletError(
          'FILE_UNREADABLE',
          `${name}: it was added since ${since}, so it is not used yet`,
          { hint: 'Commit the file to the base first, or drop the flag or setting that names it.' },
        );
      return text ?? textAt(path, name);
    },
    get notes() {
      return [...notes.values()];
    },
  };
}

function sidesAt(
  path: string,
  since: string | undefined,
  target: readonly JudgingCommit[],
): Pick<ConfigSides, 'places' | 'work'> {
  const began = since === undefined ? undefined : leftAt(path, since);
  if (since === undefined || began === undefined) {
    const texts = committedTexts(
      path,
      target.map(({ commit }) => commit),
    );
    return { places: target.map((each, nth) => ({ ...each, text: texts[nth] })), work: null };
  }
  const [tip, before, after] = committedTexts(path, [since, began, 'HEAD']);
  const places = [
    { ref: since, commit: null, text: tip },
    { ref: 'the merge base', commit: began, text: before },
  ];
  return { places, work: { before, after } };
}

/** Only what is a file is opened: a pipe would never end. */
function textAt(path: string, name: string): string {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  const hint = 'gauntlet.yaml or a flag names it; paths in gauntlet.yaml are relative to that file.';
  if (found === undefined)
    throw new GauntletError('FILE_UNREADABLE', `${name}: there is no such file`, { hint });
  if (!found.isFile()) throw new GauntletError('FILE_UNREADABLE', `${name}: it is not a file`, { hint });
  if (found.size > MOST_BYTES)
    throw new GauntletError('FILE_TOO_LARGE', `${name}: larger than 64 MiB`, { hint });
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (cause) {
    throw new GauntletError('FILE_UNREADABLE', `${name}: it cannot be read`, { hint, cause });
  }
}
