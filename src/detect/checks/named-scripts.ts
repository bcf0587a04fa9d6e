import { parsedObject } from './check-files.ts';

/** The runners whose reports can be read. */
export type Runner =
  | 'jest'
  | 'vitest'
  | 'mocha'
  | 'ava'
  | 'node:test'
  | 'tap'
  | 'jasmine'
  | 'playwright'
  | 'pytest'
  | 'unittest'
  | 'go'
  | 'cargo'
  | 'junit'
  | 'trx';

const INTERPRETER =
  /^(?:node(?:js)?|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|r?bash|sh|dash|zsh|ksh|source|\.|run)$/;
const SHELL = /^(?:r?bash|sh|dash|zsh|ksh|source|\.)$/;
/** Words that stand before the program they start. */
const BEFORE = /^(?:env|exec|time|nice|command|sudo|xvfb-run|npx|--|[A-Za-z_]\w*=.*)$/;
/** Options that name a file with settings or code to load. */
const LOADING =
  /^(?:-c|-f|-p|-r|--config|--configFile|--conf|--project|--file|--makefile|--rcfile|--require|--import|--loader|--setup|--reporter)$/i;
const PACKAGE_RUNNER = /^(?:npm|pnpm|yarn|bun|node)$/;

/**
 * Files that commands run or load, as far as their words say it: `sh check.sh`, `node tools/lint.mjs`, `./ci/all`,
 * `jest -c ci/jest.js`, and what the scripts of package.json that they call say. What a branch changes there decides
 * how it is checked, whatever the file is called.
 */
export function namedScripts(
  commands: readonly (string | readonly string[])[],
  packageJson: string | undefined,
): ReadonlySet<string> {
  return new Set(
    commandTexts(commands, packageJson).flatMap((text) => simpleCommands(text).flatMap(fileWords)),
  );
}

/** The texts of commands and of all scripts of package.json that they call. */
function commandTexts(
  commands: readonly (string | readonly string[])[],
  packageJson: string | undefined,
): readonly string[] {
  const scripts = scriptsIn(packageJson);
  // A list is one command; a word of it with spaces is a script for a shell (`sh -c "…"`).
  const texts = commands.flatMap((command) =>
    typeof command === 'string' ? [command] : [command.join(' '), ...command.filter(isScript)],
  );
  const followed = new Set<string>();
  for (const text of texts)
    for (const name of simpleCommands(text).flatMap(calledScripts)) {
      const script = followed.has(name) ? undefined : scripts.get(name);
      followed.add(name);
      if (script !== undefined) texts.push(script);
    }
  return texts;
}

/** Signs after which the exit code of a command may be lost. */
const HIDING = /[;|\n`]|\$\(|(?<!&)&(?!&)/;
/** Words between which and a runner nothing else is started. */
const STARTING =
  /^(?:-.*|[A-Za-z_]\w*=.*|npx|bunx|pnpm|yarn|env|exec|c8|nyc|cross-env|node|tsx|python[\d.]*|coverage|run)$/;
const PROGRAMS: readonly (readonly [RegExp, Runner])[] = [
  [/^--test$/, 'node:test'],
  [/^py\.?test$/, 'pytest'],
  [/^playwright$/, 'playwright'],
  ...(['jest', 'vitest', 'mocha', 'ava', 'tap', 'jasmine', 'unittest'] as const).map(
    (name) => [new RegExp(`^(?:.*/)?_?${name}(?:\\.[cm]?js)?$`), name] as const,
  ),
];

/**
 * The test runners that a command starts itself and whose exit code it passes on; none where that code may be lost, or where
 * it starts anything else, which may start a runner too. Failures that others report in its output were printed by tests
 * (REAL-02).
 */
export function startedRunners(
  command: string | readonly string[],
  packageJson: string | undefined,
): ReadonlySet<Runner> {
  const texts = commandTexts([command], packageJson);
  const all = texts.flatMap(simpleCommands);
  if (texts.some((text) => HIDING.test(text)) || all.some(isElsewhere)) return new Set();
  const scripts = scriptsIn(packageJson);
  const isFollowed = (words: readonly string[]): boolean =>
    calledScripts(words).some((name) => scripts.has(name));
  const started = all.filter((words) => !isFollowed(words)).map(startedRunner);
  return new Set(started.some((runners) => runners.length === 0) ? [] : started.flat());
}

/** The option by which a runner names every test that it runs, and options with which it is not added. */
const NAMING: Partial<Readonly<Record<Runner, readonly [option: string, unless: RegExp]>>> = {
  jest: ['--verbose', /^--(?:verbose|json|silent|reporters|watch)/],
  vitest: ['--reporter=verbose', /^--(?:reporter|watch)/],
  playwright: ['--reporter=list', /^--(?:reporter|list|ui)/],
  tap: ['--reporter=tap', /^(?:--reporter|-R)/],
  pytest: ['-v', /^-(?:[a-pr-z]*v|-verbose|-quiet|-collect-only)/],
  unittest: ['-v', /^-(?:[a-z]*[qv]|-verbose|-quiet)/],
  go: ['-v', /^-(?:v|json|args)$/],
};

/**
 * The same command with the runner's own option for names, where its last words start a runner, by themselves or by one
 * script of package.json; else as it is. What a runner does and how it ends is the same with either.
 */
export function namingTests(command: Command, packageJson: string | undefined): Command {
  const text = typeof command === 'string' ? command : command.join(' ');
  const called = simpleCommands(text).at(-1) ?? [];
  const scripts = scriptsIn(packageJson);
  // What npm runs before and after a script is not given its options.
  const name = calledScripts(called).find((each, at) => at % 3 === 1 && scripts.has(each));
  const script = name === undefined ? text : (scripts.get(name) ?? '');
  const last = simpleCommands(script).at(-1) ?? [];
  const [runner] = startedRunner(last);
  const [option, unless] = (runner === undefined ? undefined : NAMING[runner]) ?? [];
  if (option === undefined || unless === undefined) return command;
  // A word of a list that is a script for a shell ends elsewhere.
  const isShell = typeof command !== 'string' && command.some(isScript);
  const isHidden = [text, script].some((each) => HIDING.test(each)) || isElsewhere(called);
  if (isShell || isHidden || [...called, ...last].some((word) => word === '--' || unless.test(word)))
    return command;
  // Each `-q` of pytest takes one `-v` back.
  const quiet =
    runner === 'pytest'
      ? last
          .filter((word) => /^-q+$/.test(word))
          .join('')
          .replaceAll('-', '')
      : '';
  const own = `${option}${quiet.replaceAll('q', 'v')}`;
  const added = called[0] === 'npm' && name !== undefined ? ['--', own] : [own];
  return typeof command === 'string' ? [command, ...added].join(' ') : [...command, ...added];
}

type Command = string | readonly string[];

/** `npm test --workspaces`: scripts of other packages. */
function isElsewhere([program = '', ...rest]: readonly string[]): boolean {
  return PACKAGE_RUNNER.test(program) && rest.some((word) => ELSEWHERE.test(word));
}

const ELSEWHERE = /^(?:-[wrCF]|--(?:workspaces?|recursive|filter|prefix|cwd|dir)(?:=.*)?|workspaces?)$/;

function startedRunner(words: readonly string[]): readonly Runner[] {
  const [program, verb] = words;
  if (program === 'go' || program === 'cargo') return verb === 'test' ? [program] : [];
  const runnerOf = (word: string): Runner | undefined => PROGRAMS.find(([name]) => name.test(word))?.[1];
  const at = words.findIndex((word) => runnerOf(word) !== undefined || !STARTING.test(word));
  const runner = runnerOf(words[at] ?? '');
  return runner === undefined ? [] : [runner];
}

/**
 * The same for the text of a script of the shell or of make: what it runs or loads in turn. Variables stand for a folder,
 * most often that of the script itself (`$here/run.sh`), or for a program (`$(PYTHON) run.py`).
 */
export function scriptsWithin(text: string, packageJson: string | undefined): ReadonlySet<string> {
  const plain = text
    .replace(/\\\n/g, ' ')
    .replace(/\$\((?:[^()]|\([^()]{0,200}\)){0,300}\)|\$\{[^}\n]{0,200}\}|\$\w+/g, '.')
    .replace(/^[ \t]*[@+-]+/gm, '')
    .replace(/(?<![\w./-])(?:if|then|else|elif|while|until|do|!)(?=\s)/g, ';');
  return namedScripts([plain], packageJson);
}

const IMPORT =
  /\b(?:from|import|require)\s{0,20}\(?\s{0,20}['"](\.{1,2}\/[^'"\n]{1,200})['"]|^[ \t]{0,40}(?:from|import)[ \t]{1,20}\.?([\w.]{1,100})/gm;

/** What a script of another language loads from beside it: paths without or with their endings, as it names them. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, path, module = '']) => path ?? module.replaceAll('.', '/'));
}

/** Files of recipes that programs find by themselves. */
export const recipeFiles = ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Justfile', '.justfile'];

/** Whether a file is for a shell or for make, by its name or its first line: then `scriptsWithin` reads it. */
export function isShellScript(path: string, text: string): boolean {
  if (/\.(?:sh|bash|zsh|ksh|mk)$|(?:^|\/)(?:(?:GNU)?makefile|\.?justfile)$/i.test(path)) return true;
  return /^#![^\n]*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text);
}

const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.rb'];
const IN_FOLDER = ['/index.js', '/index.mjs', '/index.ts', '/__init__.py', '/__main__.py'];

/** The files that may be meant by what `importsOf` answers. */
export function filesMeant(name: string): readonly string[] {
  return [...ENDINGS, ...IN_FOLDER].map((ending) => `${name}${ending}`);
}

function isScript(word: string): boolean {
  return /\s/.test(word);
}

/** Words of each command of a line. Quotes fall away: a name in quotes is still a name. */
function simpleCommands(text: string): readonly (readonly string[])[] {
  return text
    .split(/[;&|()\n`]+/)
    .map((part) => part.split(/[\s"'<>]+/).filter((word) => word !== ''))
    .map((words) => words.slice(words.findIndex((word) => !BEFORE.test(word))))
    .filter((words) => words.length > 0);
}

/** `node --check x.js`, `sh -n x.sh`: the file is only looked at. */
function onlyReads(program: string, options: readonly string[]): boolean {
  const flags = SHELL.test(program) ? ['-n'] : program === 'php' ? ['-l'] : ['-c', '--check'];
  return INTERPRETER.test(program) && options.some((option) => flags.includes(option));
}

function fileWords([program = '', ...rest]: readonly string[]): readonly string[] {
  if (onlyReads(program, rest)) return [];
  const found = program.includes('/') || /\.\w+$/.test(program) ? [program] : [];
  const script = INTERPRETER.test(program) ? operand(rest) : undefined;
  const module = /^python[\d.]*$/.test(program) ? moduleFiles(rest) : [];
  const loaded = rest.flatMap((word, at) => {
    const [option = '', value] = word.split('=', 2);
    if (value !== undefined) return [value];
    return LOADING.test(option) ? [rest[at + 1] ?? ''] : [];
  });
  const recipes = CONTAINERS.test(program) ? containerFiles : [];
  return [...found, ...(script === undefined ? [] : [script]), ...module, ...recipes, ...loaded]
    .map(plain)
    .filter(Boolean);
}

/** What these read without being told to decides what runs in them. */
const CONTAINERS = /^(?:docker|docker-compose|podman|podman-compose|nerdctl)$/;
const containerFiles =
  'Dockerfile Containerfile .dockerignore docker-compose.yml docker-compose.yaml compose.yml compose.yaml docker-compose.override.yml docker-compose.override.yaml compose.override.yml compose.override.yaml'.split(
    ' ',
  );

/** `python -m tools.check`: the folder it is started in comes first where it looks for that. */
function moduleFiles(words: readonly string[]): readonly string[] {
  const name = words[words.indexOf('-m') + 1] ?? '';
  if (!words.includes('-m') || !/^[\w.]+$/.test(name)) return [];
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`];
}

/** The first word that is no option; one after `-e` or `-c` is code, and has been looked at by itself. */
function operand(words: readonly string[]): string | undefined {
  return words.find((word, at) => !word.startsWith('-') && !LOADING.test(words[at - 1] ?? ''));
}

function plain(word: string): string {
  return word.replace(/^(?:\.\/)+/, '');
}

/** What is run when packages are installed, in whatever order. */
const INSTALLING = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];

/** `npm test`, `npm run lint`, `yarn lint`, `node --run test`: with what npm runs before and after. */
function calledScripts([program = '', ...rest]: readonly string[]): readonly string[] {
  if (!PACKAGE_RUNNER.test(program)) return [];
  const names = rest.filter((word) => !word.startsWith('-')).map((word) => (word === 't' ? 'test' : word));
  const isInstall =
    names.length === 0 || names.some((name) => /^(?:ci|i|install|add|clean-install)$/.test(name));
  return [...names, ...(isInstall && program !== 'node' ? INSTALLING : [])].flatMap((name) => [
    `pre${name}`,
    name,
    `post${name}`,
  ]);
}

function scriptsIn(text: string | undefined): ReadonlyMap<string, string> {
  const scripts = text === undefined ? undefined : parsedObject(text)?.['scripts'];
  const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
