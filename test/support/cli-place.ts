// A folder in which a test runs the built CLI: the environment of its commands, how they end, and how the folder goes.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { compileCache } from './shared-cli.ts';

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The environment of every command: home, temporary files, caches and workspaces are below the folder. */
export function environmentIn(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    NODE_COMPILE_CACHE: compileCache,
    GAUNTLET_WORKSPACES: join(folder, 'ws'),
    GAUNTLET_USER: 'ada',
  };
}

/** Collects the output of a process until its end. */
export function endOf(child: ChildProcess): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
}

/** Removes the folder with its read-only trees. */
export function removeFolder(folder: string): void {
  makeWritable(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Trees under review are read-only, and an ordinary user cannot remove files from a read-only folder. */
function makeWritable(folder: string): void {
  // Further down there is nothing of ours, and no system call takes the path.
  if (folder.length > 3000) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
}
