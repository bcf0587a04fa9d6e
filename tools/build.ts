// Builds what is published: a small stub that answers by itself, and one bundled file per command.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

import { helpTexts } from '../src/cli/build-command.ts';
import { commandGroups, commands, unnamed } from '../src/cli/commands/index.ts';
import { toolVersion } from '../src/project/tool-version.ts';
import { buildPages } from './build-pages.ts';
import {
  adaptersWithSdk,
  builtData,
  clusterParts,
  commandEntry,
  COMPILER,
  plainKinds,
  quickTypescript,
  withoutChildProcess,
  withoutSdks,
} from './build-plugins.ts';
import { licencesText } from './licences.ts';

/** Programs of ours that run in the sandbox of an agent. */
const agentPrograms = {
  'acp-relay': 'acp/relay.ts',
  'codex-look-server': 'codex/look-server.ts',
};

const scanParts = {
  'scan-worker': 'inspect/scan/scan-worker.ts',
  'lazy-scans': 'run/scans/lazy-scans.ts',
};

const always = { BUILT_COMPILER: JSON.stringify(COMPILER) };

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const scans = versionOf('{packages/scan,src/{detect,formats,model,ports}}');
const judging = versionOf('{packages/scan,src/{detect,formats,model,ports,prompts,plan,review,gates,run}}');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
await build(resolve(values.out));

async function build(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'commands'), { recursive: true });
  await buildStub(join(out, 'gauntlet.cjs'));
  const bundled = new Set<string>();
  for (const command of [...commands, ...unnamed]) {
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
  await cp(join(root, 'examples/labelled-changes'), join(out, 'labelled-changes'), { recursive: true });
  await writeFile(join(out, 'LICENSES.txt'), await licencesText(bundled));
}

async function buildStub(file: string): Promise<void> {
  const define = {
    BUILT_VERSION: JSON.stringify(await toolVersion()),
    BUILT_HELP: JSON.stringify(helpTexts(commandGroups)),
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
  return chunk.moduleIds;
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
    bundled.push(...adapter.moduleIds);
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
  return compiler.moduleIds;
}

async function buildCluster(out: string): Promise<string[]> {
  await mkdir(join(out, 'cluster'));
  const bundled: string[] = [];
  for (const name of clusterParts) {
    const [part] = await bundle(join(root, `src/cluster/${name}.ts`), { target: 'node22.13' });
    await writeFile(join(out, 'cluster', `${name}.cjs`), part.code);
    bundled.push(...part.moduleIds);
  }
  return bundled;
}

/** The dashboard's server: a file of its own, because a run loads it only when it is asked to show itself. */
async function buildServer(out: string): Promise<string[]> {
  await mkdir(join(out, 'serve'));
  const [server] = await bundle(join(root, 'src/app/serve/dashboard.ts'), {
    target: 'node22.13',
    define: await builtNames(),
    plugins: [await builtData(), withoutSdks()],
  });
  await writeFile(join(out, 'serve/dashboard.cjs'), server.code);
  return server.moduleIds;
}

/** By which rules and prompts this build scans and judges. */
async function builtNames(): Promise<Record<string, string>> {
  return { BUILT_SCANS: JSON.stringify(await scans), BUILT_JUDGING: JSON.stringify(await judging) };
}

/** Changes whenever one of these rooms may say something else: what was kept by other rules or prompts is not believed. */
async function versionOf(folders: string): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(`${folders}/**/*.ts`, { cwd: root });
  for (const path of files.toSorted()) hash.update(path).update(await readFile(join(root, path)));
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
    // A room's index names all of it; files of it that a command does not use are not even parsed.
    experimental: { lazyBarrel: true },
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
