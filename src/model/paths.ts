/** Why a path cannot be used inside the repository, or undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path.trim() === '') return 'must not be empty';
  if (path.includes('\0')) return 'must not contain a NUL character';
  if (path.includes('\\')) return 'must use "/" between directories, not "\\"';
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path))
    return 'must be relative to the repository';
  const steps = path.split('/');
  if (steps.includes('..')) return 'must not leave the repository with ".."';
  if (steps[0]?.toLowerCase() === '.git') return 'must not point into .git';
  return undefined;
}

/** The same for a glob of `touches` and its kind. */
export function globProblem(glob: string): string | undefined {
  if (glob.startsWith('!')) return 'must say what is touched; a leading "!" is not supported';
  if (/(^|[/{,])\.\.([/},]|$)/.test(glob)) return 'must not leave the repository with ".."';
  return pathProblem(glob);
}

/** Bytes that file systems take, with room for the folder that a tree is checked out in. */
export const longestName = 255;
export const longestPath = 3500;
