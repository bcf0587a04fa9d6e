// Runs the built CLI in a directory of its own, the way a user would.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { compileCache, sharedCli } from './support/shared-cli.ts';

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly input?: string | Buffer;
  readonly node?: string;
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A temporary directory, and the CLI that runs in it. */
export type Place = {
  readonly dir: string;
  readonly cli: string;
  write(path: string, text: string): void;
  run(args: readonly string[], options?: RunOptions): Ran;
  remove(): void;
};

/** Every test uses the same build in place; a test that changes files of a build makes its own copy. */
export function builtCli(): Place {
  return placeAt(mkdtempSync(join(tmpdir(), 'gauntlet-e2e-')), sharedCli());
}

/** The same for another CLI, such as an installed package. */
export function placeAt(base: string, cli: string): Place {
  const dir = join(base, 'work');
  mkdirSync(dir, { recursive: true });
  return {
    dir,
    cli,
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    run: (args, options = {}) => runNode(base, dir, [cli, ...args], options),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function runNode(base: string, cwd: string, args: readonly string[], options: RunOptions): Ran {
  const ran = spawnSync(options.node ?? process.execPath, [...(options.nodeArgs ?? []), ...args], {
    cwd,
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      XDG_CACHE_HOME: join(base, 'cache'),
      NODE_COMPILE_CACHE: compileCache,
      GAUNTLET_WORKSPACES: join(base, 'ws'),
      ...options.env,
    },
  });
  if (ran.error !== undefined) throw ran.error;
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}
