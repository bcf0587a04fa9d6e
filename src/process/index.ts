export type { Overhear } from './machine.ts';
export { openProcesses } from './open-processes.ts';
export { programFile } from './program-file.ts';
export { seenProcess } from './process-table.ts';
export { setups } from './setups.ts';
