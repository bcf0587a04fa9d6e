import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

import { randomName } from './files.ts';

type Format = 'sha1' | 'sha256';
type Loose = { readonly id: string; readonly file: string; readonly size: number };

const compress = promisify(deflate);
const expand: (bytes: Buffer, how: { readonly maxOutputLength: number }) => Promise<Buffer> =
  promisify(inflate);

/** Git's own numbers of the kinds of objects in a pack. */
const KINDS: Readonly<Record<string, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** The id git gives an object of this kind and content. */
function objectId(format: Format, type: string, body: Buffer): string {
  return createHash(format).update(`${type} ${body.length}\0`).update(body).digest('hex');
}

/** Writes an object into a folder of loose ones. It is not forced to the disk: a quarantine does that for all. */
export async function writeLoose(
  objects: string,
  format: Format,
  { type, body }: { readonly type: string; readonly body: Buffer },
): Promise<string> {
  const id = objectId(format, type, body);
  const folder = join(objects, id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `tmp_obj_${randomName()}`);
  await writeFile(
    unfinished,
    await compress(Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])),
    {
      mode: 0o444,
      flag: 'wx',
    },
  );
  await rename(unfinished, join(folder, id.slice(2)));
  return id;
}

export async function looseObjects(objects: string): Promise<Loose[]> {
  const found: Loose[] = [];
  for (const folder of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await readdir(join(objects, folder))) {
      if (!/^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name)) continue;
      const file = join(objects, folder, name);
      found.push({ id: folder + name, file, size: (await stat(file)).size });
    }
  }
  return found;
}

/** Loose objects as one pack without deltas; undefined when they are larger than `most` bytes together. */
export async function packOf(
  found: readonly Loose[],
  format: Format,
  most: number,
): Promise<Buffer | undefined> {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(found.length, 8);
  const parts: Buffer[] = [header];
  let left = most;
  for (const { file } of found) {
    const whole = await expand(await readFile(file), { maxOutputLength: left + 64 }).catch(() => undefined);
    if (whole === undefined) return undefined;
    const end = whole.indexOf(0);
    const [type = ''] = whole.toString('latin1', 0, end).split(' ');
    const body = whole.subarray(end + 1);
    left -= body.length;
    parts.push(entryHeader(KINDS[type] ?? 0, body.length), await compress(body));
    if (left < 0) return undefined;
  }
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

/** Kind and size: four bits of the size beside the kind, seven in each byte that follows. */
function entryHeader(kind: number, size: number): Buffer {
  const bytes: number[] = [];
  let current = (kind << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(current | 0x80);
    current = rest % 128;
  }
  return Buffer.from([...bytes, current]);
}
