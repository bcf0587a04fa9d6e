// A PATH on which one program is missing and everything else is found.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Makes `folder` with links to all programs of `path` but `missing`, the first of each name, and returns it. */
export function pathWithout(missing: string, folder: string, path = process.env['PATH'] ?? ''): string {
  mkdirSync(folder);
  for (const from of path.split(delimiter).filter((each) => existsSync(each)))
    for (const name of readdirSync(from))
      if (name !== missing && !existsSync(join(folder, name)))
        symlinkSync(join(from, name), join(folder, name));
  return folder;
}
