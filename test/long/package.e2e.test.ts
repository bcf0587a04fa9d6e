import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Place, placeAt } from '../built-cli.ts';
import { machineNode, registryNode } from '../real-node.ts';
import { filesUnder, root } from '../source.ts';
import { npm, packed as packedAt, quietly } from '../support/packed.ts';

const FLOOR = '22.13.0';
const ANCIENT = '8.17.0';
const floorNode = registryNode(FLOOR);
const ancientNode = registryNode(ANCIENT);
const ownNode = machineNode();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Readonly<Record<string, string>>;
};

let base = '';
let installed: Place;
let packed: readonly string[] = [];

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'gauntlet-package-'));
  const { tarball, files } = packedAt(join(base, 'staged'));
  packed = files;
  const target = join(base, 'target');
  mkdirSync(target);
  writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
  // What it needs is here already; whether npm has kept enough to find it again without a registry differs by its version.
  const needed = Object.keys(manifest.dependencies).map(
    (name) => `${name}@file:${join(root, 'node_modules', name)}`,
  );
  npm(target, ['install', ...quietly, tarball, ...needed]);
  installed = placeAt(base, join(target, 'node_modules/gauntlet/dist/gauntlet.cjs'));
});

afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

test('the package holds what is built, the schemas and the papers, and none of the sources', () => {
  expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json']));
  expect(packed).toEqual(
    expect.arrayContaining([
      'dist/gauntlet.cjs',
      'dist/LICENSES.txt',
      'dist/commands/check.cjs',
      'plugin/.claude-plugin/plugin.json',
      'plugin/.mcp.json',
    ]),
  );
  // The demo's service is TypeScript, the compiler reads declarations, and both are a part of what is shipped.
  const shipped = packed.filter((path) => !/^dist\/(?:demo|typescript)\//.test(path));
  expect(shipped.length).toBeLessThan(packed.length);
  expect(shipped.filter((path) => /^(src|test|tools|bench)\/|\.ts$/.test(path))).toEqual([]);
});

test('FIRST-01 every page that a message or the README names is in the package, and no picture', () => {
  const texts = ['src', 'packages']
    .flatMap((folder) => filesUnder(folder, '.ts'))
    .filter((path) => !path.endsWith('.test.ts'));
  const named = texts.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/\b(docs\/[\w/-]+\.md) of the gauntlet package/g),
  ]);
  const linked = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([\w./-]+\.md)/g);
  const pages = [...named, ...linked].map(([, page = '']) => page);
  expect(pages).toEqual(expect.arrayContaining(['docs/cluster.md', 'docs/agents.md', 'examples/README.md']));
  expect(packed).toEqual(expect.arrayContaining(pages));
  expect(packed.filter((path) => path.startsWith('docs/') && !path.endsWith('.md'))).toEqual([]);
});

test('FIRST-01 a message that names a page of gauntlet says that it is of the package', () => {
  const own = new Set(filesUnder('docs', '.md'));
  const texts = ['src', 'packages']
    .flatMap((folder) => filesUnder(folder, '.ts'))
    .filter((path) => !/\.test\.ts$|\/rules\//.test(path));
  const bare = texts.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\b(docs\/[\w/-]+\.md)(?! of the gauntlet package)/g)]
      .map(([, page = '']) => page)
      .filter((page) => own.has(page)),
  );
  expect(bare).toEqual([]);
});

test('nothing that the package depends on brings a program that could take the place of a project’s own', () => {
  const programs = Object.keys(manifest.dependencies).filter((name) => {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { bin?: unknown }).bin !== undefined;
  });
  expect(programs).toEqual([]);
});

test('no command brings the library zod along, which takes longer to load than all that status does', () => {
  const folder = join(installed.cli, '../commands');
  const commands = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  expect(commands).toContain('status.cjs');
  const has = (name: string): boolean => readFileSync(join(folder, name), 'utf8').includes('$ZodType');
  expect(commands.filter(has)).toEqual([]);
});

test('FIRST-01 npm ci accepts the lock file, which names the packages of every platform', () => {
  const fresh = join(base, 'fresh-clone');
  mkdirSync(fresh);
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, name), join(fresh, name));
  const ci = () => npm(fresh, ['ci', '--dry-run', ...quietly, '--ignore-scripts']);
  expect(ci).not.toThrow();
  const lock = readFileSync(join(fresh, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
  // The packages of the repository itself are folders; all others are asked for by name.
  expect(lock).not.toMatch(/"resolved": "\w+:/);
  // A package of another platform that is missing is what npm ci refused once.
  const [foreign = ''] = Object.keys(packages).filter((name) =>
    name.endsWith('rolldown/binding-darwin-arm64'),
  );
  delete packages[foreign];
  writeFileSync(join(fresh, 'package-lock.json'), JSON.stringify({ ...JSON.parse(lock), packages }));
  expect(ci).toThrow('npm ci');
});

test('the licences of everything that is bundled come along', () => {
  const text = readFileSync(join(installed.cli, '../LICENSES.txt'), 'utf8');
  for (const name of ['commander', 'typescript', 'yaml', 'zod'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test(`it was tried on a real Node ${FLOOR}, or the machine has no way to get one`, () => {
  // In CI a missing Node is a failure: a promise that nobody tried is not kept.
  const mayBeMissing = process.env['CI'] === undefined;
  expect(mayBeMissing || floorNode !== undefined).toBe(true);
  process.stdout.write(`\nNode ${FLOOR}: ${floorNode ?? 'not available'}\n`);
  process.stdout.write(`Node ${ANCIENT}: ${ancientNode ?? 'not available'}\n`);
  process.stdout.write(`the machine's own: ${ownNode?.version ?? 'none'}\n`);
});

test.skipIf(floorNode === undefined)(`the installed package works on Node ${FLOOR}`, () => {
  expectItWorks(floorNode);
});

test.skipIf(floorNode === undefined)(
  `Node ${FLOOR} warns of its SQLite, and the command line keeps that to itself`,
  () => {
    const later =
      "setImmediate(() => { require('node:sqlite'); process.emitWarning('Real', 'ExperimentalWarning'); });";
    installed.write('sqlite.cjs', later);
    const on = { node: floorNode ?? '', nodeArgs: ['-r', join(installed.dir, 'sqlite.cjs')] };
    const bare = placeAt(base, join(installed.dir, 'sqlite.cjs')).run([], { node: on.node });
    expect(bare.stderr).toContain('SQLite is an experimental feature');
    const { stderr } = installed.run(['schema', 'epic'], on);
    expect(stderr).not.toContain('SQLite');
    expect(stderr).toContain('ExperimentalWarning: Real');
  },
);

test('the installed package works on the Node of this repository', () => {
  expectItWorks(process.execPath);
});

test.skipIf(ancientNode === undefined)(
  `Node ${ANCIENT} can read the entry and is told, in one sentence`,
  () => {
    expectRefusal(ANCIENT, ancientNode);
  },
);

test.skipIf(ownNode === undefined || !isTooOld(ownNode.version))(
  'the machine’s own older Node is told too',
  () => {
    expectRefusal(ownNode?.version ?? '', ownNode?.path);
  },
);

/** Half a minute of work on two free cores; here others may be using them too. */
const PATIENCE = 300_000;

/** No key, no settings, and folders in which anything left behind is seen. */
function newcomer(name: string): { readonly TMPDIR: string; readonly HOME: string } {
  const [TMPDIR, HOME] = [join(installed.dir, name, 'tmp'), join(installed.dir, name, 'home')];
  for (const folder of [TMPDIR, HOME]) mkdirSync(folder, { recursive: true });
  return { TMPDIR, HOME };
}

test(
  `a newcomer’s demo on Node ${FLOOR}: a whole epic runs, nothing is left behind, and the home directory stays empty`,
  () => {
    const env = newcomer('demo');
    // All other tests run their epics on the Node of this repository; this one runs on the oldest that is promised.
    const node = floorNode ?? process.execPath;
    const { code, stdout } = installed.run(['demo', '--no-input', '--json'], { env, node });
    expect(code).toBe(3);
    const value = JSON.parse(stdout) as { caught: { ticket: string }[]; landed: string[] };
    expect(value).toMatchObject({
      status: 'escalated',
      exitCode: 3,
      repository: null,
      decisionsNeeded: [{ ticket: 'SHOP-5' }],
    });
    expect(value.landed).toHaveLength(5);
    expect(new Set(value.caught.map(({ ticket }) => ticket)).size).toBe(4);
    expect([readdirSync(env.TMPDIR), readdirSync(env.HOME)]).toEqual([[], []]);
  },
  PATIENCE,
);

test(
  'a newcomer’s five minutes: a review, init, doctor and a dry run, with no key and nothing set up',
  () => {
    const project = join(installed.dir, 'project');
    const env = newcomer('five-minutes');
    const gauntlet = (...args: readonly string[]) => installed.run([...args, '--cwd', project], { env });
    installed.write('project/package.json', '{ "name": "mine", "scripts": { "test": "node --test" } }\n');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=N', '-c', 'user.email=n@example.invalid', ...args], {
        cwd: project,
      });
    git('init', '--quiet', '--template=', '--initial-branch=main');
    git('add', '--all');
    git('commit', '--quiet', '--message=First');
    installed.write('project/mine.test.js', "test.only('mine', () => {});\n");
    const review = gauntlet('review', '--uncommitted', '--no-agents');
    expect([review.code, review.stdout]).toEqual([1, expect.stringContaining('mine.test.js')]);
    expect(gauntlet('init', '-y').stdout).toContain('epics/sample.yaml');
    expect(readFileSync(join(project, 'gauntlet.yaml'), 'utf8')).toContain('npm test');
    expect(gauntlet('check', join(project, 'epics/sample.yaml')).code).toBe(0);
    // Whether this machine is fit is for doctor to say; that it says so, and ends, is what counts here.
    expect(JSON.parse(gauntlet('doctor', '--json').stdout)).toBeTypeOf('object');
    const dry = gauntlet('run', join(project, 'epics/sample.yaml'), '--dry-run');
    // The plan where an agent is installed; where none is, what is missing.
    expect(dry.stdout + dry.stderr).toMatch(/sample|no agent is configured/i);
    expect(existsSync(join(project, '.git/gauntlet/epics'))).toBe(false);
  },
  PATIENCE,
);

test('a Node just below the floor is refused, even to say its version', () => {
  installed.write('older.cjs', "Object.defineProperty(process.versions, 'node', { value: '22.12.0' });");
  const nodeArgs = ['-r', join(installed.dir, 'older.cjs')];
  expect(installed.run(['--version'], { nodeArgs })).toEqual(refusal('22.12.0'));
});

function expectItWorks(node: string | undefined): void {
  const on = { node: node ?? '' };
  installed.write('bad.yaml', 'version: 1\nepic: e\ntickets: []\nbogus: 1\n');
  installed.write('answer.txt', 'READY_FOR_REVIEW: API-1\n');
  expect(installed.run(['--version'], on)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  expect(installed.run(['--help'], on)).toMatchObject({ code: 0, stderr: '' });
  expect(installed.run(['check', 'bad.yaml'], on).code).toBe(2);
  const parsed = installed.run(['parse', '--as', 'developer', '--ticket', 'API-1', 'answer.txt'], on);
  expect({ ...parsed, stdout: (JSON.parse(parsed.stdout) as { verdict: string }).verdict }).toEqual({
    code: 0,
    stdout: 'ready',
    stderr: '',
  });
}

function expectRefusal(version: string, node: string | undefined): void {
  for (const args of [['--version'], ['check', 'x.yaml']]) {
    expect(installed.run(args, { node: node ?? '' })).toEqual(refusal(version));
  }
}

function refusal(version: string): { code: number; stdout: string; stderr: string } {
  const stderr = `gauntlet needs Node 22.13 or newer, and this is Node ${version}.\n  hint: Install a newer Node (https://nodejs.org), then run the same command again.\n`;
  return { code: 5, stdout: '', stderr };
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13);
}
