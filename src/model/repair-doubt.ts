import { type Infer, mapOf, oneOf, optional, text } from '../schema/shape.ts';
/** Reasons to ask a person before an agent is sent to repair the base (REAL-03). */
const repairDoubts = [
  'setup_failed',
  'tool_missing',
  'submodule_empty',
  'dependencies_missing',
  'network_missing',
  'no_test_ran',
  'hook_refuses',
  'all_red',
] as const;

/** A reason to ask first, and what to tell the person: the likely cause and the last lines of the output. */
export const repairDoubtShape = mapOf({
  reason: oneOf(repairDoubts),
  because: text({ most: 4000 }),
});

export type RepairDoubt = Infer<typeof repairDoubtShape>;

/** The field of every event that may say so. */
export const doubtful = { doubt: optional(repairDoubtShape) };
