import fs from 'node:fs';
import { dirname, join } from 'node:path';

import { GauntletError } from '../model/error.ts';

/**
 * Writes a file so that it is either the old or the new one. A link of that name is replaced, not followed: a
 * repository must not choose which file of ours is written over.
 */
export function writeWhole(path: string, text: string): void {
  const draft = join(dirname(path), `.${process.pid}-${Math.random().toString(36).slice(2)}.gauntlet-draft`);
  try {
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(draft, text, { flag: 'wx' });
    fs.renameSync(draft, path);
  } catch (cause) {
    fs.rmSync(draft, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new GauntletError('FILE_UNREADABLE', `${path}: cannot be written (${code})`, { cause });
  }
}
