// Builds what is published: a small stub that answers by itself, and one bundled file per command.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import ts from 'typescript-api';

import { helpTexts } from '../src/cli/build-command.ts';
import { commands } from '../src/cli/commands/index.ts';
import { tableOf } from '../src/cli/completion/table-of.ts';
import { readCatalogue } from '../src/cli/explain/catalogue.ts';
import { toolVersion } from '../src/cli/tool-version.ts';
import { buildPages } from './build-pages.ts';
import { licencesText } from './licences.ts';

/** Adapters that are dear to load: each is a file of its own, opened when a run has such an agent. */
const adaptersWithSdk = ['api', 'acp'];

/** Programs of ours that run in the sandbox of an agent. */
const agentPrograms = {
  'scripted-player': 'scripted/player.ts',
  'acp-relay': 'acp/relay.ts',
  'codex-look-server': 'codex/look-server.ts',
};

/** The Postgres driver and the job engine on it: opened by whoever works on a cluster. */
const clusterParts = ['pg-driver', 'boss-driver'];

const scanParts = { 'look-worker': 'cli/scan/look-worker.ts', scans: 'flow/scans.ts' };

/** Where the compiler lies, seen from every bundled file: each of them is one folder below the top. */
const COMPILER = '../typescript/typescript.cjs';
const always = { BUILT_COMPILER: JSON.stringify(COMPILER) };

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const scans = versionOf('{scan,detect,formats,model,ports}');
const judging = versionOf('{scan,detect,formats,model,ports,dispatch,plan,review,gates,flow}');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
await build(resolve(values.out));

async function build(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'commands'), { recursive: true });
  await buildStub(join(out, 'gauntlet.cjs'));
  const bundled = new Set<string>();
  for (const command of commands) {
    const modules = await buildCommand(command.name, join(out, 'commands', `${command.name}.cjs`));
    for (const module of modules) bundled.add(module);
  }
  for (const module of await buildAgents(out)) bundled.add(module);
  await buildScan(out);
  for (const module of await buildCompiler(out)) bundled.add(module);
  for (const module of await buildCluster(out)) bundled.add(module);
  for (const module of await buildServer(out)) bundled.add(module);
  for (const module of await buildPages(join(out, 'dashboard'))) bundled.add(module);
  await cp(join(root, 'demo'), join(out, 'demo'), { recursive: true });
  await cp(join(root, 'examples/review-bench'), join(out, 'review-bench'), { recursive: true });
  await writeFile(join(out, 'LICENSES.txt'), await licencesText(bundled));
}

async function buildStub(file: string): Promise<void> {
  const define = {
    BUILT_VERSION: JSON.stringify(await toolVersion()),
    BUILT_HELP: JSON.stringify(helpTexts(commands)),
  };
  const [chunk] = await bundle(join(root, 'src/cli/stub.ts'), { target: 'es2015', define });
  await writeFile(file, `#!/usr/bin/env node\n${chunk.code}`);
  await chmod(file, 0o755);
}

async function buildCommand(name: string, file: string): Promise<string[]> {
  const [chunk, ...more] = await bundle(`entry:${name}`, {
    target: 'node22.13',
    define: await builtNames(),
    plugins: [commandEntry(), await builtData(), withoutChildProcess(), withoutSdks()],
  });
  if (more.length > 0) throw new Error(`${name}: expected one file, got ${more.length + 1}`);
  await writeFile(file, chunk.code);
  return Object.keys(chunk.modules);
}

/** What agents need at run time: programs of ours in their sandbox, adapters with an SDK, the agent files. */
async function buildAgents(out: string): Promise<string[]> {
  await mkdir(join(out, 'agents'), { recursive: true });
  for (const [name, file] of Object.entries(agentPrograms)) {
    const [program] = await bundle(join(root, 'src/agents', file), { target: 'node22.13' });
    await writeFile(join(out, 'agents', `${name}.cjs`), program.code);
  }
  const bundled: string[] = [];
  for (const name of adaptersWithSdk) {
    const [adapter] = await bundle(join(root, `src/agents/${name}/agent.ts`), { target: 'node22.13' });
    await writeFile(join(out, 'agents', `${name}.cjs`), adapter.code);
    bundled.push(...Object.keys(adapter.modules));
  }
  await cp(join(root, 'agents.d'), join(out, 'agents.d'), { recursive: true });
  return bundled;
}

/** Whatever loads the parsers of programs, which a run does only when it comes to its audits. */
async function buildScan(out: string): Promise<void> {
  await mkdir(join(out, 'scan'));
  for (const [name, file] of Object.entries(scanParts)) {
    const [part] = await bundle(join(root, 'src', file), { target: 'node22.13' });
    await writeFile(join(out, 'scan', `${name}.cjs`), part.code);
  }
}

/** The compiler's API and the declarations it reads: a dependency would put its `tsc` in the place of the project's own. */
async function buildCompiler(out: string): Promise<string[]> {
  const api = createRequire(import.meta.url).resolve('typescript-api');
  const [compiler] = await bundle(api, { target: 'node22.13' });
  await mkdir(join(out, 'typescript'));
  await writeFile(join(out, 'commands', COMPILER), compiler.code);
  for (const name of globSync('lib*.d.ts', { cwd: dirname(api) }))
    await cp(join(dirname(api), name), join(out, 'typescript', name));
  return Object.keys(compiler.modules);
}

async function buildCluster(out: string): Promise<string[]> {
  await mkdir(join(out, 'cluster'));
  const bundled: string[] = [];
  for (const name of clusterParts) {
    const [part] = await bundle(join(root, `src/cluster/${name}.ts`), { target: 'node22.13' });
    await writeFile(join(out, 'cluster', `${name}.cjs`), part.code);
    bundled.push(...Object.keys(part.modules));
  }
  return bundled;
}

/** The dashboard's server: a file of its own, because a run loads it only when it is asked to show itself. */
async function buildServer(out: string): Promise<string[]> {
  await mkdir(join(out, 'serve'));
  const [server] = await bundle(join(root, 'src/cli/serve/dashboard.ts'), {
    target: 'node22.13',
    define: await builtNames(),
    plugins: [await builtData(), withoutSdks()],
  });
  await writeFile(join(out, 'serve/dashboard.cjs'), server.code);
  return Object.keys(server.modules);
}

/** By which rules and prompts this build scans and judges. */
async function builtNames(): Promise<Record<string, string>> {
  return { BUILT_SCANS: JSON.stringify(await scans), BUILT_JUDGING: JSON.stringify(await judging) };
}

/** Changes whenever one of these rooms may say something else: what was kept by other rules or prompts is not believed. */
async function versionOf(rooms: string): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(`${rooms}/**/*.ts`, { cwd: join(root, 'src') });
  for (const path of files.toSorted()) hash.update(path).update(await readFile(join(root, 'src', path)));
  return hash.digest('hex').slice(0, 16);
}

type Bundling = { target: string; define?: Record<string, string>; plugins?: Plugin[] };

async function bundle(input: string, options: Bundling): Promise<[OutputChunk, ...unknown[]]> {
  const made = await rolldown({
    input,
    platform: 'node',
    cwd: root,
    // The Postgres driver asks for the last two where it finds them; it needs neither.
    external: ['@vscode/tree-sitter-wasm', 'pg-native', 'pg-cloudflare'],
    plugins: [...(options.plugins ?? []), quickTypescript(), plainKinds()],
    // Of the same library, the form that can be taken apart: nobody here writes YAML.
    resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') } },
    // A command gets what it uses: nothing here does its work by being loaded.
    treeshake: { moduleSideEffects: false },
    transform: { target: options.target, define: { ...always, ...options.define } },
  });
  const { output } = await made.generate({
    format: 'cjs',
    minify: true,
    codeSplitting: false,
    comments: false,
  });
  await made.close();
  return output;
}

/** A command's file exports `main`, which the stub calls with the rest of the command line, and `run`, which takes an Io. */
function commandEntry(): Plugin {
  return {
    name: 'command-entry',
    resolveId: (id) => (id.startsWith('entry:') ? id : undefined),
    load(id) {
      if (!id.startsWith('entry:')) return undefined;
      const name = id.slice('entry:'.length);
      const from = (file: string) => JSON.stringify(join(root, 'src/cli', file));
      return [
        `import { ${name} as command } from ${from(`commands/${name}.ts`)};`,
        `import { processIo } from ${from('io.ts')};`,
        `import { runCommand } from ${from('run-command.ts')};`,
        'export function run(args, io) { return runCommand(command, args, io); }',
        'export function main(args) {',
        '  void run(args, processIo()).then((code) => { process.exitCode = code; });',
        '}',
      ].join('\n');
    },
  };
}

/** What sources read from files beside them is put into the bundle as data. */
async function builtData(): Promise<Plugin> {
  const version = JSON.stringify(await toolVersion());
  const catalogue = JSON.stringify(readCatalogue());
  const data = new Map([
    ['tool-version.ts', `export async function toolVersion() { return ${version}; }`],
    [
      'completion/command-table.ts',
      `export async function readCommandTable() { return ${JSON.stringify(tableOf(commands))}; }`,
    ],
    ['explain/catalogue.ts', `export function readCatalogue() { return ${catalogue}; }`],
  ]);
  return {
    name: 'built-data',
    load(id) {
      const name = id.startsWith(join(root, 'src/cli/')) ? id.slice(join(root, 'src/cli/').length) : '';
      return data.get(name);
    },
  };
}

/** A command loads what is dear only when it comes to that. */
function withoutSdks(): Plugin {
  return {
    name: 'without-sdks',
    resolveId(id) {
      if (id === '../serve/dashboard.ts' || id === './dashboard.ts')
        return { id: '../serve/dashboard.cjs', external: true };
      if (id === '../scans.ts') return { id: '../scan/scans.cjs', external: true };
      const part = clusterParts.find((each) => id === `./${each}.ts`);
      if (part !== undefined) return { id: `../cluster/${part}.cjs`, external: true };
      const name = adaptersWithSdk.find((each) => id === `./${each}/agent.ts`);
      return name === undefined ? undefined : { id: `../agents/${name}.cjs`, external: true };
    },
  };
}

/**
 * Every name of TypeScript's API is asked for through two functions, in an object of thousands. A scan asks for them more
 * often than for anything else: here they are plain values, in objects small enough for the engine to know their shape.
 */
function quickTypescript(): Plugin {
  const quick = 'quick:typescript-api';
  return {
    name: 'quick-typescript',
    resolveId(id, from) {
      if (id !== 'typescript-api') return undefined;
      // As large as all the rest together, and loaded by one command: it stays a file of its own.
      return from === quick ? { id: COMPILER, external: true } : quick;
    },
    load: (id) =>
      id !== quick
        ? undefined
        : [
            "import api from 'typescript-api';",
            'const names = Object.keys(api);',
            'let quick = null;',
            'for (let from = 0; from < names.length; from += 500) {',
            '  quick = Object.create(quick);',
            '  for (const name of names.slice(from, from + 500)) quick[name] = api[name];',
            '}',
            'export default Object.create(quick);',
          ].join('\n'),
  };
}

/** Kinds of nodes become the numbers they are: looked up in TypeScript's own table they cost as much as what is asked of them. */
function plainKinds(): Plugin {
  const kinds = ts.SyntaxKind as unknown as Readonly<Record<string, number | string>>;
  return {
    name: 'plain-kinds',
    transform: {
      filter: { id: /[\\/]src[\\/]scan[\\/].*\.ts$/, code: 'ts.SyntaxKind.' },
      handler: (code) =>
        code.replaceAll(/\bts\.SyntaxKind\.(\w+)/g, (written, name: string) => {
          const kind = kinds[name];
          return typeof kind === 'number' ? String(kind) : written;
        }),
    },
  };
}

/** commander can run a subcommand as another program; ours never are, and loading what that takes is dear. */
function withoutChildProcess(): Plugin {
  const empty = 'empty:child_process';
  return {
    name: 'without-child-process',
    resolveId: (id, from) =>
      id === 'node:child_process' && from?.includes('commander') === true ? empty : undefined,
    load: (id) => (id === empty ? 'export default {};' : undefined),
  };
}
