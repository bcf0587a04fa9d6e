import fs from 'node:fs';

import { GauntletError } from '../../model/error.ts';
import { committedText } from '../../files/index.ts';
import { configOrigin, notesOf } from '../config-origin.ts';

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
 * Settings, waivers and baseline. Where only what a branch did is looked at, it does not write the rules it is judged by
 * (P9): they are taken from where it began. What nobody has committed is the user's own, and is taken as it is.
 */
export function settledFiles(since: string | undefined): SettledFiles {
  const notes = new Map<string, string>();
  const before = (path: string): { readonly text: string | undefined } | undefined => {
    const sides = since === undefined ? undefined : committedText(path, since);
    return sides === undefined || sides.before === sides.now ? undefined : { text: sides.before };
  };
  const note = (path: string, file: string, text: string | undefined): void => {
    const base = { ref: since ?? '', commit: null, text };
    const used = text === undefined ? 'none' : 'base';
    const origin = configOrigin({ file, base, here: '', used, isBrought: true });
    for (const each of notesOf(origin)) notes.set(path, each);
  };
  return {
    has: (path) => {
      const old = before(path);
      if (old === undefined) return fs.existsSync(path);
      if (old.text === undefined) note(path, shown(path), undefined);
      return old.text !== undefined;
    },
    text: (path, name) => {
      const old = before(path);
      if (old === undefined) return textAt(path, name);
      if (old.text === undefined)
        throw new GauntletError(
          'FILE_UNREADABLE',
          `${name}: it was added since ${since}, so it is not used yet`,
          { hint: 'Commit the file to the base first, or drop the flag or setting that names it.' },
        );
      note(path, name, old.text);
      return old.text;
    },
    get notes() {
      return [...notes.values()];
    },
  };
}

function shown(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
