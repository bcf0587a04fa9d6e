import type { AuditorReport } from '../../model/audit.ts';
import type { AssignmentEvent, Stage } from '../../model/events.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReviewSaid } from '../../model/review.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import type { Workspace } from '../../ports/git.ts';
import type { Records } from '../../ports/records.ts';
import type { AuditScore, Reconciliation, ScanCheck } from '../../audit/index.ts';
import type { AuditorAnswer } from '../../formats/index.ts';
import type { Baseline, CheckResult, Validation } from '../../gates/index.ts';
import type { DeveloperDelivery } from './collect-delivery.ts';
import type { Recovered } from '../team-audit/audit-scope.ts';
import type { MechanicalLook } from '../review/review-work.ts';
import type { RoundFindings } from '../review/round-answer.ts';
import type { ScoredRound } from '../team-audit/scored-rounds.ts';
import type { SignedFindings } from '../team-audit/milestone.ts';
import type { Suites } from '../team-audit/suites.ts';
import { runsOf } from '../loop/dossier.ts';
import type { Inputs, StageContext } from '../stage-context.ts';
import { GauntletError } from '../../model/error.ts';
import { isMap } from '../../schema/fits.ts';

/** What a run leaves for later stages and for people, by the name it is kept under. Nothing is read or written that is not here. */
type Kept = {
  readonly assignment: Pick<AssignmentEvent, 'seq' | 'at' | 'type' | 'ticket'>;
  // An agent's turn.
  readonly issued: { readonly token: string | null; readonly delimiter: string };
  readonly prompt: string;
  readonly metered: Usage;
  readonly answer: AgentEnd;
  /** Why the answer does not count, for the question that goes back. */
  readonly reasons: readonly string[];
  // The work.
  readonly workspace: Workspace;
  readonly delivered: DeveloperDelivery;
  // Checks and verdicts on it.
  readonly baseline: Baseline;
  /** What the machine that measured the base remembers of it, by key. */
  readonly measured: Readonly<Record<string, unknown>>;
  readonly validation: Validation;
  /** Checks of a landing gate, as soon as they have run; without logs where `validation` follows. */
  readonly cells: readonly CheckResult[];
  readonly times: unknown;
  readonly feedback: Feedback;
  readonly review: ReviewSaid;
  readonly setAside: readonly Finding[];
  readonly assessment: string;
  readonly audit: AuditorAnswer;
  readonly confirmation: unknown;
  readonly refuted: string;
  /** Checks that a confirmed claim found red at base. */
  readonly confirmedRed: readonly CheckResult[];
  // Audits of a milestone or the run.
  readonly suites: Suites;
  readonly phases: readonly CheckResult[];
  readonly recovery: Recovered;
  readonly auditorReport: AuditorReport;
  readonly partialReport: AuditorReport;
  readonly findings: SignedFindings;
  /** null: it was asked for and is not there. */
  readonly reconciliation: Reconciliation | null;
  readonly scanChecks: readonly { readonly auditor: string; readonly scanChecks: readonly ScanCheck[] }[];
  readonly round: ScoredRound;
  readonly score: AuditScore;
  // The review of a branch.
  readonly mechanical: MechanicalLook;
  readonly roundFindings: RoundFindings;
  readonly refused: readonly Finding[];
};

/** The records of a run, typed by name. */
export type RunRecords = Omit<Records, 'get' | 'put'> & {
  get<Name extends keyof Kept>(run: number, name: Name): Promise<Kept[Name] | undefined>;
  put<Name extends keyof Kept>(run: number, name: Name, value: Kept[Name]): Promise<void>;
};

/** What judges a run, as it was kept under its hash; undefined where nothing is kept, or something else. */
export async function keptInputs(records: Pick<Records, 'kept'>, hash: string): Promise<Inputs | undefined> {
  const value = await records.kept(hash);
  return isInputs(value) ? value : undefined;
}

function isInputs(value: unknown): value is Inputs {
  return isMap(value) && isMap(value['epic']) && Array.isArray(value['epic']['tickets']);
}

/** What the last run of a stage left under a name; undefined where there was none, or it left nothing. */
export async function lastRecord<Name extends keyof Kept>(
  { records, dossier }: Pick<StageContext, 'records' | 'dossier'>,
  job: string,
  stage: Stage,
  name: Name,
): Promise<Kept[Name] | undefined> {
  const run = runsOf(dossier(job), stage).at(-1);
  return run === undefined ? undefined : records.get(run, name);
}

/** What an earlier run must have kept. A record that is gone is damage: nothing is concluded from its absence (P8). */
export function onRecord<Value>(value: Value | undefined, what: string): Value {
  if (value !== undefined) return value;
  throw new GauntletError('JOURNAL_DAMAGED', `${what}: the record is missing`, {
    hint: 'Restore the folder "runs" beside the journal from a backup.',
  });
}
