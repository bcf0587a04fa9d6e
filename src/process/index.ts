export type { Overhear } from './confinement/machine.ts';
export { openProcesses } from './open-processes.ts';
export { programFile } from './program-file.ts';
export { seenProcess } from './running/process-table.ts';
export { setups } from './setup/setups.ts';
