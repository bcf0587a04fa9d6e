// What the gate costs around a project's own checks, on a repository with more than 10,000 files of dependencies. "Ours" is
// the whole of `review --no-agents` minus what the check commands say they used themselves, however often they ran.
// Packages come from a registry on loopback, made here: nothing is fetched.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../test/source.ts';
import { atMost, type Bench, type Row } from './table.ts';

const PACKAGES = 110;
const FILES_EACH = 100;
const CHECK_MS = 4000;

export const bench: Bench = {
  name: 'overhead',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
    const registry = await openRegistry(join(place, 'tarballs'));
    try {
      return await measure(place, registry);
    } finally {
      registry.server.close();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

type Used = { readonly wallMs: number; readonly cpuMs: number };

type Registry = {
  readonly server: Server;
  readonly address: string;
  readonly locked: Readonly<Record<string, unknown>>;
  /** What check commands said they used since it was asked last. */
  taken(): readonly Used[];
};

/** Serves packages that are made here, and hears from checks what they used. */
async function openRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const packages = Array.from({ length: PACKAGES }, (_, nth) => pack(folder, `bench-dep-${nth}`));
  let used: Used[] = [];
  let address = '';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (path === '/used') {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        used.push(JSON.parse(text) as Used);
        response.end('ok');
      });
      return;
    }
    if (path.endsWith('.tgz')) return void response.end(readFileSync(join(folder, path.slice(1))));
    const found = packages.find(({ name }) => `/${name}` === path);
    if (found === undefined) return void response.writeHead(404).end('{}');
    const { name, integrity } = found;
    const dist = { tarball: `${address}/${name}.tgz`, integrity };
    const versions = { '1.0.0': { name, version: '1.0.0', dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const locked = packages.map(({ name, integrity }) => [
    `node_modules/${name}`,
    { version: '1.0.0', resolved: `${address}/${name}.tgz`, integrity },
  ]);
  const taken = (): readonly Used[] => {
    const all = used;
    used = [];
    return all;
  };
  return { server, address, locked: Object.fromEntries(locked), taken };
}

function pack(folder: string, name: string): { readonly name: string; readonly integrity: string } {
  const made = join(folder, name, 'package');
  mkdirSync(join(made, 'lib'), { recursive: true });
  writeFileSync(join(made, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'lib/0.js' }));
  for (let nth = 0; nth < FILES_EACH; nth += 1)
    writeFileSync(
      join(made, 'lib', `${nth}.js`),
      `module.exports = ${nth};\n${'// dependency\n'.repeat(150)}`,
    );
  const file = join(folder, `${name}.tgz`);
  execFileSync('tar', ['-czf', file, '-C', join(folder, name), 'package']);
  rmSync(join(folder, name), { recursive: true });
  return { name, integrity: `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` };
}

/** Works for some seconds with what is installed, then says what it has used. */
function checkScript(address: string, ms: number): string {
  return `const { readdirSync } = require('node:fs');
const began = performance.now() - process.uptime() * 1000;
for (const name of readdirSync('node_modules')) if (name.startsWith('bench-')) require(name);
if (!require('./value.js')) process.exitCode = 1;
const until = Date.now() + ${ms};
while (Date.now() < until);
const { user, system } = process.cpuUsage();
const body = JSON.stringify({ wallMs: performance.now() - began, cpuMs: (user + system) / 1000 });
fetch('${address}/used', { method: 'POST', body }).then((answer) => answer.text());
`;
}

function git(repository: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], {
    cwd: repository,
  });
}

function layRepository(place: string, { address, locked }: Registry): string {
  const repository = join(place, 'project');
  mkdirSync(repository);
  const names = Object.keys(locked).map((path) => path.slice('node_modules/'.length));
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const manifest = { name: 'project', version: '1.0.0', dependencies };
  const packages = { '': manifest, ...locked };
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  const files = {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    '.npmrc': `registry=${address}/\naudit=false\nfund=false\n`,
    '.gitignore': 'node_modules\n',
    'value.js': 'module.exports = 1;\n',
    'check.js': checkScript(address, CHECK_MS),
    'quick.js': 'process.exitCode = require("./value.js") ? 0 : 1;\n',
    'gauntlet.yaml': 'setup:\n  run: [npm ci]\nverify:\n  - { id: work, run: node check.js }\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
  git(repository, 'init', '-q', '-b', 'main');
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', 'base');
  return repository;
}

type Taken = Used & { readonly checks: readonly Used[] };

/** One review of a new one-line change, timed with everything it starts. */
async function review(repository: string, registry: Registry, name: string): Promise<Taken> {
  git(repository, 'checkout', '-q', '-b', name, 'main');
  writeFileSync(join(repository, 'value.js'), `module.exports = 1; // ${name}\n`);
  git(repository, 'commit', '-qam', name);
  const ran = await timed([process.execPath, cli, 'review', '--no-agents', '--base', 'main'], repository);
  return { ...ran, checks: registry.taken() };
}

const cli = join(root, 'dist', 'gauntlet.cjs');

/** Wall and CPU of a command and all it starts, as the shell reckons them. */
async function timed(argv: readonly string[], cwd: string): Promise<Used> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >&2';
  const child = spawn('bash', ['-c', script, 'bash', ...argv], { cwd, env: environment(cwd) });
  let said = '';
  child.stdout.resume();
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const [wall = 0, user = 0, system = 0] = said.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${said}`);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 };
}

function environment(cwd: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GAUNTLET_WORKSPACES: join(cwd, '..', 'ws'),
    XDG_CACHE_HOME: join(cwd, '..', 'cache'),
  };
}

async function measure(place: string, registry: Registry): Promise<Row[]> {
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'ignore' });
  const repository = layRepository(place, registry);
  const byHand = await timed(['npm', 'ci', '--cache', join(place, 'npm')], repository);
  rmSync(join(repository, 'node_modules'), { recursive: true });
  const first = await review(repository, registry, 'first');
  const next = await review(repository, registry, 'next');
  const again = await review(repository, registry, 'again');
  const sum = (all: readonly Used[], what: keyof Used): number =>
    all.reduce((total, used) => total + used[what], 0);
  const wall = (taken: Taken): number => {
    const checks = sum(taken.checks, 'wallMs');
    return (taken.wallMs - checks) / checks;
  };
  // The sandbox leaves its first process to the system, so the shell reckons no CPU of the checks to the command.
  const cpu = (taken: Taken): number => taken.cpuMs / sum(taken.checks, 'cpuMs');
  const preparing =
    (first.wallMs - sum(first.checks, 'wallMs') - (next.wallMs - sum(next.checks, 'wallMs'))) / byHand.wallMs;
  const files = PACKAGES * (FILES_EACH + 1);
  const about = `review --no-agents, ${files.toLocaleString('en-US')} files of dependencies`;
  const calls = statusCalls(repository);
  return [
    atMost({ what: `${about}: preparing`, value: preparing, unit: 'x npm ci by hand' }, 1.3),
    atMost({ what: `${about}: ours`, value: wall(next), unit: "x the checks' wall" }, 0.3),
    atMost({ what: `${about}: ours`, value: cpu(next), unit: "x the checks' CPU" }, 0.5),
    atMost({ what: `${about}, second: ours`, value: wall(again), unit: "x the checks' wall" }, 0.15),
    ...(calls === undefined
      ? []
      : [atMost({ what: `${about}: file-status calls`, value: calls, unit: 'calls' }, 60_000)]),
  ];
}

/** Calls of a review whose check asks for none; undefined where strace is missing. */
function statusCalls(repository: string): number | undefined {
  if (spawnSync('strace', ['--version']).status !== 0) return undefined;
  writeFileSync(
    join(repository, 'gauntlet.yaml'),
    'setup:\n  run: [npm ci]\nverify:\n  - { id: work, run: node quick.js }\n',
  );
  git(repository, 'checkout', '-q', 'main');
  git(repository, 'commit', '-qam', 'a quick check');
  git(repository, 'checkout', '-q', '-b', 'counted');
  writeFileSync(join(repository, 'value.js'), 'module.exports = 1; // counted\n');
  git(repository, 'commit', '-qam', 'counted');
  const folder = mkdtempSync(join(repository, '..', 'trace-'));
  const calls = 'stat,lstat,fstat,newfstatat,statx';
  const argv = ['-ff', '-qq', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', join(folder, 't')];
  const ran = spawnSync(
    'strace',
    [...argv, process.execPath, cli, 'review', '--no-agents', '--base', 'main'],
    {
      cwd: repository,
      env: environment(repository),
      encoding: 'utf8',
    },
  );
  if (ran.status !== 0) return undefined;
  return readdirSync(folder).reduce(
    (total, name) => total + readFileSync(join(folder, name), 'latin1').split('\n').length - 1,
    0,
  );
}
