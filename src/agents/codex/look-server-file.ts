import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program that shows files to a judge: in the sources with what it needs, one file in what is published. */
export function lookServer(): { readonly file: string; readonly folder: string } {
  const here = dirname(fileURLToPath(import.meta.url));
  const source = join(here, 'look-server.ts');
  if (existsSync(source)) return { file: source, folder: join(here, '../..') };
  const built = join(here, '../agents/codex-look-server.cjs');
  return { file: built, folder: dirname(built) };
}
