import fs from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { documentPath, documentText } from '../../run/index.ts';
import type { ComparedCommits } from '../../ports/compared.ts';
import { READABLE } from '../../project/put-below.ts';
import type { ReviewResult } from './result.ts';

const REVIEWER = 'Gauntlet (no agents)';

/**
 * Writes the findings of a look without agents as the next round; null where there is nothing to write down, and no
 * earlier look did. A look that finds what the newest document says leaves that one alone.
 */
export function writeRoundDocument(
  top: string,
  { name }: ComparedCommits,
  { findings, status }: Pick<ReviewResult, 'findings' | 'status'>,
  path: string | null,
): string | null {
  const about = { path, id: slugOf(name) };
  const textOf = (round: number): string =>
    documentText(
      { id: about.id, branch: name },
      { round, reviewer: REVIEWER, at: Date.now(), findings, isClean: status === 'clean' },
    );
  const round = freeRound(top, about) - 1;
  const newest = documentPath(path, about.id, round);
  const found = round === 0 ? undefined : textIn(join(top, newest));
  const isOwn = found?.includes(`**Reviewer:** ${REVIEWER}`) === true;
  if (findings.length === 0 && !isOwn) return null;
  const undated = (text: string): string => text.replace(/^\*\*Date:.*$/m, '');
  return found !== undefined && undated(found) === undated(textOf(round))
    ? newest
    : putRound(top, about, textOf);
}

function textIn(file: string): string | undefined {
  return fs.lstatSync(file).isFile() ? fs.readFileSync(file, 'utf8') : undefined;
}

type About = { readonly path: string | null; readonly id: string };

/** Rounds count on over all reviews of a branch, so none overwrites what an earlier one wrote. */
function freeRound(top: string, { path, id }: About): number {
  let round = 1;
  while (fs.lstatSync(join(top, documentPath(path, id, round)), { throwIfNoEntry: false }) !== undefined)
    round += 1;
  return round;
}

/** Writes a document under the next free number, or again under its own. */
export function putRound(
  top: string,
  about: About,
  textOf: (round: number) => string,
  own?: string | null,
): string | null {
  const free = freeRound(top, about);
  const pathOf = (round: number): string => documentPath(about.path, about.id, round);
  const taken = Array.from({ length: free - 1 }, (_, nth) => nth + 1);
  const round = taken.find((each) => pathOf(each) === own) ?? free;
  return putDocument(top, pathOf(round), textOf(round));
}

/** A name in paths. */
export function slugOf(name: string): string {
  const slug = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 60) || 'branch';
}

/** Only into folders that are really below the checkout: a repository may have planted a link where we write. */
function putDocument(top: string, path: string, text: string): string | null {
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
