/** What readers said of findings in public repositories that the rule was not written for. */
export type MeasuredPrecision = {
  readonly read: number;
  /** A maintainer would fix it or agree. */
  readonly useful: number;
  /** Wrong; the rest of what was read is right and not worth acting on. */
  readonly false: number;
  /** The day of the last reading. */
  readonly date: string;
};
