import type { RunningCall, RunOptions } from '../run/running-call.ts';

/** What a landing may be told. */
export type LandCall = RunningCall<
  Pick<RunOptions, 'allowRed' | 'agent' | 'config' | 'serve' | 'open' | 'input'> & {
    readonly pr?: readonly string[] | undefined;
    readonly onto?: string | undefined;
    readonly review?: true | undefined;
    readonly push?: true | undefined;
    readonly mayChange?: readonly string[] | undefined;
    readonly again?: true | undefined;
  }
>;
