export { openForge, repositoryOnForge } from './open-forge.ts';
