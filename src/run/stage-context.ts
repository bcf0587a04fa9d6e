import type { Adopted, Ticket } from '../model/epic.ts';
import type { AssignmentEvent } from '../model/events.ts';
import type { Lesson } from '../model/finding-memory.ts';
import type { Agents } from '../ports/agents.ts';
import type { Hub, Lander, Workspaces } from '../ports/git.ts';
import type { Grammars, Installed } from '../../packages/scan/index.ts';
import type { Processes } from '../ports/processes.ts';
import type { Measurements, ResultDraft } from '../ports/records.ts';
import type { Setups } from '../ports/setup.ts';
import type { Clock, Ids } from '../ports/surroundings.ts';
import type { Plan } from '../plan/index.ts';
import { jobNamed } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import type { Dossier } from './loop/dossier.ts';
import type { Inputs } from './inputs.ts';
import type { Meter } from './agent-call/meter.ts';
import type { ReviewWork } from './review/review-work.ts';
import type { RunRecords } from './records/run-records.ts';
import { GauntletError } from '../model/error.ts';

export type { AgentPart, AgentRole, Inputs } from './inputs.ts';

/** Everything a stage may use. Only ports touch the world; `state` and `dossier` are as of now. */
export type StageContext = {
  readonly inputs: Inputs;
  readonly plan: Plan;
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly lander: Lander;
  readonly processes: Processes;
  readonly setups: Setups;
  readonly agents: Agents;
  readonly records: RunRecords;
  /** Reports of tests that this machine measured before. */
  readonly measurements?: Measurements;
  /** Made ready for the languages that the scans of these files need. */
  grammars(paths: readonly string[]): Promise<Grammars>;
  /** What is installed in the user's checkout. */
  installed(): Installed | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly meter: Meter;
  /** What the next developer is told because it was found again and again; missing: nothing. */
  lessons?(): readonly Lesson[];
  /** Whether a branch that was brought is still at this commit; where it is not, its ticket is being stopped. */
  isWanted?(adopted: Adopted): Promise<boolean>;
  /** Set where the run is the review of a branch. */
  readonly review?: ReviewWork;
  state(): State;
  /**
   * The epic tip as it was when a run was handed out. What lands meanwhile changes nothing in what that run is about, and
   * may not have come to this machine.
   */
  tipWhenSent(run: number): string;
  dossier(job: string): Dossier;
};

/** Carries out one stage of one job; undefined when it was called off. */
export type StageWork = (
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
) => Promise<ResultDraft | undefined>;

export const free = { usd: 0, tokens: 0 } as const;

/** What every result says of the run it belongs to. */
export function head(assignment: AssignmentEvent): { v: 1; ticket: string; run: number; used: typeof free } {
  return { v: 1, ticket: assignment.ticket, run: assignment.run, used: free };
}

/** What a run comes to whose ticket was stopped: nothing but its cost. */
export function calledOff(context: StageContext, assignment: AssignmentEvent): ResultDraft {
  if (assignment.type === 'wait_started') return { ...head(assignment), type: 'wait_over' };
  const charge = context.meter.chargeStopped(assignment);
  const because = 'its ticket was stopped';
  return { ...head(assignment), ...charge, type: 'agent_failed', trouble: 'stopped', because };
}

export function jobOf(context: StageContext, id: string): Job | undefined {
  return jobNamed(context.state(), id);
}

/** The commit that an assignment is about: nobody who judges or merges one is sent without it. */
export function commitOf({ commit, stage, ticket: job }: AssignmentEvent): string {
  if (commit !== null) return commit;
  throw new GauntletError('BUG', `the ${stage} stage of ${job} was handed out without a commit`);
}

/** The ticket a job is about, or what stands in for one: a fix and a remediation pass the same gate. */
export function ticketOf(context: StageContext, id: string): Ticket {
  return context.inputs.epic.tickets.find((ticket) => ticket.id === id) ?? standIn(id);
}

function standIn(id: string): Ticket {
  return {
    id,
    title: id.startsWith('fix:') ? 'Fix the audit findings' : 'Fix the checks that fail at base',
    description: '',
    file: null,
    type: null,
    priority: 0,
    risk: 'normal',
    milestone: null,
    needs: [],
    touches: [],
    mayChange: [],
    review: true,
    depth: null,
    critical: false,
    reading: { must: [], reference: [] },
    standards: [],
    requirements: [],
    acceptance: [],
  };
}

/** The name a job has in paths and branches: `remediation:1` is no good for either. */
export function folderName(job: string): string {
  return job.replace(':', '-');
}

/** What anybody who works on a ticket or judges it is told, with the settled checks and environments. */
export function briefOf(context: StageContext, ticket: Ticket) {
  const { environments, verify } = context.plan;
  const siblings = context.inputs.epic.tickets
    .filter(({ id }) => id !== ticket.id)
    .map(({ id, title }) => `${id}: ${title}`);
  return { ticket, epic: { ...context.inputs.epic, environments, verify }, siblings };
}
