import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { agentScript } from '../../test/support/playbook.ts';
import { root } from '../../test/source.ts';
import type { Registry, Used } from './registry.ts';

/** CPU time that the project's only check uses. */
const CHECK_CPU_MS = 4000;

const cli = join(root, 'dist', 'gauntlet.cjs');

/** How checks get their dependencies: by overlays, or by the pool where no program mounts them. */
export type Mechanism = 'overlay' | 'pool';

/** A project with many dependencies and one check, and our command on it. */
export type Project = {
  readonly folder: string;
  /** Commits a one-line change; `branch` is made from main if it does not exist. */
  change(branch: string): void;
  /** Removes everything that is prepared or checked out. */
  forgetWorkspaces(): void;
  /** Replaces the check by one that makes no file-status calls worth counting. */
  makeQuick(): void;
  /** Runs our command to its end. Throws where it does not exit with 0. */
  run(args: readonly string[], before?: readonly string[]): Promise<Used & { readonly stdout: string }>;
};

export function layProject(place: string, registry: Registry, mechanism: Mechanism): Project {
  const folder = join(place, 'project');
  mkdirSync(join(folder, '.agent'), { recursive: true });
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  };
  write({ ...manifests(registry), ...checkFiles(registry), ...epicFiles() });
  writeFileSync(join(folder, '.agent', 'agent.sh'), agentScript([]));
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Bench');
  git(folder, 'config', 'user.email', 'bench@example.org');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'base');
  const env = environment(place, mechanism);
  let changes = 0;
  return {
    folder,
    change(branch) {
      const isThere = git(folder, 'branch', '--list', branch) !== '';
      git(folder, 'checkout', '-q', ...(isThere ? [branch] : ['-b', branch, 'main']));
      write({ 'value.js': `module.exports = 1; // ${(changes += 1)}\n` });
      git(folder, 'commit', '-qam', `change ${changes}`);
    },
    forgetWorkspaces: () => rmSync(join(place, 'ws'), { recursive: true, force: true }),
    makeQuick() {
      git(folder, 'checkout', '-q', 'main');
      write({ 'check.js': 'process.exitCode = require("./value.js") ? 0 : 1;\n' });
      git(folder, 'commit', '-qam', 'a quick check');
    },
    run: (args, before = []) => timed([...before, process.execPath, cli, ...args], folder, env),
  };
}

function manifests({ address, locked }: Registry): Readonly<Record<string, string>> {
  const names = Object.keys(locked).map((path) => path.slice('node_modules/'.length));
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const manifest = { name: 'project', version: '1.0.0', dependencies };
  const packages = { '': manifest, ...locked };
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  return {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    '.npmrc': `registry=${address}/\naudit=false\nfund=false\n`,
    '.gitignore': 'node_modules\n.agent\n',
  };
}

/** A check that loads its dependencies, uses a fixed amount of CPU and reports it. A busy machine only makes it longer. */
function checkFiles({ reportPort }: Registry): Readonly<Record<string, string>> {
  const check = `const { readdirSync } = require('node:fs');
const socket = require('node:net').connect(${reportPort}, '127.0.0.1', () => {
  for (const name of readdirSync('node_modules')) if (name.startsWith('bench-')) require(name);
  if (!require('./value.js')) process.exitCode = 1;
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  while (used() < ${CHECK_CPU_MS});
  const body = { wallMs: process.uptime() * 1000, cpuMs: used(), endedAt: Date.now() };
  socket.end(JSON.stringify(body));
});
`;
  return { 'value.js': 'module.exports = 1;\n', 'check.js': check };
}

/** An epic of one ticket, whose agents are scripts that do as they are asked. */
function epicFiles(): Readonly<Record<string, string>> {
  return {
    'gauntlet.yaml': `version: 1
setup: { run: [npm ci] }
verify: [{ id: work, run: node check.js }]
agents: { default: { use: command, run: [sh, .agent/agent.sh] } }
depth: quick
audit: { perMilestone: false, endOfRun: false }
`,
    'epic.yaml': `version: 1
epic: bench
title: One ticket
base: main
tickets:
  - { id: T-1, title: A part, description: Add a part., acceptance: [{ id: AC1, text: the part is there }] }
`,
  };
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}

/** Wall and CPU of a command and all it starts and waits for, as the shell counts them. */
export async function timed(
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Used & { readonly stdout: string }> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"';
  const child = spawn('bash', ['-c', script, 'bash', ...argv], { cwd, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const [wall = 0, user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, stdout };
}

function environment(place: string, mechanism: Mechanism): NodeJS.ProcessEnv {
  const path = process.env['PATH'] ?? '';
  return {
    ...process.env,
    PATH: mechanism === 'overlay' ? path : withoutUnshare(place, path),
    GAUNTLET_WORKSPACES: join(place, 'ws'),
    XDG_CACHE_HOME: join(place, 'cache'),
  };
}

/** A folder of links to every program but the one that overlays need. */
function withoutUnshare(place: string, path: string): string {
  const bin = join(place, 'bin');
  mkdirSync(bin);
  for (const folder of [dirname(process.execPath), ...path.split(delimiter)].filter((each) =>
    existsSync(each),
  ))
    for (const name of readdirSync(folder))
      if (name !== 'unshare' && !existsSync(join(bin, name)))
        symlinkSync(join(folder, name), join(bin, name));
  return bin;
}
