import { oneOf, optional } from '../schema/shape.ts';

/** Why a developer is sent again, in the words of founding document 001 where it has one. */
const reworkReasons = [
  'critic_fail',
  'audit_failed',
  'validation_failed',
  'task_incomplete',
  'landing_failed',
] as const;

export const reworkReason = optional(oneOf(reworkReasons));

/** The reason word for each kind of failure. */
export const reworkReasonOf = {
  review: 'critic_fail',
  audit: 'audit_failed',
  validation: 'validation_failed',
  incomplete: 'task_incomplete',
  landing: 'landing_failed',
} as const satisfies Readonly<Record<string, (typeof reworkReasons)[number]>>;
