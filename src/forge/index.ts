export { openForge, repositoryOnForge } from './open-forge.ts';
export type { Surroundings } from './open-forge.ts';
