// The package as `npm pack` makes it, for tests that install it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '../source.ts';
import { sharedCli } from './shared-cli.ts';

export type Packed = { readonly tarball: string; readonly files: readonly string[] };

/** Options that keep npm from asking a registry and from telling of itself. */
export const quietly = ['--offline', '--install-links', '--silent', '--no-audit', '--no-fund'] as const;

/** Packs what would be published, from the shared build, in a folder that does not exist yet. */
export function packed(staged: string): Packed {
  mkdirSync(staged, { recursive: true });
  const papers = ['ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'GLOSSARY', 'README'].map(
    (name) => `${name}.md`,
  );
  for (const name of ['package.json', 'LICENSE', ...papers, 'docs', 'examples', 'schema', 'plugin'])
    cpSync(join(root, name), join(staged, name), { recursive: true });
  cpSync(dirname(sharedCli()), join(staged, 'dist'), { recursive: true });
  return packedFolder(staged, staged);
}

/** Packs a folder that is a package into another one. */
export function packedFolder(folder: string, into: string): Packed {
  const told = npm(into, ['pack', '--json', '--ignore-scripts', folder]);
  const [made] = JSON.parse(told) as { filename: string; files: { path: string }[] }[];
  return {
    tarball: join(into, made?.filename ?? ''),
    files: made?.files.map((file) => file.path) ?? [],
  };
}

export function npm(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return execFileSync('npm', [...args], { cwd, env, encoding: 'utf8', shell: process.platform === 'win32' });
}
