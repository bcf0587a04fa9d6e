// Results of replayed commits, kept by repository, commit and build: a replay that is interrupted goes on where it was.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A must-fix finding of a gate, or the reason why the run stopped. */
export type Reason = {
  /** The gate, or the event that stopped the ticket. */
  readonly gate: string;
  readonly rule: string;
  readonly file: string;
  readonly said: string;
};

export type Result = {
  /** `leave`: landed once the ticket named the tests it changes in `mayChange`. */
  readonly outcome: 'landed' | 'leave' | 'refused';
  /** What refused it; with `leave`, what refused the first delivery. */
  readonly reasons: readonly Reason[];
  /** Paths of the ticket's `mayChange`. */
  readonly mayChange: readonly string[];
  /** Protected files and settings that were put back; the rest was judged without them. */
  readonly putBack: readonly string[];
  readonly attempts: number;
  readonly seconds: number;
};

export type Results = {
  get(repo: string, commit: string): Result | undefined;
  keep(repo: string, commit: string, result: Result): void;
};

/** One file for each repository; the results of other builds stay in it. */
export function openResults(folder: string, build: string): Results {
  mkdirSync(folder, { recursive: true });
  const fileOf = (repo: string): string => join(folder, `${repo.replace('/', '+')}.json`);
  const read = (repo: string): Record<string, Result> =>
    existsSync(fileOf(repo))
      ? (JSON.parse(readFileSync(fileOf(repo), 'utf8')) as Record<string, Result>)
      : {};
  return {
    get: (repo, commit) => read(repo)[`${commit} ${build}`],
    keep(repo, commit, result) {
      const draft = `${fileOf(repo)}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ ...read(repo), [`${commit} ${build}`]: result }, undefined, 2));
      renameSync(draft, fileOf(repo));
    },
  };
}

/** Names a build by the content of the files beside its command line. */
export function buildOf(cli: string): string {
  const folder = dirname(cli);
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted())
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}
