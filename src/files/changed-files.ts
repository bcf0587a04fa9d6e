import { placeOf, readGit, records } from '../git/index.ts';

export type Changed =
  | { readonly ok: true; readonly paths: ReadonlySet<string> }
  | {
      readonly ok: false;
      readonly because: 'no repository' | 'no such commit' | 'no common history' | 'git failed';
    };

/**
 * The files below a folder that differ from where its branch left `ref`, or from the last commit where no ref is named:
 * committed, staged, in the work tree or not yet known to git. Files that are gone count too. Git compares what it noted of
 * files and not what is in them: no filter of the repository is run, and a file that was only touched may be among them.
 */
export function changedFiles(folder: string, ref?: string): Changed {
  if (!runGit(folder, ['rev-parse', '--git-dir']).ok) return { ok: false, because: 'no repository' };
  const head = commitOf(folder, 'HEAD');
  const named = ref === undefined ? head : commitOf(folder, ref);
  // Before the first commit everything is new.
  if (ref === undefined && head === undefined) return everything(folder);
  if (named === undefined || head === undefined) return { ok: false, because: 'no such commit' };
  const [base] = linesOf(runGit(folder, ['merge-base', '--', named, head]).paths);
  if (base === undefined) return { ok: false, because: 'no common history' };
  const how = '--name-only --no-renames --relative -z'.split(' ');
  const said = [
    runGit(folder, ['diff-tree', ...how, '-r', base, head]),
    runGit(folder, ['diff-index', ...how, '--cached', head]),
    runGit(folder, ['diff-files', ...how]),
    runGit(folder, ['ls-files', '-z', '--others', '--exclude-standard', '--', '.']),
  ];
  const unwatched = runGit(folder, ['ls-files', '-v', '-z', '--', '.']);
  // An answer that is cut short would pass for one that names nothing more.
  if (![...said, unwatched].every(({ ok }) => ok)) return { ok: false, because: 'git failed' };
  return {
    ok: true,
    paths: new Set([...said.flatMap(({ paths }) => paths), ...unwatched.paths.flatMap(toldNotToLook)]),
  };
}

/** The commit a folder's branch left `ref` at, or its last commit where no ref is named. */
export function baseOf(folder: string, ref?: string): string | undefined {
  const head = commitOf(folder, 'HEAD');
  const named = ref === undefined ? head : commitOf(folder, ref);
  if (named === undefined || head === undefined) return undefined;
  return linesOf(runGit(folder, ['merge-base', '--', named, head]).paths)[0];
}

/** A file that git was told to take for unchanged (`assume-unchanged`, `skip-worktree`) may hold anything. */
function toldNotToLook(line: string): readonly string[] {
  return /^[a-zS] /.test(line) ? [line.slice(2)] : [];
}

function everything(folder: string): Changed {
  const { ok, paths } = runGit(folder, 'ls-files -z --cached --others --exclude-standard -- .'.split(' '));
  return ok ? { ok, paths: new Set(paths) } : { ok, because: 'git failed' };
}

/** A name of a commit comes from a person or a script, and may look like an option. */
function commitOf(folder: string, ref: string): string | undefined {
  const said = runGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  return said.ok ? linesOf(said.paths)[0] : undefined;
}

function linesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}

function runGit(
  folder: string,
  args: readonly string[],
): { readonly ok: boolean; readonly paths: readonly string[] } {
  const { ok, out } = readGit(placeOf(folder), args);
  return { ok, paths: records(out) };
}
