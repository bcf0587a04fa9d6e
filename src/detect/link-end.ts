/**
 * The path of the repository that a link leads to; undefined where it leads out. A way back behind a name (`a/..`) is out as
 * well: where the name is a link, it goes up from wherever that leads.
 */
export function linkEnd(path: string, target: string): string | undefined {
  if (target === '' || /^(?:[/\\~]|[A-Za-z]:)/.test(target)) return undefined;
  const parts = path.split('/').slice(0, -1);
  let isNamed = false;
  for (const part of target.split(/[/\\]/)) {
    if (part === '..') {
      if (isNamed || parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') {
      if (part === '.git' && parts.length === 0) return undefined;
      parts.push(part);
      isNamed = true;
    }
  }
  return parts.join('/');
}
