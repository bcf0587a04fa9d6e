import { z } from 'zod';

const count = z.int().min(0);

/** Numbers of seats in a stage. */
export const seatsShape = z.array(count).max(15).readonly();

/** What a survey says before anybody judges. */
export const surveyShape = {
  recover: z.boolean(),
  requirements: z.strictObject({ total: count, checked: count, cycles: count }).nullable(),
  /** What is judged: the same commit for every auditor, and for the score. Older journals do not say. */
  commit: z.string().min(1).max(64).optional(),
  /** After a round of fixes: the seats that have to look again; without it all of them (TEAM-09). */
  again: seatsShape.optional(),
};

/** How many checks a measurement of the base has, and which of them ran no test (REAL-02). Older journals do not say. */
export const testedShape = {
  /** Why they are not green, each in one line. */
  because: z.string().max(4000).optional(),
  checks: count.optional(),
  noTest: z.array(z.string().min(1).max(200)).max(1000).readonly().optional(),
};

/** What a score comes to. */
export const scoreShape = {
  overall: z.number().min(0).max(1),
  move: z.enum(['passed', 'fix', 'stop']),
  kept: z.boolean(),
  groups: z.int().min(0).max(100),
  because: z.string().max(4000),
};

/** Where ticks of requirements were written, and the commit that did. */
export const ticksShape = {
  path: z.string().max(4000),
  commit: z.string().min(1).max(64),
  tree: z.string().min(1).max(64),
};
