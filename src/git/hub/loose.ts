import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

import { randomName } from '../files.ts';

type Format = 'sha1' | 'sha256';
type Loose = { readonly id: string; readonly file: string; readonly size: number };

// A step writes a handful of small files: handing each to another thread costs more than writing it.

/** Git's own numbers of the kinds of objects in a pack. */
const KINDS: Readonly<Record<string, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** The id git gives an object of this kind and content. */
function objectId(format: Format, type: string, body: Buffer): string {
  return createHash(format).update(`${type} ${body.length}\0`).update(body).digest('hex');
}

/** Writes an object into a folder of loose ones. It is not forced to the disk: a quarantine does that for all. */
export function writeLoose(
  objects: string,
  format: Format,
  { type, body }: { readonly type: string; readonly body: Buffer },
): string {
  const id = objectId(format, type, body);
  const folder = join(objects, id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, `tmp_obj_${randomName()}`);
  const content = deflateSync(Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]));
  writeFileSync(unfinished, content, { mode: 0o444, flag: 'wx' });
  renameSync(unfinished, join(folder, id.slice(2)));
  return id;
}

export function looseObjects(objects: string): Loose[] {
  const found: Loose[] = [];
  for (const folder of readdirSync(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of readdirSync(join(objects, folder))) {
      if (!/^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name)) continue;
      const file = join(objects, folder, name);
      found.push({ id: folder + name, file, size: statSync(file).size });
    }
  }
  return found;
}

/** Loose objects as one pack without deltas; undefined when they are larger than `most` bytes together. */
export function packOf(found: readonly Loose[], format: Format, most: number): Buffer | undefined {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(found.length, 8);
  const parts: Buffer[] = [header];
  let left = most;
  for (const { file } of found) {
    const whole = expanded(file, left + 64);
    if (whole === undefined) return undefined;
    const end = whole.indexOf(0);
    const [type = ''] = whole.toString('latin1', 0, end).split(' ');
    const body = whole.subarray(end + 1);
    left -= body.length;
    parts.push(entryHeader(KINDS[type] ?? 0, body.length), deflateSync(body));
    if (left < 0) return undefined;
  }
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

function expanded(file: string, most: number): Buffer | undefined {
  try {
    return inflateSync(readFileSync(file), { maxOutputLength: most });
  } catch {
    return undefined;
  }
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
