export { inEnvironment } from './in-environment.ts';
export type { Overhear, Overheard } from './machine.ts';
export { openProcesses, type ProcessesOptions, sandboxSelfTest } from './open-processes.ts';
export { seenProcess } from './process-table.ts';
export type { SetupsOptions } from './setup-commands.ts';
export { setups } from './setups.ts';
