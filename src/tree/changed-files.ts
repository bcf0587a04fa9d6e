import { runGit } from './run-git.ts';

export type Changed =
  | { readonly ok: true; readonly paths: ReadonlySet<string> }
  | { readonly ok: false; readonly because: 'no repository' | 'no such commit' | 'no common history' };

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
  if (ref === undefined && head === undefined) return { ok: true, paths: new Set(listed(folder)) };
  if (named === undefined || head === undefined) return { ok: false, because: 'no such commit' };
  const [base] = linesOf(runGit(folder, ['merge-base', '--', named, head]).paths);
  if (base === undefined) return { ok: false, because: 'no common history' };
  const ask = (command: string, ...more: readonly string[]): readonly string[] =>
    runGit(folder, [command, '--name-only', '--no-renames', '--relative', '-z', ...more]).paths;
  return {
    ok: true,
    paths: new Set([
      ...ask('diff-tree', '-r', base, head),
      ...ask('diff-index', '--cached', head),
      ...ask('diff-files'),
      ...runGit(folder, ['ls-files', '-z', '--others', '--exclude-standard', '--', '.']).paths,
    ]),
  };
}

function listed(folder: string): readonly string[] {
  return runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.']).paths;
}

/** A name of a commit comes from a person or a script, and may look like an option. */
function commitOf(folder: string, ref: string): string | undefined {
  const said = runGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  return said.ok ? linesOf(said.paths)[0] : undefined;
}

function linesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}
