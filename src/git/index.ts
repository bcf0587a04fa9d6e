export { openRepository, type Repository } from './repository.ts';
export type { Cleaned, Leftover } from './clean.ts';
