// Builds the pages of the dashboard: one small entry, a file for each page that takes more, styles, and the HTML.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Writes them into a folder; answers the modules they were made of. */
export async function buildPages(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const made = await rolldown({
    input: { main: join(root, 'dashboard/src/main.tsx') },
    platform: 'browser',
    cwd: root,
    transform: { target: 'es2023' },
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await made.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the pages have no entry');
  const names = {
    ENTRY: entry.fileName,
    STYLES: await named(folder, 'styles.css'),
    ICON: await named(folder, 'icon.svg'),
  };
  const html = await readFile(join(root, 'dashboard/src/index.html'), 'utf8');
  const filled = html.replace(
    /\/assets\/(ENTRY|STYLES|ICON)/g,
    (_, name: keyof typeof names) => `/assets/${names[name]}`,
  );
  await writeFile(join(folder, 'index.html'), filled);
  return chunks.flatMap((chunk) => Object.keys(chunk.modules));
}

/** A file under a name that changes with what is in it, so that a browser may keep it for ever. */
async function named(folder: string, file: string): Promise<string> {
  const bytes = await readFile(join(root, 'dashboard/src', file));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const name = file.replace('.', `-${hash}.`);
  await writeFile(join(folder, name), bytes);
  return name;
}
