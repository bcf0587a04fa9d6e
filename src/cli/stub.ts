// The published entry. It is compiled by itself to plain CommonJS so that `--version` and `--help` cost what an
// empty script costs, and so that a Node far older than the floor can still read it and be told so.
import type nodeFs from 'node:fs';
import type nodeModule from 'node:module';

import { nodeComplaint } from './floor.ts';
import { type Start, startOf } from './start.ts';
import { endAsBug } from './uncaught.ts';
import { silenceSqliteWarning } from './warnings.ts';
import { writeAll } from './write-all.ts';

declare const BUILT_VERSION: string;
declare const BUILT_HELP: Readonly<Record<string, string>>;

type Loaded = { main(args: readonly string[]): void };

function open(): void {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== undefined) return refuse(complaint, 5);
  obey(startOf(process.argv.slice(2), { version: BUILT_VERSION, help: BUILT_HELP }));
}

function obey(start: Start): void {
  if (start.kind === 'refuse') {
    if (start.json !== undefined) print(start.json);
    return refuse(start.text, 2);
  }
  if (start.kind === 'print') return print(start.text);
  silenceSqliteWarning(process);
  endAsBug(process);
  useCompileCache();
  const command: Loaded = require(`./commands/${start.command}.cjs`);
  command.main(start.args);
}

/** In the user's own cache: what lies in a shared temporary directory is code that others could have put there. */
function useCompileCache(): void {
  const env = process.env;
  const home = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || (env['HOME'] ? `${env['HOME']}/.cache` : '');
  if (home === '') return;
  const module: typeof nodeModule = require('node:module');
  module.enableCompileCache(`${home}/gauntlet/compiled`);
}

function print(text: string): void {
  const fs: typeof nodeFs = require('node:fs');
  try {
    writeAll(text, { fs, fd: 1, stream: () => process.stdout });
  } catch (error) {
    refuse(`gauntlet: cannot write to stdout: ${String(error)}\n`, 5);
  }
}

function refuse(text: string, code: number): void {
  process.exitCode = code;
  process.stderr.write(text);
}

open();
