import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Enforcement, Program, ProgramEnd } from '../../ports/processes.ts';
import { unfinishedPlace } from './unfinished.ts';

/** What the self-test showed, in words for `doctor` and the report. */
export type SelfTest = { readonly enforcement: Enforcement; readonly because: string };

type Run = (program: Program) => Promise<ProgramEnd>;

/**
 * What an agent would try first: write, create, make the mount writable (the exact one and the one around it, as it is
 * and from a user namespace of its own), take the mount away, and write and create again after each.
 */
const attack = `
command -v mount >&2 || exit 3
try() { echo written > "$1/held"; echo made > "$1/made.$2"; }
try "$1" plain
for place in "$1/held" "$1" /; do
  mount -o remount,rw,bind "$place"; try "$1" remount
  unshare -Urm sh -c 'mount -o remount,rw,bind "$1"; echo written > "$2/held"' sh "$place" "$1"
done
umount "$1/held"; umount "$1"; try "$1" umount
grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || exit 4
echo tried > "$2/tried"
`;

const contents = 'as it was\n';

/** Tries for real, through the sandbox, to change what is read-only, and looks from outside whether it worked. */
export async function selfTest(run: Run, stateFolder: string): Promise<SelfTest> {
  const place = await unfinishedPlace(stateFolder, 'self-test');
  try {
    await mkdir(place);
    const [held, free, folder] = [join(place, 'held'), join(place, 'free'), join(place, 'run')];
    for (const each of [held, free, folder]) await mkdir(each);
    await writeFile(join(held, 'held'), contents);
    const end = await run({
      argv: ['/bin/sh', '-c', attack, 'sh', held, free],
      cwd: free,
      env: {},
      stdin: '',
      confinement: { writable: [free], visible: [held, join(held, 'held')], hidden: [], network: false },
      timeout: 30_000,
      stall: null,
      outputCap: 10_000,
      folder,
    });
    return { ...(await judged(end, held, free)) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function judged(end: ProgramEnd, held: string, free: string): Promise<SelfTest> {
  const now = await readFile(join(held, 'held'), 'utf8');
  const made = (await readdir(held)).filter((name) => name !== 'held');
  if (now !== contents) return unenforced('a read-only file could be written from inside the sandbox');
  if (made.length > 0)
    return unenforced('a file could be made in a read-only folder from inside the sandbox');
  if (end.how.kind === 'unstartable') return unenforced(`bubblewrap does not work here: ${end.how.because}`);
  if (end.how.kind !== 'exited') return unenforced(`the self-test of the sandbox ended by ${end.how.kind}`);
  if (end.how.code === 3) return unenforced('there is no mount program to try a remount with');
  if (end.how.code === 4) return unenforced('programs keep capabilities inside the sandbox');
  const tried = await readdir(free);
  if (!tried.includes('tried')) return unenforced('the self-test of the sandbox did not finish');
  return {
    enforcement: 'enforced',
    because: 'bubblewrap works here: writing, remounting and unmounting were tried from inside and failed',
  };
}

function unenforced(because: string): SelfTest {
  return { enforcement: 'verified', because };
}
