// Other versions of Node, from the registry or from the machine, to prove what the package says about them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { root } from './source.ts';

/** The Node of that version, installed once under node_modules; undefined where it cannot be had (no network). */
export function registryNode(version: string): string | undefined {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const place = join(root, 'node_modules/.cache', `node-${version}`);
  const binary = join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!runs(binary, version)) install(place, `${name}@${version}`);
  return runs(binary, version) ? binary : undefined;
}

function install(place: string, what: string): void {
  mkdirSync(place, { recursive: true });
  // A folder with a manifest of its own, or npm would install into the repository around it.
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--silent', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', what];
  spawnSync('npm', args, { cwd: place, shell: process.platform === 'win32' });
}

/** The machine's own Node, the first on the path that is not the one this repository brings. */
export function machineNode(): { readonly path: string; readonly version: string } | undefined {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const path = folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file));
  return path === undefined ? undefined : { path, version: versionOf(path) };
}

function runs(binary: string, version: string): boolean {
  return existsSync(binary) && versionOf(binary) === version;
}

function versionOf(binary: string): string {
  return execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
