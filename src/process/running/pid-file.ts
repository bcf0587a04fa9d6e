import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jsonAs } from '../../schema/json-in.ts';
import { type Infer, openMapOf, text, whole } from '../../schema/shape.ts';

const pidFile = openMapOf({
  tag: text({ pattern: /^[a-z0-9]{16,}$/ }),
  boot: text(),
  pid: whole(2),
  /** Start time of that process as the kernel counts it; empty where it does not say. */
  start: text(),
});

/** What is known of a running program, so that another coordinator can end it and nothing else. */
export type PidFile = Infer<typeof pidFile>;

/** One file for each run, so that two programs with one folder do not lose each other. */
const fileName = /^pid-[a-z0-9]+$/;

/** Whole or not at all: a half of it would lose a process. */
export async function writePidFile(folder: string, running: PidFile): Promise<void> {
  const place = join(folder, `pid-${running.tag}`);
  await writeFile(`${place}.draft`, `${JSON.stringify(running)}\n`, { flag: 'wx' });
  await rename(`${place}.draft`, place);
}

export async function removePidFile(folder: string, tag: string): Promise<void> {
  await rm(join(folder, `pid-${tag}`), { force: true });
}

/** The pid files in a folder and in the folders directly below, where the logs of a setup are. */
export async function readPidFiles(
  folder: string,
): Promise<readonly (PidFile & { readonly place: string })[]> {
  const found: (PidFile & { readonly place: string })[] = [];
  for (const place of await placesIn(folder)) {
    for (const name of (await readdir(place).catch(() => [])).filter((each) => fileName.test(each))) {
      const file = await readOne(join(place, name));
      if (file !== undefined) found.push({ ...file, place });
    }
  }
  return found;
}

/** What nobody needs once everything there is dead: pid files, half-written ones, temporary directories, traces. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const place of await placesIn(folder)) {
    const names = await readdir(place).catch(() => []);
    for (const name of names.filter((each) => leftover.test(each)))
      await rm(join(place, name), { recursive: true, force: true });
  }
}

const leftover = /^(?:pid-[a-z0-9]+(?:\.draft)?|(?:tmp|trace)-[a-z0-9]+)$/;

async function placesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('setup-'));
  return [folder, ...inner.map((entry) => join(folder, entry.name))];
}

async function readOne(place: string): Promise<PidFile | undefined> {
  return jsonAs(pidFile, await readFile(place, 'utf8').catch(() => undefined));
}
