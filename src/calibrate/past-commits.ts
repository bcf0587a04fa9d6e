import { isTestFile } from '../detect/index.ts';
import type { PastCommit } from '../ports/git.ts';
import type { ChangedText } from './kinds.ts';
import { changedLines } from './plant.ts';
import { canBear } from './sites.ts';

/** What is neither so small that nothing can be said of it nor so large that nobody reads it. */
const FEWEST_LINES = 4;
const MOST_LINES = 400;
const MOST_FILES = 20;

/** So many later commits are looked at for one that mends a commit. */
const SOON = 10;
const SMALL_FIX = 40;

/** The past of a repository, sorted by what a calibration can use it for; newest first, as it was handed in. */
export type SortedPast = {
  /** Of a sane size, text only, with code in it. */
  readonly fit: readonly PastCommit[];
  /** Of those, the ones nobody took back or mended soon after. */
  readonly lasting: readonly PastCommit[];
  /** Small ones that say they fix something, with the one file of the sources they fix it in. */
  readonly fixes: readonly Fix[];
};

export type Fix = {
  readonly commit: PastCommit;
  readonly file: string;
  readonly successor: PastCommit | null;
};

/** Sorts the past of a repository, newest first. */
export function sortPast(past: readonly PastCommit[]): SortedPast {
  const fit = past.filter(isFit);
  const takenBack = new Set(past.flatMap(takenBackBy));
  const place = new Map(past.map((commit, index) => [commit.id, index]));
  const newer = (commit: PastCommit): readonly PastCommit[] => {
    const at = place.get(commit.id) ?? 0;
    return past.slice(Math.max(0, at - SOON), at);
  };
  const isTakenBack = (commit: PastCommit): boolean =>
    takenBack.has(commit.subject) || [...takenBack].some((id) => id.length >= 7 && commit.id.startsWith(id));
  const isLasting = (commit: PastCommit): boolean =>
    !isRevert(commit) &&
    !isTakenBack(commit) &&
    !newer(commit).some((later) => isFix(later) && sharesCode(later, commit));
  return {
    fit,
    lasting: fit.filter(isLasting),
    fixes: past.flatMap((commit): readonly Fix[] => {
      const file = fixedFile(commit);
      // What was taken back fixed nothing that anybody wanted fixed.
      if (file === undefined || isTakenBack(commit)) return [];
      return [{ commit, file, successor: newer(commit).at(-1) ?? null }];
    }),
  };
}

function isFit({ parent, files }: PastCommit): boolean {
  if (parent === null || files.length === 0 || files.length > MOST_FILES) return false;
  // A binary file has no number of lines.
  if (files.some(({ added, removed }) => added === null || removed === null)) return false;
  const lines = files.reduce((sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0), 0);
  const code = files.filter(({ path }) => canBear(path)).reduce((sum, { added }) => sum + (added ?? 0), 0);
  return code >= FEWEST_LINES && lines <= MOST_LINES;
}

/** At the beginning of what a commit says, as people and conventions write it, or with what was fixed: `fixes` alone is also a word for things. */
const FIX =
  /^(?:[\w-]+(?:\([^)]*\))?!?:\s*)?(?:bug ?fix|hotfix|fix(?:es|ed)?|correct(?:s|ed)?|repair(?:s|ed)?|mend(?:s|ed)?)\b|\b(?:hotfix|bugfix|mended|fix(?:es|ed) (?:#\d|an? |the |bug|crash|issue|regression))/i;

/** What closes a question that somebody asked. */
const CLOSES = /\bfix(?:es|ed)?:? #\d+/i;

export function isFix({ subject, body }: PastCommit): boolean {
  return (FIX.test(subject) || CLOSES.test(body)) && !/^(?:revert|merge)\b/i.test(subject);
}

function isRevert({ subject }: PastCommit): boolean {
  return /^revert\b/i.test(subject);
}

/** Ids and titles of what a commit takes back, or says it mends. */
function takenBackBy({ subject, body }: PastCommit): readonly string[] {
  const title = /^revert "(.+)"$/i.exec(subject)?.[1];
  const ids = [...body.matchAll(/\b(?:this reverts commit|fixes:?|fixup of)\s+([0-9a-f]{7,64})\b/gi)];
  return [...(title === undefined ? [] : [title]), ...ids.map(([, id = '']) => id.toLowerCase())];
}

function sharesCode(a: PastCommit, b: PastCommit): boolean {
  const paths = new Set(a.files.map(({ path }) => path).filter(canBear));
  return b.files.some(({ path }) => paths.has(path));
}

/** What is fixed there would harm nobody if it were as before. */
const HARMLESS =
  /\b(?:typos?|docs?|javadoc|documentation|docstrings?|comments?|spelling|grammar|lint\w*|format\w*|styles?|flake8|eslint|prettier|readme|changelog|tests?|ci|build|imports?|references?|whitespace|indentation)\b/i;

/** The only file of the sources that a small fix changes. */
function fixedFile(commit: PastCommit): string | undefined {
  if (
    commit.parent === null ||
    !isFix(commit) ||
    HARMLESS.test(commit.subject) ||
    commit.files.length > MOST_FILES
  )
    return undefined;
  const sources = commit.files.filter(({ path }) => canBear(path) && !isTestFile(path));
  const [only] = sources;
  if (only === undefined || sources.length > 1) return undefined;
  const lines = (only.added ?? 0) + (only.removed ?? 0);
  return lines > 0 && lines <= SMALL_FIX ? only.path : undefined;
}

/** So much of what a commit wrote has to stand where it is today, or the commit was not what was wanted. */
const LASTING_SHARE = 0.5;

/** Whether most of what a commit wrote is still there. */
export async function survives(
  files: readonly ChangedText[],
  now: (path: string) => Promise<string | null>,
): Promise<boolean> {
  let [all, left] = [0, 0];
  for (const file of files) {
    const standing = new Set(((await now(file.path)) ?? '').split('\n').map((line) => line.trim()));
    const lines = file.after.split('\n');
    const written = [...changedLines(file)].map((line) => (lines[line - 1] ?? '').trim());
    const telling = written.filter((line) => line.length >= SHORTEST_LINE);
    all += telling.length;
    left += telling.filter((line) => standing.has(line)).length;
  }
  return all > 0 && left / all >= LASTING_SHARE;
}

/** Shorter ones are brackets, and stand everywhere. */
const SHORTEST_LINE = 6;
