import type { ProjectFacts } from '../../engine/facts.ts';
import { folderOf } from '../../engine/files/paths.ts';

/** Whether git leaves a path out, as far as the project's .gitignore files say; generous, because it only silences. */
export function ignoredPaths(project: ProjectFacts): (path: string) => boolean {
  const patterns: RegExp[] = [];
  for (const path of project.paths) {
    if (path !== '.gitignore' && !path.endsWith('/.gitignore')) continue;
    for (const line of (project.text(path) ?? '').split('\n')) {
      const pattern = patternOf(line.trim(), folderOf(path));
      if (pattern !== undefined) patterns.push(pattern);
    }
  }
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function patternOf(line: string, folder: string): RegExp | undefined {
  if (line === '' || line.startsWith('#') || line.startsWith('!') || line.length > 200) return undefined;
  const bare = line.replace(/\/\**$/, '').replace(/^\*\*\//, '');
  const isAnchored = bare.includes('/');
  const body = bare
    .replace(/^\//, '')
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
    .replaceAll('?', '[^/]');
  const before = folder === '' ? '' : `${folder.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)}/`;
  return new RegExp(isAnchored ? `^${before}${body}(?:/|$)` : `(?:^|/)${body}(?:/|$)`);
}
