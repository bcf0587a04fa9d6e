import { z } from 'zod';

/**
 * How it is known what a run used: the agent said so; from its tokens, by configured or by published prices; taken from
 * the estimate because it did not say; or not at all.
 */
export const meterings = ['said', 'priced', 'listed', 'estimated', 'unknown'] as const;

export type Metering = (typeof meterings)[number];

const tokens = z.int().min(0).nullable();

/** Where the figures of a charge are from. `model` is what the agent says, or else what it was asked to use. */
export const MeterReadingSchema = z.strictObject({
  usd: z.enum(meterings),
  tokens: z.enum(meterings),
  tokensIn: tokens,
  tokensOut: tokens,
  model: z.string().max(200).nullable(),
});

export type MeterReading = z.infer<typeof MeterReadingSchema>;
