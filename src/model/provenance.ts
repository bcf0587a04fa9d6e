import { type Infer, mapOf, nullable, text } from '../schema/shape.ts';

const label = nullable(text({ most: 200 }));
const agent = text({ least: 1, most: 200 });

/** Who said something, as far as the program that was asked says so itself; null where it does not. Never guessed. */
export const provenance = mapOf({
  /** The name of the program or provider. */
  agent,
  version: label,
  model: label,
  effort: label,
  /** The conversation, as the agent itself calls it. */
  session: label,
});

export type Provenance = Infer<typeof provenance>;

/** A critic as its passes are counted: another version, effort or conversation makes no other critic of it. */
export const criticName = mapOf({ agent, model: label });

export type CriticName = Infer<typeof criticName>;
