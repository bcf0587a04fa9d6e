import fs from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { documentPath, documentText } from '../../run/index.ts';
import type { ComparedCommits } from '../../ports/compared.ts';
import { READABLE } from '../run/readable.ts';
import type { ReviewResult } from './result.ts';

const REVIEWER = 'Gauntlet (no agents)';

/** Writes the findings of a look without agents; null where there is nothing to write down, and no earlier look did. */
export function writeRoundDocument(
  top: string,
  { name }: ComparedCommits,
  { findings, status }: Pick<ReviewResult, 'findings' | 'status'>,
  path: string | null,
): string | null {
  const place = documentPath(path, slugOf(name), 1);
  if (findings.length === 0 && !isOwn(join(top, place))) return null;
  const text = documentText(
    { id: slugOf(name), branch: name },
    { round: 1, reviewer: REVIEWER, at: Date.now(), findings, isClean: status === 'clean' },
  );
  return putDocument(top, place, text);
}

/** Whether an earlier look without agents wrote this file: it must not go on saying that the change failed. */
function isOwn(file: string): boolean {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && fs.readFileSync(file, 'utf8').includes(`**Reviewer:** ${REVIEWER}`);
}

/** A name in paths. */
export function slugOf(name: string): string {
  const slug = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 60) || 'branch';
}

/** Only into folders that are really below the checkout: a repository may have planted a link where we write. */
export function putDocument(top: string, path: string, text: string): string | null {
  const parts = dirname(path).split(sep);
  if (parts.some((part) => part === '..' || part === '.git') || path.startsWith(sep)) return null;
  let folder = fs.realpathSync(top);
  for (const name of parts.filter((part) => part !== '.')) {
    folder = join(folder, name);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) fs.mkdirSync(folder);
    else if (!found.isDirectory()) return null;
    if (name === READABLE && !fs.existsSync(join(folder, '.gitignore')))
      fs.writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  const file = join(folder, basename(path));
  fs.rmSync(`${file}.new`, { force: true });
  fs.writeFileSync(`${file}.new`, text, { flag: 'wx' });
  fs.renameSync(`${file}.new`, file);
  return path;
}
