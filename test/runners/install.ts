// Packages of the kit's repositories, installed once for each set of manifests and reused without a network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { root } from '../source.ts';
import { manifest, type Tool } from './tool.ts';

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'gauntlet-runner-kit');
const manifests = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|\.yarnrc\.yml)$/;
const locks = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** What every install leaves beside its packages: the stores of the package managers. */
const STORES = 'stores';

export type Installed = {
  /** Has the manifests, the lockfile and `node_modules`. */
  readonly folder: string;
  /** The lockfile by its name. */
  readonly lock: Readonly<Record<string, string>>;
};

/** The packages of a tool, from the cache where the same manifests were installed before. */
export function installed({ files, installer }: Pick<Tool, 'files' | 'installer'>): Installed | null {
  if (installer === null) return null;
  const own = Object.entries(files).filter(([path]) => manifests.test(path));
  const folder = inCache(own, (place) => install(installer, place));
  const lock = locks
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return { folder, lock: Object.fromEntries(lock) };
}

function inCache(files: readonly (readonly [string, string])[], fill: (place: string) => void): string {
  const key = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 24);
  const done = join(cache, key);
  if (existsSync(done)) return done;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'new-'));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text);
  }
  try {
    fill(fresh);
    // The first one to finish wins.
    if (!existsSync(done)) renameSync(fresh, done);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return done;
}

/** Milliseconds that an install may take. */
const LONGEST = 300_000;

const quiet = ['--no-audit', '--no-fund'];

function install(installer: NonNullable<Tool['installer']>, cwd: string): void {
  const stores = join(cwd, STORES);
  const npmCache = `--cache=${join(stores, 'npm')}`;
  const pnpm = ['install', '--no-frozen-lockfile', `--store-dir=${join(stores, 'pnpm')}`];
  const [program, ...words] = {
    npm: ['npm', 'install', ...quiet, npmCache],
    pnpm: ['pnpm', ...pnpm],
    'npx pnpm': ['npx', '--yes', npmCache, 'pnpm@10.20.0', ...pnpm],
    yarn: ['yarn', 'install', '--no-immutable'],
  }[installer] as [string, ...string[]];
  // Never below the project: a package manager that switches to the project's version works in its home directory, and
  // would find the project around it and switch again, without end.
  const home = mkdtempSync(join(tmpdir(), 'gauntlet-kit-home-'));
  furnishHome(home);
  const path = [packageManagers(), process.env['PATH']].join(delimiter);
  run(program, words, cwd, { ...certificates(), PATH: path, HOME: home });
  rmSync(home, { recursive: true, force: true });
}

/** The folder of programs that has pnpm and yarn, in the versions of the kit. */
export function packageManagers(): string {
  const own = manifest({ dependencies: { pnpm: '12.18.0', '@yarnpkg/cli-dist': '4.18.1' } });
  const folder = inCache([['package.json', own]], (place) =>
    run('npm', ['install', ...quiet], place, { ...certificates(), PATH: process.env['PATH'], HOME: place }),
  );
  return join(folder, 'node_modules/.bin');
}

/** Tells the package managers in a home directory which registry npm uses here. */
export function furnishHome(home: string): void {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  writeFileSync(join(home, '.npmrc'), `registry=${registry}\n`);
  writeFileSync(join(home, '.yarnrc.yml'), `npmRegistryServer: ${JSON.stringify(registry)}\n`);
}

/** Where this machine keeps the certificates it trusts, and its proxies: installs need them, also in workspaces. */
export function certificates(): Readonly<Record<string, string>> {
  const known = /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => known.test(entry[0])),
  );
}

/** Puts `node_modules` of the packages into a checkout. */
export function placeModules({ folder }: Installed, checkout: string): void {
  const packages = existsSync(join(folder, 'packages')) ? readdirSync(join(folder, 'packages')) : [];
  for (const place of ['', ...packages.map((name) => join('packages', name))])
    if (existsSync(join(folder, place, 'node_modules')))
      copyLinked(join(folder, place, 'node_modules'), join(checkout, place, 'node_modules'));
}

/** Puts packages of this repository, with what they need, into `node_modules` of a checkout: nothing is fetched. */
export function placeOwn(names: readonly string[], checkout: string): void {
  const own = join(root, 'node_modules');
  const todo = [...names];
  for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
    const to = join(checkout, 'node_modules', name);
    if (existsSync(to) || !existsSync(join(own, name))) continue;
    copyLinked(join(own, name), to);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(to, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    todo.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}

/** Puts the packages where setup looks for them first, so that it needs no network. */
export function placeStores({ folder }: Installed, sharedCache: string): void {
  if (existsSync(join(folder, STORES))) copyLinked(join(folder, STORES), sharedCache);
}

/** Copies a tree; its files stay one on disk where the file system allows that. */
function copyLinked(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  try {
    execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: 'pipe', timeout: LONGEST });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`, { cause: error });
  }
}
