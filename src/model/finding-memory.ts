import { z } from 'zod';

import { severities } from './severity.ts';

const text = z.string().max(4000);

/** Somebody's word that one finding is to be left alone: for ever, or up to and including a day. */
const DismissalSchema = z.strictObject({
  fingerprint: z.string(),
  reason: text,
  by: text,
  at: z.int().min(0),
  /** `2027-01-31`; null: as long as the code around it stays as it is. */
  until: z.string().nullable(),
  /** What stood around it, by its hash; empty where there was nothing to read. */
  around: z.string(),
  /** How bad it was said to be: what is worse has not been dismissed. Dismissals of before do not say. */
  severity: z.enum(severities).optional(),
});

export type Dismissal = z.infer<typeof DismissalSchema>;

/** What is remembered of findings across rounds, reviews and branches of one repository. */
export const FindingMemorySchema = z.strictObject({
  version: z.literal(1),
  dismissed: z.array(DismissalSchema).readonly(),
  /** When findings that were open once were seen to be gone. */
  fixed: z.record(z.string(), z.int()),
  /** What was open when a branch was last reviewed. */
  open: z.record(z.string(), z.array(z.string()).readonly()),
  /** What people can dismiss: the findings they were last shown. */
  seen: z.record(
    z.string(),
    z.strictObject({
      rule: text,
      file: text,
      line: z.int(),
      message: text,
      around: z.string(),
      at: z.int(),
      severity: z.enum(severities).optional(),
    }),
  ),
  /** Findings that were mended, by kind, the newest last. Memories of before have none. */
  accepted: z
    .record(
      z.string(),
      z.strictObject({
        times: z.int().min(1),
        last: z
          .array(z.strictObject({ fingerprint: z.string(), origin: text, message: text, at: z.int() }))
          .readonly(),
      }),
    )
    .optional(),
  /** Kinds that somebody does not want developers to be told about. */
  forgotten: z.array(text).readonly().optional(),
});

export type FindingMemory = z.infer<typeof FindingMemorySchema>;

export const noMemory: FindingMemory = { version: 1, dismissed: [], fixed: {}, open: {}, seen: {} };
