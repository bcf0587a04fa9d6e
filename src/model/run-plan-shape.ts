import { z } from 'zod';

const count = z.int().min(0);
const name = z.string().min(1).max(200);

/** A `RunPlan` as it stands in the first event of a journal. */
export const RunPlanSchema = z.strictObject({
  epic: name,
  tickets: z
    .array(
      z.strictObject({
        id: name,
        needs: z.array(count).readonly(),
        milestone: z.int().min(-1),
        rank: count,
        touchClass: z.int().min(-1),
        review: z.boolean(),
        critics: z.int().min(1).max(9),
      }),
    )
    .readonly(),
  milestones: z.array(z.strictObject({ id: name, after: z.array(count).readonly() })).readonly(),
  overlaps: z.array(z.array(count).readonly()).readonly(),
  allowRed: z.array(name).readonly().optional(),
});
