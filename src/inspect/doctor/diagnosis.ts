import type { InstalledAgent, Reach } from '../../agents/index.ts';
import type { CheckAtBase } from '../../gates/index.ts';

/** A check as it came out in a workspace of HEAD, and in the user's own checkout. */
export type TriedCheck = CheckAtBase & {
  readonly ms: number;
  /** Of its output in the workspace, where it is not green. */
  readonly lastLines: readonly string[];
  readonly checkout: { readonly exitCode: number | null; readonly tests: CheckAtBase['tests'] };
};

/** One thing that was looked at. `missing` means that no run is possible; `warning`, that one is, with less. */
export type Diagnosis = {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'missing';
  readonly said: string;
  readonly hint?: string;
  /** For a role: what its agent can send where. */
  readonly reach?: Reach;
  /** For a check that was tried. */
  readonly tried?: TriedCheck;
  /** For a coding agent that is installed: what is known of it. */
  readonly agent?: InstalledAgent;
};
