import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

/** Every path below a folder with what it is: a folder, a link and its target, or a file's mode and content. */
export type Manifest = Readonly<Record<string, string>>;

const BATCH = 200;
const MOST_SAID = 20;

/** Makes a tree read-only and notes all of it. */
export async function takeManifest(top: string): Promise<Manifest> {
  const found: Record<string, string> = {};
  for await (const [path, file] of walk(top)) {
    const stat = lstatSync(file);
    if (stat.isFile()) chmodSync(file, (stat.mode & 0o111) === 0 ? 0o444 : 0o555);
    found[path] = describe(file);
  }
  return found;
}

/**
 * What is no longer as noted: added, removed, changed, swapped for a link. Every byte is read again: times and sizes can
 * be forged by whoever the kernel does not hold back, and that is who this is about.
 */
export async function differences(top: string, noted: Manifest): Promise<string[]> {
  const said: string[] = [];
  let seen = 0;
  try {
    if (!lstatSync(top).isDirectory()) return ['the export was replaced by something else'];
    for await (const [path, file] of walk(top)) {
      const was = noted[path];
      if (was === undefined) said.push(`${JSON.stringify(path)} was added`);
      else seen++;
      if (was !== undefined && was !== describe(file)) said.push(`${JSON.stringify(path)} was changed`);
      if (said.length >= MOST_SAID) return said;
    }
  } catch (error) {
    return [...said, `the export cannot be read: ${(error as Error).message}`];
  }
  const missing = Object.keys(noted).length - seen;
  return missing === 0 ? said : [...said, `${missing} of its files or folders are gone`];
}

function describe(file: string): string {
  const stat = lstatSync(file);
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return `link ${readlinkSync(file)}`;
  if (!stat.isFile()) return 'something else';
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url');
  return `${(stat.mode & 0o777).toString(8)} ${stat.size} ${digest}`;
}

async function* walk(top: string): AsyncGenerator<readonly [path: string, file: string]> {
  const waiting = [''];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      yield [path, join(top, path)];
      if (++count % BATCH === 0) await breathe();
    }
  }
}
