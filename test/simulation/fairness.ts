import { isJudgesMistake, type Event, type ResultEvent } from '../../src/model/events.ts';
import { jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { textOf, truthOf } from './world.ts';
import type { Breach, World } from './world.ts';

export type Fairness = { saw(event: Event, before: State, counts: boolean): void };

type Books = {
  readonly last: Map<string, ResultEvent>;
  /** What the developer of each job handed in last: that may be a merge, and is judged as work. */
  readonly delivered: Map<string, string>;
  /** Jobs about which a person has agreed to a repair since their last result. */
  readonly agreed: Set<string>;
  /** By ticket: a fresh auditor was sent for this delivery, under this text and after so many retries of a person. */
  readonly freshAuditors: Map<string, string>;
  /** Seats that were asked for scores since their stage began. */
  readonly unscored: Set<string>;
  /** A person has to agree before a remediator is sent. */
  needsConsent: boolean;
  isRemediating: boolean;
};

/**
 * Nobody pays for the mistake of somebody else: judges for their claims, nobody for a conflict with what has landed, and
 * no agent is sent to a base that most likely no agent can repair.
 */
export function fairness(world: World, breach: Breach): Fairness {
  const books: Books = {
    last: new Map(),
    delivered: new Map(),
    agreed: new Set(),
    freshAuditors: new Map(),
    unscored: new Set(),
    needsConsent: false,
    isRemediating: false,
  };
  return {
    saw(event, before, counts) {
      if ('used' in event) {
        if (!counts) return;
        books.last.set(event.ticket, event);
        books.agreed.delete(event.ticket);
        if (event.type === 'developer_ready_for_review') {
          books.freshAuditors.delete(event.ticket);
          books.delivered.set(event.ticket, event.commit);
        }
      } else if (event.type === 'ticket_sent_back' || event.type === 'ticket_escalated')
        checkAttempt(books, event, { before, world, breach });
      else if (event.type === 'ticket_routed') {
        for (const seat of books.unscored)
          if (seat.startsWith(`${event.ticket}#`)) books.unscored.delete(seat);
        checkFreshAuditor(books, event, { before, world, breach });
      } else if (event.type === 'ticket_edited') books.unscored.clear();
      else if (event.type === 'agent_retried') checkUnscored(books, event, before, breach);
      else if (event.type === 'manual_work_found') books.freshAuditors.delete(event.ticket);
      else if (event.type === 'critic_dispatched') {
        if (!world.provenTrees.has(truthOf(world, event.commit).tree))
          breach(`REAL-08: a critic sees ${event.commit} of ${event.ticket} before its checks have passed`);
      } else watchRepair(books, event, before, breach);
    },
  };
}

type Scene = { readonly before: State; readonly world: World; readonly breach: Breach };
type Attempt = Extract<Event, { type: 'ticket_sent_back' | 'ticket_escalated' }>;

function checkAttempt(books: Books, { ticket, kind }: Attempt, { before, world, breach }: Scene): void {
  const last = books.last.get(ticket);
  if (kind !== null && last?.type === 'claim_refuted' && isJudgesMistake(last))
    breach(`REAL-05: ${ticket} pays (${kind}) for a mistake of its auditor`);
  if (kind === null || kind === 'landing') return;
  const isConflict = last?.type === 'merge_conflict' || last?.type === 'landing_gate_failed';
  const job = jobNamed(before, ticket);
  const isPutBack = last?.type === 'developer_ready_for_review' && last.putBack !== undefined;
  if (isPutBack && last.commit !== job?.rejected)
    breach(`REAL-08: ${ticket} pays (${kind}) for a file that was put back`);
  const isDelivered = job !== undefined && books.delivered.get(ticket) === job.commit;
  const isMerge = job !== undefined && !isDelivered && truthOf(world, job.commit).from !== null;
  const isMergeReview = isMerge && job.stage === 'review';
  if (isConflict || isMergeReview)
    breach(`REAL-08: ${ticket} pays (${kind}) for a conflict with what has landed`);
}

/** A pass without scores is asked for them once, and nobody else is asked in its place. */
function checkUnscored(
  { unscored, last }: Books,
  { ticket, seat, how }: Extract<Event, { type: 'agent_retried' }>,
  before: State,
  breach: Breach,
): void {
  const result = last.get(ticket);
  const isUnscored = result?.type === 'agent_unclear' && result.lacks === 'scores';
  const isOnly = jobNamed(before, ticket)?.seats.length === 1;
  if (isUnscored && isOnly && how !== 'scores') breach(`FOUND-02: ${ticket} gets a ${how} critic for scores`);
  if (how !== 'scores') return;
  if (unscored.has(`${ticket}#${seat}`)) breach(`FOUND-02: ${ticket} is asked for scores twice`);
  unscored.add(`${ticket}#${seat}`);
}

/** One fresh auditor for each delivery, then a person. */
function checkFreshAuditor(
  books: Books,
  { ticket, stage }: Extract<Event, { type: 'ticket_routed' }>,
  { before, world, breach }: Scene,
): void {
  const job = jobNamed(before, ticket);
  if (stage !== 'audit' || job?.stage !== 'confirm' || job.answer !== null) return;
  const last = books.last.get(ticket);
  if (last?.type !== 'claim_refuted') return;
  const judged = `by text ${textOf(world, ticket)}, after ${job.repeats} retries`;
  if (books.freshAuditors.get(ticket) === judged)
    breach(`REAL-05: ${ticket} gets another fresh auditor, and nobody is asked`);
  books.freshAuditors.set(ticket, judged);
}

/** REAL-03, counted from results and answers alone. */
function watchRepair(books: Books, event: Event, before: State, breach: Breach): void {
  if (event.type === 'decision_answered') {
    const question = jobNamed(before, event.ticket)?.question;
    if (question?.id !== event.question || event.choice !== 'repair') return;
    books.agreed.add(event.ticket);
    if (event.ticket !== 'baseline') books.needsConsent = false;
  } else if (event.type === 'infrastructure_blocked') {
    const last = books.last.get(event.ticket);
    const isDoubtful = last !== undefined && 'doubt' in last && last.doubt !== undefined;
    if (isDoubtful && !books.isRemediating && !books.agreed.has(event.ticket)) books.needsConsent = true;
  } else if (event.type === 'infrastructure_restored') {
    books.needsConsent = false;
    books.isRemediating = false;
  } else if (event.type === 'remediation_opened') books.isRemediating = true;
  else if (event.type === 'workflow_failed' && event.ticket.startsWith('remediation:'))
    books.isRemediating = false;
  else if (event.type === 'remediation_dispatched' && books.needsConsent)
    breach(`REAL-03: ${event.ticket} is sent to repair before a person has agreed`);
}
