/** What was understood of the files, so that a report says how much it rests on. */
export type ScanCoverage = {
  /** Files by language, the most first. */
  readonly languages: Readonly<Record<string, number>>;
  readonly routes: number;
  readonly entities: number;
  readonly tests: number;
  /** Requests of the project's own code; absent where no rule asked about them. */
  readonly requests?: RequestCounts;
};

/** `unknown`: the address, or whether a route serves it, was not made out. `elsewhere`: to servers of others. */
export type RequestCounts = {
  readonly resolved: number;
  readonly unknown: number;
  readonly elsewhere: number;
};
