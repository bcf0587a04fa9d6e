import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** The file a name on a command line stands for, or undefined: looked up as the kernel would, before anything is started. */
export function programFile(name: string, path: string, cwd: string): string | undefined {
  if (name.includes('/')) return runnable(resolve(cwd, name));
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => runnable(join(folder, name)))
    .find((file) => file !== undefined);
}

function runnable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
