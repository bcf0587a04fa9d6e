import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ProcessHost } from './machine.ts';
import { type Overlays, overlayWays } from './overlay.ts';
import { runProgram } from './run-program.ts';
import { systemClock } from './system-clock.ts';

const trial = 'cat below && echo changed > below && rm gone && echo new > new';

/**
 * The first way to mount overlays that works here, tried with a real program: it reads, changes and removes what shows
 * through. undefined where none does (an old kernel, a container, a file system that cannot).
 */
export async function workingOverlays(machine: ProcessHost): Promise<Overlays | undefined> {
  const { sandbox, workFolder } = machine;
  if (sandbox === undefined || workFolder === null) return undefined;
  for (const overlays of overlayWays(machine.inherited['PATH'] ?? '')) {
    const trying = { ...machine, clock: systemClock, sandbox: { ...sandbox, overlays }, readied: new Map() };
    if (await works(trying, join(workFolder, 'scratch', `${process.pid}-trial-${overlays.by}`)))
      return overlays;
  }
  return undefined;
}

async function works(machine: ProcessHost, place: string): Promise<boolean> {
  const [lower, upper, folder] = ['lower', 'upper', 'run'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  try {
    for (const each of [lower, upper, folder]) await mkdir(each, { recursive: true });
    for (const name of ['below', 'gone']) await writeFile(join(lower, name), 'as it was\n');
    machine.readied.set(upper, { layers: [lower], links: [], homes: [], homeUpper: null, cache: null });
    const end = await runProgram(
      {
        argv: ['/bin/sh', '-c', trial],
        cwd: upper,
        env: {},
        stdin: '',
        confinement: { writable: [upper], visible: [], hidden: [], network: false },
        timeout: 30_000,
        stall: null,
        outputCap: 10_000,
        folder,
      },
      machine,
    );
    const isRead = end.how.kind === 'exited' && end.how.code === 0 && end.stdout === 'as it was\n';
    const isKept = (await readFile(join(lower, 'below'), 'utf8')) === 'as it was\n';
    return isRead && isKept && existsSync(join(lower, 'gone')) && existsSync(join(upper, 'new'));
  } catch {
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
