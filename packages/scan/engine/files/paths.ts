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
