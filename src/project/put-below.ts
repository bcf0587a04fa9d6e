import fs from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** The folder of readable copies, in the user's checkout. */
export const READABLE = '.gauntlet';

/** Only into folders that are really below the checkout: a repository may have planted a link where we write. Null takes a file away. */
export function putBelow(top: string, path: string, text: string | null): void {
  let folder = fs.realpathSync(top);
  for (const name of dirname(path).split(sep)) {
    folder = join(folder, name);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) fs.mkdirSync(folder);
    else if (!found.isDirectory()) return;
  }
  const file = join(folder, basename(path));
  // Renaming replaces a link that stands there; writing would follow it.
  fs.rmSync(text === null ? file : `${file}.new`, { force: true });
  if (text === null) return;
  fs.writeFileSync(`${file}.new`, text, { flag: 'wx' });
  fs.renameSync(`${file}.new`, file);
}
