import { isMap } from '../../schema/fits.ts';
import fs from 'node:fs';
import { join } from 'node:path';

import type { RepositoryPlace } from '../../project/state-folder.ts';
import { type DetectedCheck, makeChecks, toolchainsIn } from './init-toolchains.ts';

/** What a repository shows about itself, by its files alone: nothing of it is run. */
export type DetectedProject = {
  readonly packageManager: string | null;
  /** Readies a fresh workspace. */
  readonly setup: string | null;
  /** Ignored folders of the work tree that a workspace is given as they are. */
  readonly link: readonly string[];
  readonly checks: readonly DetectedCheck[];
  readonly base: string;
};

export function detect(place: RepositoryPlace): DetectedProject {
  const { top } = place;
  const manifest = manifestOf(top);
  const manager = manifest === undefined ? null : managerOf(top, manifest);
  const scripts = manifest === undefined ? [] : scriptChecks(manifest, manager ?? 'npm');
  const others = toolchainsIn(top);
  const all = [...scripts, ...others.flatMap((each) => each.checks)];
  const setups = [manager === null ? null : installWith(top, manager), ...others.map((each) => each.setup)];
  const [packageManager = null] = [manager, ...others.map(({ name }) => name)].filter(
    (name) => name !== null,
  );
  return {
    packageManager,
    setup: setups.filter((each) => each !== null).join(' && ') || null,
    link: others.flatMap((each) => each.link ?? []),
    // A Makefile mostly wraps what was found without it.
    checks: all.length > 0 ? all : makeChecks(top),
    base: baseOf(place),
  };
}

type Manifest = { readonly scripts: Readonly<Record<string, string>>; readonly packageManager: string };

const MOST_BYTES = 1024 * 1024;

function manifestOf(top: string): Manifest | undefined {
  try {
    const file = join(top, 'package.json');
    if (fs.statSync(file).size > MOST_BYTES) return undefined;
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (!isMap(value)) return undefined;
    const { scripts, packageManager } = value;
    const texts = Object.entries(isMap(scripts) ? scripts : {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    );
    return { scripts: Object.fromEntries(texts), packageManager: textIn(packageManager) };
  } catch {
    return undefined;
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const locks: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

function managerOf(top: string, manifest: Manifest): string {
  const locked = locks.find(([file]) => fs.existsSync(join(top, file)));
  const named = /^(npm|pnpm|yarn|bun)@/.exec(manifest.packageManager)?.[1];
  return locked?.[1] ?? named ?? 'npm';
}

/** Exactly what the lockfile says, where there is one: a check must not depend on what was published today. */
function installWith(top: string, manager: string): string {
  const locked = locks.some(([file, of]) => of === manager && fs.existsSync(join(top, file)));
  if (!locked) return `${manager} install`;
  if (manager === 'npm') return 'npm ci';
  if (manager === 'yarn' && fs.existsSync(join(top, '.yarnrc.yml'))) return 'yarn install --immutable';
  return `${manager} install --frozen-lockfile`;
}

/** Scripts that judge, by the names people give them; the first of each kind. */
const judging: readonly { readonly id: string; readonly names: readonly string[] }[] = [
  { id: 'types', names: ['typecheck', 'type-check', 'types', 'check-types', 'tsc'] },
  { id: 'lint', names: ['lint'] },
  { id: 'unit tests', names: ['test', 'test:unit', 'unit'] },
  { id: 'build', names: ['build'] },
];

function scriptChecks({ scripts }: Manifest, manager: string): DetectedProject['checks'] {
  return judging.flatMap(({ id, names }) => {
    const name = names.find((each) => scripts[each] !== undefined && !isPlaceholder(scripts[each]));
    return name === undefined
      ? []
      : [{ id, run: name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}` }];
  });
}

/** What `npm init` writes: a test that tests nothing. */
function isPlaceholder(script: string): boolean {
  return script.includes('no test specified');
}

/** The branch work is cut from: main or master where there is one, else the one that is checked out. */
function baseOf({ common, top }: RepositoryPlace): string {
  const usual = ['main', 'master'].find((name) => hasBranch(common, name));
  if (usual !== undefined) return usual;
  for (const folder of [join(top, '.git'), common]) {
    const branch = checkedOut(folder);
    if (branch !== undefined) return branch;
  }
  return 'main';
}

function hasBranch(common: string, name: string): boolean {
  if (fs.existsSync(join(common, 'refs/heads', name))) return true;
  const packed = textOf(join(common, 'packed-refs')) ?? '';
  return packed.split('\n').some((line) => line.endsWith(` refs/heads/${name}`));
}

function checkedOut(folder: string): string | undefined {
  return /^ref: refs\/heads\/([\w./-]{1,200})$/m.exec(textOf(join(folder, 'HEAD')) ?? '')?.[1];
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
