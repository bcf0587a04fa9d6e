import type { ObjectPlace } from '../../ports/compared.ts';
import type { PastFile } from '../../ports/git.ts';
import { linesOf } from '../comparing/listing.ts';
import { type Context, safeObject } from '../context.ts';
import { blobsAt, gitAt } from '../running/objects-at.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** Files that commits of `before..after` brought, whatever a later one of them made of it. */
export async function pastFiles(
  { git, hub, objects }: Context,
  before: string,
  after: string,
  cap: number,
): Promise<readonly PastFile[]> {
  const files: PastFile[] = [];
  let left = MOST_BYTES;
  for (const { path, blob } of named(await git(listing(before, after), hub))) {
    const info = await objects.info(blob);
    if (info?.type !== 'blob' || info.size > cap || info.size > left) continue;
    const bytes = await objects.read(blob);
    if (bytes === undefined) continue;
    left -= bytes.length;
    files.push({ path, blob, bytes });
  }
  return files;
}

/** The same in a repository that is read as it is. */
export function pastFilesAt(
  place: ObjectPlace,
  before: string,
  after: string,
  cap: number,
): readonly PastFile[] {
  const all = before === after ? [] : named({ out: gitAt(place, listing(before, after)) });
  const bytes = blobsAt(
    place,
    all.map(({ blob }) => blob),
    cap,
  );
  return all.flatMap(({ path, blob }) => {
    const read = bytes.get(blob);
    return read === undefined ? [] : [{ path, blob, bytes: read }];
  });
}

function listing(before: string, after: string): readonly string[] {
  const blobs = ['--objects', '--filter=object:type=blob', '--filter-provided-objects'];
  return ['rev-list', ...blobs, safeObject(after), `^${safeObject(before)}`];
}

function named(end: { readonly out: Buffer }): readonly { readonly path: string; readonly blob: string }[] {
  return linesOf(end)
    .map((line) => ({ blob: line.split(' ', 1)[0] ?? '', path: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ blob, path }) => blob !== '' && path !== blob);
}
