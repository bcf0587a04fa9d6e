import { z } from 'zod';

import { claims } from './claim.ts';

export const claimShape = z.enum(claims);

/** A refuted claim. `fault` says what is wrong: the work, or only the claim and the agent that made it. */
export const refutedShape = {
  claim: claimShape,
  fault: z.enum(['work', 'claim']),
  because: z.string().max(4000),
};
