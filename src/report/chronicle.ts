import type { AssignmentEvent, Event, ResultEvent } from '../model/events.ts';

/** One effect that was handed out and what came of it. */
export type RunEntry = {
  readonly run: number;
  readonly assigned: AssignmentEvent;
  readonly ended: ResultEvent | null;
};

export type AcceptedRisk = { readonly by: string; readonly why: string; readonly at: number };

/** The history of one job, in the order of its journal. */
export type JobChronicle = {
  readonly runs: readonly RunEntry[];
  readonly accepted: readonly AcceptedRisk[];
  readonly sentBack: readonly Extract<Event, { type: 'ticket_sent_back' }>[];
  readonly landedAt: number | null;
  readonly landedCommit: string | null;
  /** When it came to an end, good or bad. */
  readonly endedAt: number | null;
};

/** What a state no longer knows: who did what and when, and how often it was sent back and why. */
export type Chronicle = {
  readonly startedAt: number | null;
  readonly inputs: Extract<Event, { type: 'inputs_recorded' }> | null;
  of(job: string): JobChronicle;
  readonly jobs: Iterable<string>;
};

type Writable = {
  runs: { run: number; assigned: AssignmentEvent; ended: ResultEvent | null }[];
  accepted: AcceptedRisk[];
  sentBack: Extract<Event, { type: 'ticket_sent_back' }>[];
  landedAt: number | null;
  landedCommit: string | null;
  endedAt: number | null;
};

const nothing: JobChronicle = {
  runs: [],
  accepted: [],
  sentBack: [],
  landedAt: null,
  landedCommit: null,
  endedAt: null,
};

export function chronicleOf(events: Iterable<Event>): Chronicle {
  const growing = growingChronicle();
  for (const event of events) growing.add(event);
  return growing.chronicle();
}

/** A chronicle that is told of events as they come. What it hands out grows with it. */
export type GrowingChronicle = { add(event: Event): void; chronicle(): Chronicle };

export function growingChronicle(): GrowingChronicle {
  const jobs = new Map<string, Writable>();
  let startedAt: number | null = null;
  let inputs: Chronicle['inputs'] = null;
  return {
    add(event) {
      if (event.type === 'run_started') startedAt ??= event.at;
      else if (event.type === 'inputs_recorded') inputs ??= event;
      if (!('ticket' in event)) return;
      const job = jobs.get(event.ticket) ?? { ...nothing, runs: [], accepted: [], sentBack: [] };
      jobs.set(event.ticket, job);
      note(job, event);
    },
    chronicle: () => ({
      startedAt,
      inputs,
      of: (job) => jobs.get(job) ?? nothing,
      // From the beginning each time: an iterator would be used up by whoever comes first.
      jobs: { [Symbol.iterator]: () => jobs.keys() },
    }),
  };
}

function note(job: Writable, event: Extract<Event, { ticket: string }>): void {
  if ('reserved' in event) {
    job.runs.push({ run: event.run, assigned: event, ended: null });
    return;
  }
  if ('used' in event) return finish(job, event);
  if (event.type === 'ticket_sent_back') job.sentBack.push(event);
  if (event.type === 'decision_answered' && (event.choice === 'accept' || event.choice === 'override'))
    job.accepted.push({ by: event.by, why: event.why, at: event.at });
  if (event.type === 'workflow_failed' || event.type === 'audit_ended') job.endedAt = event.at;
  if (event.type === 'ticket_undone') {
    job.landedCommit = null;
    job.endedAt = event.at;
  }
}

/** Every run of every job, in the order in which they were handed out. */
export function runsIn(chronicle: Chronicle): readonly RunEntry[] {
  return [...chronicle.jobs].flatMap((job) => chronicle.of(job).runs).toSorted((a, b) => a.run - b.run);
}

/** Files that developers of a job changed without leave, and that were put back; each once. */
export function putBackIn({ runs }: JobChronicle): readonly string[] {
  return [
    ...new Set(
      runs.flatMap(({ ended }) => (ended !== null && 'putBack' in ended ? (ended.putBack ?? []) : [])),
    ),
  ];
}

/** Only the first answer to a run counts; what comes again or late is not its result. */
function finish(job: Writable, event: ResultEvent): void {
  const entry = job.runs.findLast((each) => each.run === event.run);
  if (entry === undefined || entry.ended !== null) return;
  entry.ended = event;
  if (event.type !== 'task_complete' || entry.assigned.stage !== 'land') return;
  job.landedAt = event.at;
  job.landedCommit = event.commit;
  job.endedAt = event.at;
}

const agentStages: ReadonlySet<string> = new Set([
  'develop',
  'review',
  'audit',
  'recover',
  'reconcile',
  'team',
]);

/** Whether an agent does this step. Waiting for a limit does not count. */
export function isAgentStep({ type, stage }: Pick<AssignmentEvent, 'type' | 'stage'>): boolean {
  return type !== 'wait_started' && agentStages.has(stage);
}

const passes =
  /_pass$|_passed$|_confirmed$|^developer_ready_for_review$|^task_complete$|^merged$|_measured$|_done$/;
const fails = /_fail$|_failed$|_refuted$|_conflict$|_incomplete$|^foreign_tip_found$/;

export type RunOutcome = 'pass' | 'fail' | 'broken' | 'said';

/** One of few words for what a run came to; what could not be computed is neither a pass nor a failure. */
export function outcomeOf(type: ResultEvent['type']): RunOutcome {
  if (type === 'agent_failed') return 'broken';
  if (passes.test(type)) return 'pass';
  if (fails.test(type)) return 'fail';
  return /_broken$|_unchecked$|_blocked$|_unclear$|_limited$|_ungrounded$/.test(type) ? 'broken' : 'said';
}

/** The run that failed last. */
export function lastFailure(runs: readonly RunEntry[]): RunEntry | undefined {
  return runs.findLast(({ ended }) => ended !== null && hasFailed(ended));
}

function hasFailed(ended: ResultEvent): boolean {
  if (ended.type === 'baseline_measured') return ended.red.length + ended.inconclusive.length > 0;
  const outcome = outcomeOf(ended.type);
  return outcome === 'fail' || outcome === 'broken';
}
