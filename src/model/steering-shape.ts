import { z } from 'zod';

import { RunPlanSchema } from './run-plan-shape.ts';

/** The message in which a person asked for it: what was heard once is not done twice. */
export const heard = { message: z.string().min(1).max(200).optional() };

/**
 * Hashes of what judges the run before and after a change of the plan, and the plan that follows from it: one that was
 * understood from another plan than the one it meets changes nothing.
 */
export const replanned = {
  from: z.string().max(64),
  inputs: z.string().min(1).max(64),
  plan: RunPlanSchema,
};
