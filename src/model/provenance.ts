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
