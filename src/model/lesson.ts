/** A kind of finding that keeps being accepted, as the next developer is told (BEYOND-05). */
export type Lesson = {
  /** The rule or category. */
  readonly kind: string;
  /** How often it was found and then fixed. */
  readonly times: number;
  /** Where it was found last: `review of feature`, `ticket API-1`. */
  readonly origin: string;
  readonly example: string;
};
