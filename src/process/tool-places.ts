import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path';

/** What is private and empty for every program. Tools that the user keeps there are needed all the same. */
const scratch: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Folders of programs that a private `/tmp` or a hidden folder would take away: those of PATH and of the program itself,
 * each with what it was installed with. Elsewhere tools are visible anyway, and secrets beside them must not be. Packages
 * of a hidden checkout stay hidden: they may lead to the checkout's own code.
 */
export function toolPlaces(path: string, program: string, hidden: readonly string[] = []): readonly string[] {
  const folders = [...path.split(delimiter), dirname(program)].filter((folder) => isAbsolute(folder));
  const isHidden = (folder: string): boolean =>
    !/(?:^|\/)node_modules(?:\/|$)/.test(folder) && hidden.some((each) => folder.startsWith(each + sep));
  return [...new Set(folders)]
    .filter((folder) => isInScratch(folder) || isHidden(folder))
    .flatMap((folder) => installation(folder, hidden));
}

/** Never the scratch place as a whole: others keep things there too. */
function installation(folder: string, hidden: readonly string[]): readonly string[] {
  const parent = dirname(folder);
  // Beside `~/.local/bin` lies what all kinds of programs keep.
  if (basename(parent) === '.local') return [folder];
  if (basename(folder) === 'bin' && hidden.some((each) => parent.startsWith(each + sep))) return [parent];
  const isInstalled = basename(folder) === 'bin' || folder.endsWith(join('node_modules', '.bin'));
  return isInstalled && isInScratch(parent) ? [folder, parent] : [folder];
}

function isInScratch(folder: string): boolean {
  return scratch.some((place) => folder.startsWith(place + sep));
}
