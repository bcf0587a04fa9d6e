export { inEnvironment } from './in-environment.ts';
export type { Overhear, Overheard } from './machine.ts';
export { openProcesses, type ProcessesOptions, sandboxSelfTest } from './open-processes.ts';
export { seenProcess } from './process-table.ts';
export { setups, type SetupsOptions } from './setups.ts';
