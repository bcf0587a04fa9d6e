import type { OptionDefinition } from './option-types.ts';

export const allowRedFlag = [
  '--allow-red <check>',
  'allow this check to fail at base (repeatable); the verdict reports it',
  { repeatable: true },
] as const satisfies OptionDefinition;
