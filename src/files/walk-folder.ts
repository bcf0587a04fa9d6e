import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { errorCode } from '../model/error.ts';
import type { Omitted } from '../git/index.ts';
import { isVendoredName } from './vendored.ts';

/** Every file below a folder that is no repository, without going into folders of tools or through links. */
export function walkFolder(folder: string, omitted: Omitted): readonly string[] {
  const paths: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const inner = at;
    try {
      for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
        const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
        if (!entry.isDirectory()) paths.push(path);
        else if (isVendoredName(entry.name))
          omitted.add(`in a dependency or tool folder: ${entry.name}`, `${path}/`);
        else open.push(path);
      }
    } catch (error) {
      omitted.add(`a folder that cannot be read: ${errorCode(error) || 'unknown'}`, `${inner}/`);
    }
  }
  return paths;
}
