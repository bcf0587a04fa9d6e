// What a journal and its records say about the tickets of a trial. Nothing here reads a disk: `record` and `diff` do.
import type { AssignmentEvent, Event, Stage } from '../../src/model/events.ts';
import type { Feedback as WholeFeedback } from '../../src/model/feedback.ts';
import { bareFinding, type Finding, placeOf } from '../../src/model/finding.ts';
import { isMustFix } from '../../src/model/severity.ts';

export type Journal = {
  readonly events: readonly Event[];
  /** What a step left under a name. */
  record(run: number, name: string): unknown;
  /** `git diff -U0` of one file between two commits. */
  diff(from: string, to: string, file: string): string;
};

/** A delivery that did not pass: the gate or judge that stopped it, and why. */
export type Refusal = { readonly attempt: number; readonly by: string; readonly reasons: readonly string[] };

/** A finding of a judge that stopped a delivery, and whether the next one changed that place. */
export type JudgedFinding = {
  readonly by: 'critic' | 'auditor';
  readonly place: string;
  readonly said: string;
  readonly next: 'changed' | 'changed the file' | 'left it' | 'no next delivery';
};

/** Milliseconds; `ours` is what is neither an agent nor a command of setup or checks, `waiting` what no step took. */
export type Times = Record<'wall' | 'agents' | 'setup' | 'checks' | 'ours' | 'waiting', number>;

export type Asked = { readonly prompts: number; readonly promptBytes: number; readonly tokens: number };

export type TicketFacts = {
  readonly landed: string | null;
  /** The commit of every delivery, in order. */
  readonly deliveries: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly findings: readonly JudgedFinding[];
  /** Answers that could not be read. */
  readonly unread: number;
  /** Agents that crashed, stalled or ran out of time. */
  readonly agentFailures: number;
  /** What people were asked. */
  readonly people: readonly string[];
  readonly times: Times;
  /** By role. */
  readonly asked: Readonly<Record<string, Asked>>;
};

/** Everything about one ticket. */
export function factsOf(journal: Journal, ticket: string): TicketFacts {
  const own = journal.events.filter((event) => 'ticket' in event && event.ticket === ticket);
  const deliveries = typed(own, 'developer_ready_for_review');
  return {
    landed: typed(own, 'task_complete').at(-1)?.commit ?? null,
    deliveries: deliveries.map(({ commit }) => commit),
    refusals: own.flatMap((event) => refusalOf(journal, own, event)),
    findings: own.flatMap((event) => findingsOf(journal, deliveries, event)),
    unread: typed(own, 'agent_unclear').length,
    agentFailures: typed(own, 'agent_failed').length,
    people: own.flatMap(askedOf),
    times: timesOf(journal, own),
    asked: askedByRole(journal, own),
  };
}

/** The same sums for all jobs that are no ticket: base, audits, fixes. */
export function otherJobs(
  journal: Journal,
  tickets: readonly string[],
): Pick<TicketFacts, 'asked' | 'times' | 'people'> {
  const own = journal.events.filter((event) => 'ticket' in event && !tickets.includes(event.ticket));
  return { times: timesOf(journal, own), asked: askedByRole(journal, own), people: own.flatMap(askedOf) };
}

function typed<T extends Event['type']>(
  events: readonly Event[],
  type: T,
): readonly Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
}

type Feedback = Partial<WholeFeedback>;

const JUDGES = { critic_fail: 'critic', auditor_fail: 'auditor' } as const;
const GATES = { validation_failed: 'checks', landing_gate_failed: 'landing gate' } as const;

function refusalOf(journal: Journal, own: readonly Event[], event: Event): readonly Refusal[] {
  const attempt = typed(own, 'developer_ready_for_review').filter(({ seq }) => seq < event.seq).length;
  if (event.type === 'merge_conflict')
    return [{ attempt, by: 'merge', reasons: [`conflicts with what has landed: ${event.files.join(', ')}`] }];
  if (event.type === 'claim_refuted' && event.fault === 'work')
    return [{ attempt, by: `claim ${event.claim}`, reasons: [event.because] }];
  if (!isOneOf(GATES, event) && !isOneOf(JUDGES, event)) return [];
  const findings = mustFix(journal, event.run);
  const by = isOneOf(JUDGES, event) ? JUDGES[event.type] : stoppedBy(journal, event, findings);
  return [{ attempt, by, reasons: findings.map((each) => `${placeOf(each, '')} ${each.message}`.trim()) }];
}

/** Checks that fail and gates that found something, by name. */
function stoppedBy(
  journal: Journal,
  { type, run }: Extract<Event, { type: keyof typeof GATES }>,
  findings: readonly Finding[],
): string {
  const { environments = [] } = (journal.record(run, 'feedback') ?? {}) as Feedback;
  const red = environments.filter(({ status }) => status === 'FAIL').map(({ check }) => check);
  const gates = findings.flatMap(({ source }) => (source.kind === 'gate' ? [source.name] : []));
  const names = (kind: string, all: readonly string[]): readonly string[] =>
    all.length === 0 ? [] : [`${kind} ${[...new Set(all)].join(', ')}`];
  // The gate named verification is the one that runs the checks.
  const evidence = gates.filter((gate) => gate !== 'verification');
  const parts = [...names('checks', red), ...names('evidence', evidence)].join(' and ');
  return parts === '' ? GATES[type] : type === 'validation_failed' ? parts : `${GATES[type]}: ${parts}`;
}

function isOneOf<T extends Event['type']>(
  types: Readonly<Record<T, string>>,
  event: Event,
): event is Extract<Event, { type: T }> {
  return event.type in types;
}

function mustFix(journal: Journal, run: number): readonly Finding[] {
  const { findings = [], failedCriteria = [] } = (journal.record(run, 'feedback') ?? {}) as Feedback;
  const criteria = failedCriteria.map(({ criterion, reason }): Finding => ({
    ...bareFinding,
    source: { kind: 'auditor', name: 'auditor' },
    rule: criterion,
    severity: 'HIGH',
    message: `${criterion}: ${reason}`,
  }));
  return [...findings.filter(({ severity }) => isMustFix(severity)), ...criteria];
}

type Delivery = Extract<Event, { type: 'developer_ready_for_review' }>;

function findingsOf(
  journal: Journal,
  deliveries: readonly Delivery[],
  event: Event,
): readonly JudgedFinding[] {
  if (!isOneOf(JUDGES, event)) return [];
  const next = deliveries.find(({ seq }) => seq > event.seq)?.commit;
  const { findings = [] } = (journal.record(event.run, 'feedback') ?? {}) as Feedback;
  return findings.map((finding) => ({
    by: JUDGES[event.type],
    place: placeOf(finding),
    said: finding.message,
    next:
      next === undefined
        ? 'no next delivery'
        : changeAt(journal.diff(event.commit, next, finding.file), finding),
  }));
}

/** How far from the line a change still counts as one of that place. */
const NEAR = 5;

function changeAt(diff: string, { line }: Finding): JudgedFinding['next'] {
  const hunks = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, from, many]) => ({
    from: Number(from),
    to: Number(from) + Math.max(0, Number(many ?? 1) - 1),
  }));
  if (hunks.length === 0) return 'left it';
  const isNear = line === 0 || hunks.some(({ from, to }) => from - NEAR <= line && line <= to + NEAR);
  return isNear ? 'changed' : 'changed the file';
}

/** Everything that waits for a person. */
function askedOf(event: Event): readonly string[] {
  if (event.type === 'ticket_escalated') return [`${event.reason}: ${event.because}`];
  if (event.type === 'developer_question') return [event.question];
  return event.type === 'ticket_blocked' && event.why !== 'dependency' ? [event.because] : [];
}

const AGENT_STAGES: ReadonlySet<Stage> = new Set([
  'develop',
  'review',
  'audit',
  'team',
  'recover',
  'reconcile',
]);

type Step = { readonly event: AssignmentEvent; readonly ms: number; readonly end: Event };

/** Steps with an end. */
function stepsOf(own: readonly Event[]): readonly Step[] {
  const ends = new Map(own.flatMap((event) => ('used' in event ? [[event.run, event] as const] : [])));
  return own.flatMap((event) => {
    const end = 'stage' in event && 'run' in event ? ends.get(event.run) : undefined;
    return end === undefined ? [] : [{ event: event as AssignmentEvent, ms: end.at - event.at, end }];
  });
}

function timesOf(journal: Journal, own: readonly Event[]): Times {
  const steps = stepsOf(own);
  const sum = { agents: 0, setup: 0, checks: 0, ours: 0 };
  for (const { event, ms } of steps) {
    const took = (journal.record(event.run, 'times') ?? {}) as Partial<Record<string, number>>;
    const { setupMs = 0, checksMs = 0, agentMs = AGENT_STAGES.has(event.stage) ? ms : 0 } = took;
    sum.setup += setupMs;
    sum.checks += checksMs;
    sum.agents += agentMs;
    sum.ours += Math.max(0, ms - setupMs - checksMs - agentMs);
  }
  const [first, last] = [steps[0]?.event.at ?? 0, Math.max(0, ...steps.map(({ end }) => end.at))];
  const wall = Math.max(0, last - first);
  return { wall, ...sum, waiting: Math.max(0, wall - steps.reduce((all, { ms }) => all + ms, 0)) };
}

const ROLES: Partial<Record<Stage, string>> = { develop: 'developer', review: 'critic', audit: 'auditor' };

function askedByRole(journal: Journal, own: readonly Event[]): Readonly<Record<string, Asked>> {
  const roles: Record<string, Asked> = {};
  for (const { event, end } of stepsOf(own)) {
    const prompt = journal.record(event.run, 'prompt');
    if (typeof prompt !== 'string') continue;
    const role = event.ticket.startsWith('fix:') ? 'fixer' : (ROLES[event.stage] ?? event.stage);
    const { prompts, promptBytes, tokens } = roles[role] ?? { prompts: 0, promptBytes: 0, tokens: 0 };
    const used = 'meter' in end && end.meter?.tokens === 'said' && 'used' in end ? end.used.tokens : 0;
    roles[role] = {
      prompts: prompts + 1,
      promptBytes: promptBytes + Buffer.byteLength(prompt),
      tokens: tokens + used,
    };
  }
  return roles;
}
