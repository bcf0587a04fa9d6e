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

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** A path put behind a folder, with `.` and `..` taken out. */
export function joined(folder: string, path: string): string {
  let base = folder;
  let at = 0;
  for (; path.startsWith('./', at) || path.startsWith('../', at); at = path.indexOf('/', at) + 1)
    if (path.startsWith('../', at)) base = folderOf(base);
  const rest = path.slice(at);
  const isPlain = rest !== '' && !/^[./]|\/[./]|\/$/.test(rest);
  if (!isPlain) return joinedByParts(folder, path);
  return base === '' ? rest : `${base}/${rest}`;
}

/** The same for what has such parts, or none, anywhere else than at its beginning. */
function joinedByParts(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
