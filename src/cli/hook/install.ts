import fs from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { CliCall } from '../command.ts';
import { git } from '../../project/committed-file.ts';
import { repositoryAt, type RepositoryPlace } from '../../project/state-folder.ts';
import { launcherLine } from './launcher.ts';
import { withoutStop, withStop } from './stop-settings.ts';
import { type Answer, answer } from '../../project/answer.ts';

/** What can be installed, and the files of agents that hold their hooks. */
const agentFiles = { claude: '.claude/settings.json', codex: '.codex/hooks.json' } as const;
const gitHooks = { 'pre-commit': 'hook pre-commit --no-checks', 'pre-push': 'hook pre-push' } as const;

type GitHook = keyof typeof gitHooks;

const gitHookNames = ['pre-commit', 'pre-push'] as const;
const agentNames = ['claude', 'codex'] as const;

/** One line for each hook that was asked for; `add` is what somebody has to add by hand. */
type Done = { readonly hook: string; readonly said: string; readonly add?: string };

/** Installs hooks, or removes them. Lines of others in the same file stay. */
export async function changeHooks(call: CliCall, isInstalled: boolean): Promise<Answer> {
  const place = repositoryAt(call.io.cwd);
  const names = call.operands.slice(1);
  const done: Done[] = [];
  for (const name of names.length === 0 ? ['pre-push'] : names) {
    const gitHook = gitHookNames.find((each) => each === name);
    const agent = agentNames.find((each) => each === name);
    if (gitHook !== undefined) done.push(await changeGitHook(place, gitHook, isInstalled));
    else if (agent !== undefined) {
      const path = agentFiles[agent];
      done.push({ hook: name, said: changeFile(place.top, path, isInstalled ? withStop : withoutStop) });
    } else
      throw new GauntletError('USAGE_INVALID', `there is no hook "${name}" to install`, {
        hint: `Hooks: ${[...gitHookNames, ...agentNames].join(', ')}.`,
      });
  }
  const lines = done.flatMap(({ said, add }) => [said, ...(add?.split('\n') ?? [])]);
  return answer({ hooks: done }, lines);
}

async function changeGitHook(place: RepositoryPlace, name: GitHook, isInstalled: boolean): Promise<Done> {
  const { top } = place;
  const manager = managerOf(top);
  if (manager !== undefined) {
    const verb = isInstalled ? 'add this to' : 'remove this from';
    const said = `${manager.name} manages the hooks here: ${verb} ${manager.file}`;
    return { hook: name, said, add: manager.lines(name, reviewWords[name]) };
  }
  const folder = await hooksFolder(place);
  const path = relative(top, join(folder, name));
  const change = isInstalled ? (text: string) => withBlock(text, name, path) : withoutBlock;
  return { hook: name, said: changeFile(top, path, change) };
}

/** core.hooksPath included, but never a folder that other repositories use too. */
async function hooksFolder({ top, common }: RepositoryPlace): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const folder = (await git(top, args))?.trim() ?? join(common, 'hooks');
  const isOurs = [top, common].some((each) => `${folder}/`.startsWith(`${fs.realpathSync(each)}/`));
  // husky 9 points git at `.husky/_`, which runs the files beside it; before its install nothing points there yet.
  const husky = join(top, '.husky');
  if (basename(folder) === '_') return dirname(folder);
  if (isOurs) return folder === join(common, 'hooks') && fs.existsSync(husky) ? husky : folder;
  throw new GauntletError('USAGE_INVALID', `core.hooksPath is ${folder}, outside of this repository`, {
    hint: 'Add the hook there yourself: gauntlet hook pre-push --print',
  });
}

const reviewWords: Readonly<Record<GitHook, string>> = {
  'pre-commit': 'gauntlet review --staged --no-agents --no-checks',
  'pre-push': 'gauntlet review --no-agents',
};

type Manager = { readonly name: string; readonly file: string; lines(hook: string, run: string): string };

/** Programs that write the hooks themselves, from a file of their own. */
const managers: readonly (Omit<Manager, 'file'> & { readonly files: RegExp })[] = [
  {
    name: 'lefthook',
    files: /^\.?lefthook\.(?:ya?ml|toml|json)$/,
    lines: (hook, run) => `${hook}:\n  commands:\n    gauntlet: { run: ${run} }`,
  },
  {
    name: 'pre-commit',
    files: /^\.pre-commit-config\.yaml$/,
    lines: (hook, run) =>
      `- repo: local\n  hooks:\n    - { id: gauntlet, name: gauntlet, entry: ${run}, language: system, pass_filenames: false, stages: [${hook}] }`,
  },
];

function managerOf(top: string): Manager | undefined {
  const names = fs.readdirSync(top);
  for (const { files, ...manager } of managers) {
    const file = names.find((name) => files.test(name));
    if (file !== undefined) return { ...manager, file };
  }
  return undefined;
}

const BEGIN = '# >>> gauntlet >>>';
const END = '# <<< gauntlet <<<';

/**
 * Before the lines of others: git tells a pre-push hook what is pushed once, on stdin, so the block keeps that and hands
 * it on. Programs that Gauntlet itself starts are not looked at again.
 */
function blockOf(name: GitHook): string {
  const line = launcherLine(gitHooks[name]);
  const told = name === 'pre-push' ? ['gauntlet_pushed=$(cat)'] : [];
  const call = name === 'pre-push' ? `printf '%s\\n' "$gauntlet_pushed" | ${line} "$@"` : `${line} "$@"`;
  const handOn = name === 'pre-push' ? ['exec <<GAUNTLET', '$gauntlet_pushed', 'GAUNTLET'] : [];
  const guarded = `if [ -z "$GAUNTLET_RUN_TAG" ]; then ${call} || exit $?; fi`;
  return [BEGIN, ...told, guarded, ...handOn, END, ''].join('\n');
}

function withBlock(text: string, name: GitHook, path: string): string {
  const rest = withoutBlock(text);
  const [first = ''] = rest.split('\n');
  if (first.startsWith('#!') && !/\b(?:ba|da|z|k)?sh\b/.test(first))
    throw new GauntletError('USAGE_INVALID', `${path} is not a shell script (${first})`, {
      hint: `CliCall it from there yourself: gauntlet ${gitHooks[name]}`,
    });
  const shebang = first.startsWith('#!') ? `${first}\n` : '#!/bin/sh\n';
  return `${shebang}${blockOf(name)}${first.startsWith('#!') ? rest.slice(first.length + 1) : rest}`;
}

function withoutBlock(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) return text;
  const rest = text.slice(0, begin) + text.slice(end + END.length + 1);
  return /^(?:#![^\n]*)?\s*$/.test(rest) ? '' : rest;
}

/** A file with nothing left in it goes. */
function changeFile(top: string, path: string, change: (text: string) => string): string {
  const file = join(top, path);
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const after = change(before);
  if (after === before) return `unchanged: ${path}`;
  if (after === '') {
    fs.rmSync(file);
    return `removed: ${path}`;
  }
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(file, after);
  if (!path.endsWith('.json')) fs.chmodSync(file, 0o755);
  return `written: ${path}`;
}
