import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path';

/** What is private and empty for every program. Tools that the user keeps there are needed all the same. */
const scratch: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Folders of programs that a private `/tmp` would take away: those of PATH and of the program itself, each with what it
 * was installed with. Only below such places; elsewhere tools are in sight anyway, and secrets beside them must not be.
 */
export function toolPlaces(path: string, program: string): readonly string[] {
  const folders = [...path.split(delimiter), dirname(program)].filter((folder) => isAbsolute(folder));
  return [...new Set(folders)]
    .filter((folder) => isInScratch(folder))
    .flatMap((folder) => installation(folder));
}

/** Never the scratch place as a whole: others keep things there too. */
function installation(folder: string): readonly string[] {
  const parent = dirname(folder);
  const isInstalled = basename(folder) === 'bin' || folder.endsWith(join('node_modules', '.bin'));
  return isInstalled && isInScratch(parent) ? [folder, parent] : [folder];
}

function isInScratch(folder: string): boolean {
  return scratch.some((place) => folder.startsWith(place + sep));
}
