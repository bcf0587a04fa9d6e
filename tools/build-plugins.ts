// Plugins of the build.
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'rolldown';
import ts from 'typescript-api';

import { commands } from '../src/cli/commands/index.ts';
import { tableOf } from '../src/cli/completion/table-of.ts';
import { readCatalogue } from '../src/cli/explain/catalogue.ts';
import { toolVersion } from '../src/project/tool-version.ts';

/** Adapters that are expensive to load: each is a file of its own, loaded when a run has such an agent. */
export const adaptersWithSdk = ['api', 'acp'];

/** The Postgres driver and the job engine on it: loaded by a run on a cluster. */
export const clusterParts = ['pg-driver', 'boss-driver'];

/** Path of the compiler, relative to every bundled file: each of them is one folder below the top. */
export const COMPILER = '../typescript/typescript.cjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** A filter for one id: without one the bundler asks a plugin about every import of every module. */
function exactly(id: string): RegExp {
  return new RegExp(`^${id.replaceAll(/[.$+?^()[\]{}|*\\]/g, String.raw`\$&`)}$`);
}

/** A command's file exports `main`, which the stub calls with the rest of the command line, and `run`, which takes an Io. */
export function commandEntry(): Plugin {
  return {
    name: 'command-entry',
    resolveId: { filter: { id: /^entry:/ }, handler: (id) => id },
    load: {
      filter: { id: /^entry:/ },
      handler(id) {
        const name = id.slice('entry:'.length);
        const from = (file: string) => JSON.stringify(join(root, 'src/cli', file));
        const [file] = globSync(`commands/**/${name}.ts`, { cwd: join(root, 'src/cli') });
        if (file === undefined) throw new Error(`no file of src/cli/commands has the name ${name}.ts`);
        return [
          `import { ${name} as command } from ${from(file)};`,
          `import { processIo } from ${from('io.ts')};`,
          `import { runCommand } from ${from('run-command.ts')};`,
          'export function run(args, io) { return runCommand(command, args, io); }',
          'export function main(args) {',
          '  void run(args, processIo()).then((code) => { process.exitCode = code; });',
          '}',
        ].join('\n');
      },
    },
  };
}

/** What sources read from files beside them is put into the bundle as data. */
export async function builtData(): Promise<Plugin> {
  const version = JSON.stringify(await toolVersion());
  const catalogue = JSON.stringify(readCatalogue());
  const data = new Map([
    ['project/tool-version.ts', `export async function toolVersion() { return ${version}; }`],
    [
      'cli/completion/command-table.ts',
      `export async function readCommandTable() { return ${JSON.stringify(tableOf(commands))}; }`,
    ],
    ['cli/explain/catalogue.ts', `export function readCatalogue() { return ${catalogue}; }`],
  ]);
  return {
    name: 'built-data',
    load: {
      filter: { id: [...data.keys()].map((name) => exactly(join(root, 'src', name))) },
      handler: (id) => data.get(id.slice(join(root, 'src/').length)),
    },
  };
}

/**
 * A command loads what is dear only when it comes to that. By file, not by how an import writes it: a file that moved
 * would otherwise be in every command again, and nobody would notice.
 */
export function withoutSdks(): Plugin {
  const elsewhere = new Map(
    [
      ['app/serve/dashboard.ts', '../serve/dashboard.cjs'] as const,
      ['run/scans/lazy-scans.ts', '../scan/lazy-scans.cjs'] as const,
      ...clusterParts.map((name) => [`cluster/${name}.ts`, `../cluster/${name}.cjs`] as const),
      ...adaptersWithSdk.map((name) => [`agents/${name}/agent.ts`, `../agents/${name}.cjs`] as const),
    ].map(([file, built]) => [join(root, 'src', file), built] as const),
  );
  for (const file of elsewhere.keys())
    if (!existsSync(file)) throw new Error(`${file} has moved: say where in tools/build-plugins.ts`);
  const names = [...new Set([...elsewhere.keys()].map((file) => basename(file, '.ts')))];
  return {
    name: 'without-sdks',
    resolveId: {
      filter: { id: new RegExp(`/(?:${names.join('|')})\\.ts$`) },
      handler(id, from) {
        const file = from === undefined ? undefined : elsewhere.get(resolve(dirname(from), id));
        return file === undefined ? undefined : { id: file, external: true };
      },
    },
  };
}

/**
 * Every name of TypeScript's API is asked for through two functions, in an object of thousands. A scan asks for them more
 * often than for anything else: here they are plain values, in objects small enough for the engine to know their shape.
 */
export function quickTypescript(): Plugin {
  const quick = 'quick:typescript-api';
  return {
    name: 'quick-typescript',
    resolveId: {
      filter: { id: exactly('typescript-api') },
      // As large as all the rest together, and loaded by one command: it stays a file of its own.
      handler: (_, from) => (from === quick ? { id: COMPILER, external: true } : quick),
    },
    load: {
      filter: { id: exactly(quick) },
      handler: () =>
        [
          "import api from 'typescript-api';",
          'const names = Object.keys(api);',
          'let quick = null;',
          'for (let from = 0; from < names.length; from += 500) {',
          '  quick = Object.create(quick);',
          '  for (const name of names.slice(from, from + 500)) quick[name] = api[name];',
          '}',
          'export default Object.create(quick);',
        ].join('\n'),
    },
  };
}

/** Kinds of nodes become the numbers they are: looked up in TypeScript's own table they cost as much as what is asked of them. */
export function plainKinds(): Plugin {
  const kinds = ts.SyntaxKind as unknown as Readonly<Record<string, number | string>>;
  return {
    name: 'plain-kinds',
    transform: {
      filter: { id: /[\\/]packages[\\/]scan[\\/].*\.ts$/, code: 'ts.SyntaxKind.' },
      handler: (code) =>
        code.replaceAll(/\bts\.SyntaxKind\.(\w+)/g, (written, name: string) => {
          const kind = kinds[name];
          return typeof kind === 'number' ? String(kind) : written;
        }),
    },
  };
}

/** commander can run a subcommand as another program; ours never are, and loading what that takes is dear. */
export function withoutChildProcess(): Plugin {
  const empty = 'empty:child_process';
  return {
    name: 'without-child-process',
    resolveId: {
      filter: { id: exactly('node:child_process') },
      handler: (_, from) => (from?.includes('commander') === true ? empty : undefined),
    },
    load: { filter: { id: exactly(empty) }, handler: () => 'export default {};' },
  };
}
