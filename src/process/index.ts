export { openProcesses, type ProcessesOptions } from './open-processes.ts';
