import { z } from 'zod';

/** Who said something, as far as the program that was asked says so itself; null where it does not. Never guessed. */
export type Provenance = {
  /** The name of the program or provider. */
  readonly agent: string;
  readonly version: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** The conversation, as the agent itself calls it. */
  readonly session: string | null;
};

/** A critic as its passes are counted: another version, effort or conversation makes no other critic of it. */
export type CriticName = Pick<Provenance, 'agent' | 'model'>;

const label = z.string().max(200).nullable();
const agent = z.string().min(1).max(200);

/** As events hold it. */
export const provenance = z.strictObject({
  agent,
  version: label,
  model: label,
  effort: label,
  session: label,
});

export const criticName = z.strictObject({ agent, model: label });
