export { decide } from './decide.ts';
export { defaultPolicy, overtakingBound } from './policy.ts';
export type { Policy } from './policy.ts';
