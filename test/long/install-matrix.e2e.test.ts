// Every documented way in, tried as a user would: their npm on Node 22 or 24, an empty home, a repository in their language.
// Needs the network (or a filled npm cache) for the one dependency and, for the git address, to build.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { registryNode } from '../real-node.ts';
import { root } from '../source.ts';
import { packed } from '../support/packed.ts';

/** A git address installs the development dependencies of this repository and builds it. */
const PATIENCE = 900_000;

const nodes = { 22: registryNode('22.13.0'), 24: process.execPath } as const;
type Major = keyof typeof nodes;

let base = '';
let tarball = '';

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gauntlet-install-')));
  tarball = packed(join(base, 'staged')).tarball;
  for (const [major, node] of Object.entries(nodes)) {
    mkdirSync(join(base, `node-${major}`));
    if (node !== undefined) symlinkSync(node, join(base, `node-${major}`, 'node'));
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A program with this Node first on the path, and only what a shell needs behind it. */
function ran(major: Major, cwd: string, words: readonly string[], more = ''): Promise<Ran> {
  const [program = '', ...args] = words;
  const path = [join(base, `node-${major}`), more, '/usr/local/bin', '/usr/bin', '/bin'];
  const env = {
    PATH: path.filter((folder) => folder !== '').join(delimiter),
    HOME: join(base, 'home'),
    // The registry and its cache belong to the machine; the user's own folders are empty.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name))),
    npm_config_userconfig: npmSetting('userconfig'),
    npm_config_cache: npmSetting('cache'),
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
    CI: 'true',
  };
  mkdirSync(env.HOME, { recursive: true });
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

function npmSetting(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { cwd: base, encoding: 'utf8' }).trim();
}

// Put together here, so that no scanner takes it for a real one.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');

function repository(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(base, name);
  for (const [path, text] of Object.entries({ '.gitignore': 'node_modules\n', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=N', '-c', 'user.email=n@example.invalid', ...args], {
      cwd: folder,
    });
  };
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  return folder;
}

/** What the first screen of the README promises: the language and the runner are named, and one command finds the key. */
async function expectWayIn(
  gauntlet: (...args: readonly string[]) => Promise<Ran>,
  folder: string,
  says: { readonly language: string; readonly checks: string },
): Promise<void> {
  const alone = await gauntlet();
  expect(alone).toMatchObject({ code: 0, stdout: expect.stringContaining(`languages  ${says.language}`) });
  expect(alone.stdout).toContain(`checks     ${says.checks}`);
  expect(alone.stdout).toMatch(/^next: {2}gauntlet /m);
  writeFileSync(join(folder, 'settings.ini'), `key = ${key}\n`);
  const review = await gauntlet('review', '--uncommitted', '--no-agents', '--no-checks');
  expect([review.code, review.stdout]).toEqual([1, expect.stringContaining('settings.ini:1')]);
}

test('FIRST-01 Node 22 and 24 are both there to try', () => {
  expect(nodes[22]).toBeDefined();
});

test(
  'FIRST-01 a JavaScript repository: local install of the tarball with Node 22, npm ci with Node 24, npx finds it on both',
  async () => {
    const folder = repository('javascript', {
      'package.json': '{ "private": true, "scripts": { "test": "node --test" } }\n',
      'src/a.js': 'export const a = 1;\n',
    });
    const install = await ran(22, folder, ['npm', 'install', '--save-dev', tarball]);
    expect(install).toMatchObject({ code: 0 });
    expect(await ran(24, folder, ['npm', 'ci'])).toMatchObject({ code: 0 });
    for (const major of [22, 24] as const)
      await expectWayIn((...args) => ran(major, folder, ['npx', '--no', 'gauntlet', ...args]), folder, {
        language: 'JavaScript (1 file)',
        checks: 'npm test',
      });
  },
  PATIENCE,
);

test(
  'FIRST-01 a Python repository: npx with the tarball, without an install, on Node 22',
  async () => {
    const folder = repository('python', {
      'pyproject.toml': '[project]\nname = "till"\nversion = "1"\n[tool.pytest.ini_options]\n',
      'till.py': 'def total():\n    return 1\n',
    });
    await expectWayIn(
      (...args) => ran(22, folder, ['npx', '--yes', '--package', tarball, 'gauntlet', ...args]),
      folder,
      { language: 'Python (1 file)', checks: 'python3 -m pytest' },
    );
  },
  PATIENCE,
);

test(
  'FIRST-01 a Go repository: global install of the tarball with Node 24, used on both',
  async () => {
    const folder = repository('go', {
      'go.mod': 'module example.invalid/till\n\ngo 1.22\n',
      'till.go': 'package till\n',
    });
    const prefix = join(base, 'prefix');
    const install = await ran(24, folder, ['npm', 'install', '--global', '--prefix', prefix, tarball]);
    expect(install).toMatchObject({ code: 0 });
    for (const major of [24, 22] as const)
      await expectWayIn((...args) => ran(major, folder, ['gauntlet', ...args], join(prefix, 'bin')), folder, {
        language: 'Go (1 file)',
        checks: 'go vet ./..., go test ./...',
      });
  },
  PATIENCE,
);

test(
  'FIRST-01 a repository without package.json: npx with a git address builds the package and runs it',
  async () => {
    const folder = repository('shell', { 'run.sh': 'echo hello\n' });
    const address = pathToFileURL(gitAddress()).href;
    await expectWayIn(
      (...args) => ran(24, folder, ['npx', '--yes', '--package', `git+${address}`, 'gauntlet', ...args]),
      folder,
      { language: 'none found', checks: 'none found' },
    );
  },
  PATIENCE,
);

/** A bare repository with the sources as they are now. */
function gitAddress(): string {
  const bare = join(base, 'gauntlet.git');
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=N', '-c', 'user.email=n@example.invalid', ...args], { cwd: root });
  };
  git('init', '--quiet', '--bare', '--initial-branch=main', bare);
  git('--git-dir', bare, '--work-tree', root, 'add', '--all');
  git('--git-dir', bare, '--work-tree', root, 'commit', '--quiet', '--message=As it is');
  return bare;
}
