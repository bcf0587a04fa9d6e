// What a project gets when it installs the package: its own programs stay, and whatever Gauntlet prints finds Gauntlet.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../source.ts';
import { npm, type Packed, packed, packedFolder, quietly } from '../support/packed.ts';
import { patience } from '../support/epic-run.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  dependencies: Readonly<Record<string, string>>;
};
const dependencies = Object.keys(manifest.dependencies);
const needed = dependencies.map((name) => `${name}@file:${join(root, 'node_modules', name)}`);

let base = '';
let ours: Packed;
/** Programs that every shell here needs, and no gauntlet. */
let path = '';

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gauntlet-harmless-')));
  ours = packed(join(base, 'staged'));
  path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
}, patience);
afterAll(() => rmSync(base, { recursive: true, force: true }));

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** One that answers while the test's own server answers too. */
function ran(
  program: string,
  args: readonly string[],
  at: { cwd: string; env: Readonly<Record<string, string>>; input?: string },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: at.cwd, env: at.env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
    // One that has ended already does not listen, and that is no error of ours.
    child.stdin?.on('error', () => undefined).end(at.input ?? '');
  });
}

async function project(name: string, manifestText: string): Promise<string> {
  const folder = join(base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), manifestText);
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  const git = async (...args: readonly string[]): Promise<void> => {
    const who = ['-c', 'user.name=N', '-c', 'user.email=n@example.invalid'];
    expect(await ran('git', [...who, ...args], { cwd: folder, env: environment() })).toMatchObject({
      code: 0,
    });
  };
  await git('init', '--quiet', '--template=', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=First');
  return folder;
}

function environment(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const home = join(base, 'home');
  mkdirSync(home, { recursive: true });
  return { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: '1', npm_config_update_notifier: 'false', ...more };
}

/** Every way in which other programs are told to start Gauntlet, as they start it. */
async function waysIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, Ran>>> {
  const plugin = join(base, 'staged/plugin');
  const printed = async (...args: readonly string[]): Promise<string> =>
    (
      await ran(process.execPath, [join(base, 'staged/dist/gauntlet.cjs'), ...args], {
        cwd,
        env: environment({ npm_config_cache: join(base, 'cache') }),
      })
    ).stdout;
  const read = (file: string): string => readFileSync(join(plugin, file), 'utf8');
  const stopIn = (text: string): string => {
    const { hooks } = JSON.parse(text) as { hooks: { Stop: { hooks: { command: string }[] }[] } };
    return hooks.Stop[0]?.hooks[0]?.command ?? '';
  };
  const serverIn = (text: string): { command: string; args: string[] } => {
    const { mcpServers } = JSON.parse(text.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin)) as {
      mcpServers: { gauntlet: { command: string; args: string[] } };
    };
    return mcpServers.gauntlet;
  };
  const hookFile = join(cwd, '.git/pre-push-to-try');
  writeFileSync(hookFile, await printed('hook', 'pre-push', '--print'));
  const shell = (line: string, input: string): Promise<Ran> =>
    ran('sh', ['-c', line], { cwd, env: { ...env, CLAUDE_PLUGIN_ROOT: plugin }, input });
  const asked = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const served = ({ command, args }: { command: string; args: string[] }): Promise<Ran> =>
    ran(command, args, { cwd, env, input: asked });
  return {
    push: await ran('sh', [hookFile, 'origin', 'nowhere'], { cwd, env }),
    stop: await shell(stopIn(await printed('hook', 'stop', '--print')), '{"stop_hook_active":false}'),
    pluginStop: await shell(stopIn(read('hooks/hooks.json')), '{"stop_hook_active":false}'),
    mcp: await served(serverIn(await printed('mcp', '--print'))),
    pluginMcp: await served(serverIn(read('.mcp.json'))),
  };
}

const nothing = { code: 0, stdout: '', stderr: '' };
const pong = { code: 0, stdout: '{"jsonrpc":"2.0","id":1,"result":{}}\n', stderr: '' };
const allWork = { push: nothing, stop: nothing, pluginStop: nothing, mcp: pong, pluginMcp: pong };

test(
  'a local install leaves the project’s own tsc, also with npm ci; hooks, plugin and MCP find it from any folder',
  async () => {
    const folder = await project('local', '{ "private": true }\n');
    const env = environment({ npm_config_cache: join(base, 'cache') });
    const install = (...args: readonly string[]): string =>
      npm(folder, [...args.slice(0, 1), ...quietly, ...args.slice(1)], { ...process.env, ...env });
    const programs = (): readonly string[] =>
      ['tsc', 'tsserver'].map((name) => realpathSync(join(folder, 'node_modules/.bin', name)));
    const own = ['tsc', 'tsserver'].map((name) => join(folder, 'node_modules/typescript/bin', name));
    const compiler = `typescript@file:${join(root, 'node_modules/typescript-api')}`;
    install('install', '-D', compiler, ours.tarball, ...needed);
    expect(programs()).toEqual(own);
    install('ci');
    expect(programs()).toEqual(own);
    expect(await waysIn(folder, env)).toEqual(allWork);
    mkdirSync(join(folder, 'below'));
    const script = join(base, 'staged/plugin/gauntlet.sh');
    const below = await ran('sh', [script, '--version'], { cwd: join(folder, 'below'), env });
    expect(below).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  },
  patience,
);

test(
  'hooks, plugin and MCP find a global install',
  async () => {
    const folder = await project('global', '{ "private": true }\n');
    const prefix = join(base, 'prefix');
    const env = environment({ npm_config_cache: join(base, 'cache') });
    npm(folder, ['install', ...quietly, '--global', '--prefix', prefix, ours.tarball, ...needed], {
      ...process.env,
      ...env,
    });
    const withIt = { ...env, PATH: [join(prefix, 'bin'), path].join(delimiter) };
    expect(await waysIn(folder, withIt)).toEqual(allWork);
  },
  patience,
);

test(
  'hooks, plugin and MCP find what npx has kept, without asking the registry again',
  async () => {
    const folder = await project('npx', '{ "private": true }\n');
    const registry = await servedRegistry();
    const env = environment({
      npm_config_cache: join(base, 'npx-cache'),
      npm_config_registry: registry.address,
      npm_config_loglevel: 'silent',
    });
    const first = await ran('npx', ['--yes', 'gauntlet', '--version'], { cwd: folder, env });
    await registry.close();
    expect(first).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
    expect(await waysIn(folder, env)).toEqual(allWork);
  },
  patience,
);

test(
  'where there is no Gauntlet, each of them says what to install and passes nothing',
  async () => {
    const folder = await project('none', '{ "private": true }\n');
    const env = environment({ npm_config_cache: join(base, 'empty-cache') });
    const missing = {
      code: 5,
      stdout: '',
      stderr: expect.stringContaining(
        `gauntlet is not installed: in ${folder}, run npm install --save-dev PACKAGE, `,
      ) as string,
    };
    expect(await waysIn(folder, env)).toEqual({
      push: missing,
      stop: missing,
      pluginStop: missing,
      mcp: missing,
      pluginMcp: missing,
    });
  },
  patience,
);

/** A registry on loopback that has this package and what it depends on. */
async function servedRegistry(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const folder = join(base, 'registry');
  mkdirSync(folder);
  const packages = [
    { ...manifest, tarball: ours.tarball },
    ...dependencies.map((name) => {
      const from = join(root, 'node_modules', name);
      const text = readFileSync(join(from, 'package.json'), 'utf8');
      const { version, main } = JSON.parse(text) as { version: string; main?: string };
      return { name, version, main, tarball: packedFolder(from, folder).tarball };
    }),
  ];
  let address = '';
  const server: Server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '').slice(1);
    const found = packages.find(({ name }) => asked === name || asked === `${name}.tgz`);
    if (found === undefined) return void response.writeHead(404).end('{}');
    const { tarball, ...own } = found;
    if (asked.endsWith('.tgz')) return void response.end(readFileSync(tarball));
    const version = { ...own, dist: { tarball: `${address}/${own.name}.tgz` } };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name: own.name,
        'dist-tags': { latest: own.version },
        versions: { [own.version]: version },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
