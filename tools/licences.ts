import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licence texts of every package that ended up inside the built files. */
export async function licencesText(modules: Iterable<string>): Promise<string> {
  const folders = [...new Set([...modules].flatMap(packageFolder))].sort();
  const parts = await Promise.all(folders.map(licenceOf));
  return ['Gauntlet contains code of these packages.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function packageFolder(module: string): string[] {
  const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module);
  return match?.[1] === undefined ? [] : [match[1]];
}

async function licenceOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const title = `${String(manifest['name'])} ${String(manifest['version'])} (${String(manifest['license'])})`;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  // Shipping somebody's code without its licence is not something to find out later.
  if (file === undefined) throw new Error(`${title}: no licence file in ${folder}`);
  return `${title}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}`;
}
