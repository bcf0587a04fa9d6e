export { policyOf } from './policy-of.ts';
export { admitted, settle } from './settle.ts';
export type { Recorder, Step } from './settle.ts';
