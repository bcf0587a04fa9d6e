export { decide } from './decide.ts';
export { defaultPolicy, overtakingBound } from './policy.ts';
export { places } from './start.ts';
export type { Excess, Policy } from './policy.ts';
