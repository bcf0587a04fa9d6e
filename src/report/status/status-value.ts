import type { Outcome, RedAtBase } from '../../model/outcome.ts';
import { redAtBaseOf, summarise, type State, type RunSummary } from '../../state/index.ts';
import { expectedLanding, landingOf, type LandingValue } from './landing.ts';
import { runOutcome, runWord, type RunWord } from '../outcome.ts';

/** What `status --json` and `run --json` print: a contract that other programs read. */
export type StatusValue = Omit<RunSummary, 'status'> & {
  readonly status: RunWord;
  readonly outcome: Outcome;
  readonly epicBranch: string | null;
  readonly epicCommit: string | null;
  /** Checks that are red at base, and how a person allowed each. */
  readonly redAtBase: readonly RedAtBase[];
  /** Candidates that are merged and gated, in the order in which they land. */
  readonly landing: LandingValue;
  /** null while it is not known how the run ends. */
  readonly exitCode: number | null;
};

export type StatusContext = {
  /** A coordinator holds the lease. */
  readonly held: boolean;
  /** Missing where nothing is expected any more. */
  readonly now?: number;
  readonly epicBranch: string | null;
  readonly exitCodeOf: (outcome: Outcome) => number | null;
};

export function statusValue(state: State, context: StatusContext): StatusValue {
  const { status: _, epic, tickets, decisionsNeeded, ...more } = summarise(state);
  const status = runWord(state, context.held);
  const outcome = runOutcome(state, status);
  const { now } = context;
  const expected = status === 'running' && now !== undefined ? expectedLanding(state, now) : null;
  return {
    epic,
    status,
    outcome,
    epicBranch: context.epicBranch,
    epicCommit: state.tip === '' ? null : state.tip,
    tickets,
    decisionsNeeded,
    redAtBase: redAtBaseOf(state),
    landing: landingOf(state, expected),
    exitCode: context.exitCodeOf(outcome),
    ...more,
  };
}
