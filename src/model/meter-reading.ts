import { type Infer, mapOf, nullable, oneOf, text, whole } from '../schema/shape.ts';
/**
 * How it is known what a run used: the agent said so; from its tokens, by configured or by published prices; taken from
 * the estimate because it did not say; or not at all.
 */
export const meterings = ['said', 'priced', 'listed', 'estimated', 'unknown'] as const;

export type Metering = (typeof meterings)[number];

const tokens = nullable(whole());

/** Where the figures of a charge are from. `model` is what the agent says, or else what it was asked to use. */
export const MeterReadingSchema = mapOf({
  usd: oneOf(meterings),
  tokens: oneOf(meterings),
  tokensIn: tokens,
  tokensOut: tokens,
  model: nullable(text({ most: 200 })),
});

export type MeterReading = Infer<typeof MeterReadingSchema>;
