import type { MatrixRow } from '../matrix.ts';

export const blockerKinds = ['information', 'scope', 'dependency', 'infrastructure', 'other'] as const;

export type BlockerKind = (typeof blockerKinds)[number];

/** What keeps a developer from finishing. Fields that were not given are empty. */
export type Blocker = {
  readonly kind: BlockerKind;
  readonly text: string;
  readonly attempted: string;
  readonly needed: string;
  /** The ticket waited for, where the kind is a dependency and it is named. */
  readonly dependency: string | null;
  /** The checks said to be broken, to be run on the base commit (FLOW-12). */
  readonly checks: readonly string[];
  readonly command: string;
  readonly output: string;
  readonly environment: string;
};

/** What only a person can decide (FLOW-10). */
export type Question = {
  readonly question: string;
  readonly options: readonly string[];
  readonly context: string;
};

/** What a developer said about its own work. */
export type DeveloperBody = {
  readonly filesModified: readonly { readonly file: string; readonly change: string }[];
  readonly tests: readonly string[];
  readonly matrix: readonly MatrixRow[];
  readonly blocker: Blocker | null;
  readonly question: Question | null;
  readonly summary: string;
};
