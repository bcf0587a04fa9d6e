// The real way of starting programs, for the tests of agents.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Processes } from '../../src/ports/processes.ts';
import { openProcesses } from '../../src/process/index.ts';
import type { ProcessesOptions } from '../../src/process/open-processes.ts';

/** The machine's own processes, with a state folder that is removed when closed. */
export async function openTestProcesses(options: Omit<ProcessesOptions, 'stateFolder'> = {}): Promise<{
  readonly processes: Processes;
  readonly close: () => Promise<void>;
}> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'gauntlet-state-'));
  const processes = await openProcesses({ stateFolder, ...options });
  return { processes, close: () => rm(stateFolder, { recursive: true, force: true }) };
}
