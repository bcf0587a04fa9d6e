import type { Command } from '../../model/config.ts';

/** What commands that only install rest on beside the lockfiles and manifests of the folders they run in. */
export type Installs = {
  /** Programs that may build the project itself on the way. */
  readonly programs: ReadonlySet<string>;
  /** Files of requirements, from the top of the workspace on. */
  readonly requirements: readonly string[];
};

const VENV_BIN = String.raw`(?:(?:\.{1,2}/)*[\w.-]*env[\w.-]*/bin/)?`;
const PIP = new RegExp(
  String.raw`^(?:uv pip|${VENV_BIN}python[\d.]* -m pip|${VENV_BIN}pip[\d.]*) install (.+)$`,
);
const VENV = /^(?:python[\d.]* -m venv|uv venv)(?: --[\w-]+(?:=[\w.]+)?)*(?: [\w.-]+)?$/;
const INSTALL =
  /^(?:corepack (?:enable|install)(?: (?:npm|pnpm|yarn))*|corepack prepare [\w.@+-]+|(?:npm|pnpm|yarn|bun) (?:ci|i|install|clean-install)|yarn|poetry install|uv sync|pipenv (?:install|sync)|bundle install|composer install|go mod download|cargo fetch|dotnet restore|mvn dependency:go-offline)$/;

/** A value with a point or a slash may be the path of a file that no key knows. */
const OPTION =
  /^--?[A-Za-z][\w.-]*(?:=(?:[\w:@,-]+|\d[\d.]*|https?:\/\/[\w.:/-]+))?$|^--(?:cache|cache-dir|cache-folder|store-dir)=[\w./-]+$/;
/** Options after which what is installed holds copies of files of the project, or comes from files that are not looked at. */
const COPYING =
  /^(?:-[ao]|-[ef].*|--(?:editable|no-editable|install-links|gemfile|file|find-links|optimize-autoloader|classmap-authoritative)(?:=.*)?)$/;
/** Options that say in which folder. */
const FOLDER = /^(--(?:prefix|dir|cwd|directory|project|working-dir)|-C)(?:=(.+))?$/;
/** Options before a name. */
const NAMING = /^--(?:with|without|only|extras?|group|only-group|no-group|package|filter)$/;
const REQUIREMENTS = /^(?:-r|-c|--requirement|--constraint)(?:=?([\w./-]+))?$/;

/** What installs other things, by its name alone. */
const INSTALLER = /^(?:pip|setuptools|wheel|uv|poetry|pipenv)(?:[=~]=[\d.]+)?$/;

/**
 * What these commands rest on where all of them only install; undefined where one may do more, or run in a folder whose
 * lockfiles nobody watches.
 */
export function installsOf(
  commands: readonly Command[],
  isWatched: (folder: string) => boolean,
): Installs | undefined {
  const programs = new Set<string>();
  const requirements: string[] = [];
  for (const command of commands) {
    const text = typeof command === 'string' ? command : command.join(' ');
    let folder = '';
    for (const part of text.split('&&')) {
      const words = part.trim().split(/\s+/);
      if (words[0] === 'cd' && words.length === 2) {
        folder = below(folder, words[1] ?? '');
        if (!isWatched(folder)) return undefined;
        continue;
      }
      const files = requirementsOf(words.join(' '));
      const isPlain = files !== undefined || isInstall(words, (name) => isWatched(below(folder, name)));
      if (!isPlain) return undefined;
      if (files === undefined) programs.add(words[0] ?? '');
      for (const file of files ?? []) requirements.push(below(folder, file));
    }
  }
  return { programs, requirements };
}

/** The files that pip is told to install from; undefined where it is not pip, or installs something else. */
function requirementsOf(text: string): readonly string[] | undefined {
  const words = PIP.exec(text)?.[1]?.split(' ') ?? [];
  const files: string[] = [];
  let isInstaller = false;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const named = REQUIREMENTS.exec(word);
    if (named !== null) files.push(named[1] ?? words.shift() ?? '');
    else if (INSTALLER.test(word)) isInstaller = true;
    else if (!OPTION.test(word) || COPYING.test(word)) return undefined;
  }
  return (files.length === 0 && !isInstaller) || files.some((file) => !/^[\w./-]+$/.test(file))
    ? undefined
    : files;
}

function isInstall(all: readonly string[], isWatchedFolder: (name: string) => boolean): boolean {
  if (VENV.test(all.join(' '))) return true;
  const words = [...all];
  const left: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const folder = FOLDER.exec(word);
    if (folder !== null) {
      if (!isWatchedFolder(folder[2] ?? words.shift() ?? '')) return false;
    } else if (COPYING.test(word)) return false;
    else if (NAMING.test(word)) words.shift();
    else if (!OPTION.test(word)) left.push(word);
  }
  return INSTALL.test(left.join(' '));
}

/** Where a path leads from a folder of the workspace; what leaves the workspace begins with `..` or `/`. */
export function below(folder: string, path: string): string {
  if (path.startsWith('/')) return path;
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
