import type { RunningCall, RunOptions } from '../run/running-call.ts';

/** What a single request may be told: all that a run may, and what an epic file would say. */
export type DoCall = RunningCall<
  RunOptions & {
    readonly verify?: readonly string[] | undefined;
    readonly criterion?: readonly string[] | undefined;
    readonly fromIssue?: string | undefined;
    readonly fromFile?: string | undefined;
    readonly yes?: true | undefined;
    readonly audit?: true | undefined;
  }
>;
