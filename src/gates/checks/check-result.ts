import type { TestReport } from '../test-report/test-report.ts';
import type { EnvironmentResult } from '../../model/feedback.ts';
import type { ObservedInputs } from '../../model/checks.ts';
import type { Rewritten } from '../../ports/git.ts';

/** How it ended. All but `exited` and `ended` say nothing about the work; `setup`, `checkout`: before the command. */
export type CheckRun = {
  readonly how: 'exited' | 'ended' | 'unstartable' | 'setup' | 'checkout' | 'broken' | 'cancelled';
  /** null unless it exited. */
  readonly exitCode: number | null;
  /** Why it has no exit code; empty where it has one. */
  readonly because: string;
  /** What it printed: cleaned, secrets blacked out, the end kept where it is too long. */
  readonly log: string;
  /** The same, whole: only the reader of test reports needs it, and nobody keeps it. */
  readonly output: string;
  /** The place in the checkout that its output says failed, `file:line`; missing where it names none. */
  readonly place?: string;
  /** How long the program took; 0 where none was started. */
  readonly ms: number;
  /** What it looked at; null or missing where that was not observed. */
  readonly inputs?: ObservedInputs | null;
  /** Files of the commit that were written while it ran. */
  readonly rewrote?: readonly Rewritten[];
};

/** One check in one environment on one tree, as we ran it. */
export type CheckResult = EnvironmentResult & {
  /** Failed first, then passed on the same tree. */
  readonly flaky: boolean;
  readonly how: CheckRun['how'];
  /** Of `log`: what the result rests on. */
  readonly logHash: string;
  readonly log: string;
  /** What one has to know about how it was run; empty where there is nothing. */
  readonly note: string;
  /** The tests it ran; null where its output does not say. Missing in records of older versions. */
  readonly report?: TestReport | null;
  /** The same of the second run, where it was red in both. */
  readonly again?: TestReport | null;
  /** Paths of the commit that were written while it ran. Missing where there are none, and in records of older versions. */
  readonly rewrote?: readonly string[];
  /** How long it took; of the first run where there were two. */
  readonly ms: number;
};
