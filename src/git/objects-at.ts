import { spawnSync } from 'node:child_process';

import { GauntletError } from '../model/error.ts';
import type { ObjectPlace } from '../ports/compared.ts';

const MOST_BYTES = 512 * 1024 * 1024;

/** The bytes of blobs, those that are larger than `cap` left out: two git commands, however many there are. */
export function blobsAt(
  place: ObjectPlace,
  ids: readonly string[],
  cap: number,
): ReadonlyMap<string, Uint8Array> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const sizes = gitAt(place, ['cat-file', '--batch-check'], lines(wanted)).toString('latin1').split('\n');
  const small = wanted.filter((_, nth) => Number(sizes[nth]?.split(' ')[2] ?? Infinity) <= cap);
  return small.length === 0 ? new Map() : bodies(gitAt(place, ['cat-file', '--batch'], lines(small)));
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}

function bodies(out: Buffer): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    const [id = '', type, size] = out.subarray(at, end).toString('latin1').split(' ');
    at = end + 1;
    if (type === 'missing' || size === undefined) continue;
    found.set(id, out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

/** Reading only: nothing of a tree is run. */
export function gitAt(place: ObjectPlace, args: readonly string[], input = ''): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-pager', ...args], {
    cwd: place.top,
    env: { ...place.env, GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' },
    input,
    maxBuffer: MOST_BYTES,
  });
  if (status === 0) return stdout;
  const because = error?.message ?? stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  throw new GauntletError('ENVIRONMENT_UNFIT', `git ${args[0] ?? ''} failed: ${because}`);
}
