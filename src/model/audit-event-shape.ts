import { z } from 'zod';

import { auditHealths } from './audit.ts';
import { convergenceHealths } from './convergence.ts';

const count = z.int().min(0);
const names = z.array(z.string().min(1).max(200)).max(1000).readonly();

/** A requirements document as it was counted; older journals have the three numbers alone. */
const countedShape = z.strictObject({
  total: count,
  checked: count,
  cycles: count,
  path: z.string().max(4000).optional(),
  health: z.enum(convergenceHealths).optional(),
  open: names.optional(),
  escalated: names.optional(),
  minRatio: z.number().min(0).max(1).optional(),
  degradedRatio: z.number().min(0).max(1).optional(),
});

/** The requirements documents at base, each under the audit that keeps it. */
export const documentsShape = z
  .array(z.strictObject({ audit: z.string().min(1).max(200), counted: countedShape }))
  .readonly()
  .optional();

/** How many items a recovery review has judged, and how many of them are not met. Older journals do not say. */
export const recoveredShape = { items: count.optional(), open: count.optional() };

/** Numbers of seats in a stage. */
export const seatsShape = z.array(count).max(15).readonly();

/** What a survey says before anybody judges. */
export const surveyShape = {
  recover: z.boolean(),
  requirements: countedShape.nullable(),
  /** Why a person has to be asked before anybody judges: the review cycles are used up (TEAM-12). */
  asks: z.string().max(4000).optional(),
  /** What is judged: the same commit for every auditor, and for the score. Older journals do not say. */
  commit: z.string().min(1).max(64).optional(),
  /** After a round of fixes: the seats that have to look again; without it all of them (TEAM-09). */
  again: seatsShape.optional(),
};

/** The checks of a measurement of the base: which are not green, and which ran no test (REAL-02), as far as the journal says. */
export const testedShape = {
  red: names,
  inconclusive: names,
  /** Why they are not green, each in one line. */
  because: z.string().max(4000).optional(),
  checks: count.optional(),
  noTest: names.optional(),
  /** Checks that were ended before a test finished. */
  unfinished: names.optional(),
};

/** What a score comes to. */
export const scoreShape = {
  overall: z.number().min(0).max(1),
  /** Older journals do not say. */
  health: z.enum(auditHealths).optional(),
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
  /** The document as it is with them; older journals do not say. */
  counted: countedShape.optional(),
};
