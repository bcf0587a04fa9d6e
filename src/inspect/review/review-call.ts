import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import type { Call } from '../../project/call.ts';
import type { ReviewFormat } from './outlet.ts';
import type { ReviewScreen } from './review-screen.ts';

/** What a review may be told; other commands review too and have fewer options. */
export type ReviewOptions = {
  readonly base?: string | undefined;
  readonly staged?: true | undefined;
  readonly uncommitted?: true | undefined;
  readonly story?: string | undefined;
  readonly ticket?: string | undefined;
  readonly fix?: true | undefined;
  readonly rounds?: string | undefined;
  readonly agent?: string | undefined;
  readonly agents?: boolean | undefined;
  readonly checks?: boolean | undefined;
  readonly allowRed?: readonly string[] | undefined;
  readonly depth?: Depth | undefined;
  readonly failOn?: Severity | undefined;
  readonly all?: true | undefined;
  readonly format?: ReviewFormat | undefined;
  readonly output?: string | undefined;
  readonly write?: readonly string[] | undefined;
  readonly pr?: string | true | undefined;
  readonly post?: true | undefined;
  readonly tryPost?: true | undefined;
  readonly fresh?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly config?: string | undefined;
  readonly input?: boolean | undefined;
};

export type ReviewCall = Call<ReviewOptions> & {
  /** Where it is shown, and a person asked; without it nobody watches. */
  readonly screen?: ReviewScreen;
};
