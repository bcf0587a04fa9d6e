// Cleaning and signals.
export { sanitize } from './sanitize.ts';
export type { SanitizeOptions } from './sanitize.ts';
