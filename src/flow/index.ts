export { policyOf } from './policy-of.ts';
export { admitted, settle } from './settle.ts';
export type { Recorder } from './settle.ts';
