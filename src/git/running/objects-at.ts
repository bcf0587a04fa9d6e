import { spawnSync } from 'node:child_process';

import { GauntletError } from '../../model/error.ts';
import type { ObjectPlace } from '../../ports/compared.ts';
import { execute } from './git.ts';
import { userEnvironment } from './identity.ts';

const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The settings of a repository may name programs to run: those that reading would run are switched off, and so are those by
 * which a file that was changed can pass for one that was not.
 */
export const quiet =
  'core.fsmonitor=false core.untrackedCache=false core.hooksPath=/dev/null core.ignoreStat=false core.trustctime=true core.checkStat=default gc.auto=0'
    .split(' ')
    .flatMap((setting) => ['-c', setting]);

/** Where the objects of a repository are that is read as it is. */
export function placeOf(top: string): ObjectPlace {
  return { top, env: userEnvironment() };
}

/**
 * The bytes of blobs by what they were asked by, their ids or `commit:path`; those that are larger than `cap` or not there are
 * left out. As they were stored: no filter of the repository is run. Two git commands, however many there are.
 */
export function blobsAt(
  place: ObjectPlace,
  names: readonly string[],
  cap: number,
): ReadonlyMap<string, Uint8Array> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const sizes = gitAt(place, ['cat-file', '--batch-check'], lines(wanted)).toString('utf8').split('\n');
  const small = wanted.filter((_, nth) => sizeIn(sizes[nth] ?? '') <= cap);
  return small.length === 0 ? new Map() : bodies(gitAt(place, ['cat-file', '--batch'], lines(small)), small);
}

function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

function sizeIn(head: string): number {
  return Number(/^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1] ?? Infinity);
}

/** A head, the content and a line end for each that was asked for; only a head for one that is gone. */
function bodies(out: Buffer, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let at = 0;
  for (const name of names) {
    const end = out.indexOf(10, at);
    const size = sizeIn(out.subarray(at, end).toString('utf8'));
    at = end + 1;
    if (size === Infinity) continue;
    found.set(name, out.subarray(at, at + size));
    at += size + 1;
  }
  return found;
}

/** What git says on stdout in the user's repository, by the user's own settings; undefined where it says no. */
export async function askGit(top: string, args: readonly string[]): Promise<Buffer | undefined> {
  const end = await execute(['--no-pager', ...args], userEnvironment(), { cwd: top });
  return end.code === 0 ? end.out : undefined;
}

export type GitAnswer = { readonly ok: boolean; readonly out: Buffer; readonly complaint: string };

/** What git answers where it reads only: nothing of a tree is run. */
export function readGit({ top, env }: ObjectPlace, args: readonly string[], input = ''): GitAnswer {
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-pager', ...quiet, ...args], {
    cwd: top,
    env: { ...env, GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' },
    input,
    maxBuffer: MOST_BYTES,
  });
  return {
    ok: status === 0,
    out: stdout ?? Buffer.alloc(0),
    complaint: error?.message ?? String(stderr ?? ''),
  };
}

/** The same; throws where git fails. */
export function gitAt(place: ObjectPlace, args: readonly string[], input = ''): Buffer {
  const { ok, out, complaint } = readGit(place, args, input);
  if (ok) return out;
  const because = complaint.trim().split('\n').at(-1) ?? '';
  throw new GauntletError('ENVIRONMENT_UNFIT', `git ${args[0] ?? ''} failed: ${because}`);
}
