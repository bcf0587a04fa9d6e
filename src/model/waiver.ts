/** A person's word that findings are to be left alone for a while: with a reason and an end. */
export type Waiver = {
  /** One finding; null: all that rule and path name. */
  readonly fingerprint: string | null;
  readonly rule: string | null;
  /** A glob; null: everywhere. */
  readonly path: string | null;
  readonly reason: string;
  /** The last day on which it counts, `2027-01-31`. */
  readonly until: string;
  readonly by: string | null;
};
