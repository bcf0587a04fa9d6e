import type { AssignmentEvent } from '../model/events.ts';
import type { ResultDraft } from './records.ts';

/** Those on other machines who carry assignments out. */
export type Executor = {
  /** Whether this is carried out elsewhere; the coordinator does the rest itself. */
  takes(assignment: AssignmentEvent): boolean;
  /**
   * Answers with what it came to, once its commits and records are here. A worker that is lost is a stalled run. Called
   * off with the reason `stopped` (a person has stopped the ticket) the worker is told, and what it has cost is the
   * answer; called off for any other reason it works on, and the next coordinator hears of it: undefined.
   */
  carryOut(assignment: AssignmentEvent, cancel: AbortSignal): Promise<ResultDraft | undefined>;
  /** Makes what the coordinator has done itself known to the others, before it is recorded. */
  share(job: string): Promise<void>;
};

/** Why an assignment is called off when its ticket was stopped by a person, or its candidate voided. */
export const STOPPED = 'stopped';
