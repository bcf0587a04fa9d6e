export { inEnvironment } from './in-environment.ts';
export { openProcesses, type ProcessesOptions } from './open-processes.ts';
export { setups, type SetupsOptions } from './setups.ts';
