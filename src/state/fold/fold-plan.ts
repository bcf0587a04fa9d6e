import type { Replanning } from '../../model/steering.ts';
import type { RunPlan, RunTicket } from '../../model/events.ts';
import { available } from '../dependents.ts';
import { byRank } from './fold-run.ts';
import {
  auditAgain,
  auditProblem,
  type Audited,
  isHindered,
  isMilestoneLost,
  milestoneOf,
  revive,
} from './fold-steering.ts';
import { freshSeat, isSettled, isStopping, newJob, noEvidence } from '../job.ts';
import type { Job } from '../job.ts';
import { putJob } from '../put-job.ts';
import { added, removed } from '../rank-set.ts';
import { makeRoom, reindexReady } from '../reindex.ts';
import { jobAt, jobNamed } from '../state.ts';
import type { Next, State } from '../state.ts';
import { at, each, vectorOf } from '../vector.ts';

/** A ticket has another text, or there is one more. What was judged by the old text counts no more (P9). */
export function foldPlan(next: Next, event: Replanning): void {
  if (replanProblem(next, event) !== undefined) {
    next.ignored += 1;
    return;
  }
  next.inputs = event.inputs;
  const job = jobNamed(next, event.ticket);
  if (job === undefined) return addTicket(next, event.plan);
  relink(next, job.index, event.plan);
  retell(next, job, event);
}

type Change = Pick<Replanning, 'type' | 'ticket' | 'from' | 'plan'>;

/** Why the plan cannot be changed like that, as things stand; undefined: it can. */
export function replanProblem(state: State, { type, ticket, from, plan }: Change): string | undefined {
  if (from !== state.inputs) return 'the plan has changed in the meantime';
  const job = jobNamed(state, ticket);
  const isNew = type === 'ticket_added';
  if (isNew && job !== undefined) return 'a ticket of that name already exists';
  const index = isNew ? state.plan.tickets.length : (job?.index ?? -1);
  const planned = plan.tickets[index];
  if (planned?.id !== ticket || !isElseTheSame(state.plan, plan, index))
    return 'this would change more of the plan than this ticket';
  return isNew
    ? addProblem(state, planned)
    : (editProblem(state, job) ?? circle(state, index, planned.needs));
}

/** Why a ticket cannot get another text now; undefined: it can. */
export function editProblem(state: Audited, job: Job | undefined): string | undefined {
  if (job === undefined || job.kind !== 'ticket') return 'only tickets of the epic can be edited';
  if (job.status === 'completed') return 'it has landed';
  if (isStopping(job)) return 'it is being stopped';
  if (job.stop?.how === 'undone') return 'it was undone after it had landed';
  if (isSettled(job)) return auditProblem(state, milestoneOf(state, job.index));
  if (job.answer !== null) return 'its last decision is being carried out';
  if (job.question !== null) return questionProblem(job);
  const isWaiting = job.seats.every(({ state: seat }) => seat === 'waiting');
  if (isWaiting && (job.stage === null || job.stage === 'develop') && job.blocked !== 'infrastructure')
    return undefined;
  return 'it is being developed or reviewed';
}

/** An edit answers an escalation like another round does, so one must be left; a question of the developer's stays open. */
function questionProblem({ status, question }: Job): string | undefined {
  if (status !== 'escalated' || question?.options.includes('retry') === true) return undefined;
  return 'its open decision does not allow another round';
}

/** Why there cannot be one more ticket in this milestone. */
export function addProblem(state: Audited, { milestone }: Pick<RunTicket, 'milestone'>): string | undefined {
  if (isMilestoneLost(state, milestone)) return 'its milestone will not start';
  return auditProblem(state, milestone);
}

/** Ranks and classes of overlapping files follow from all tickets; all else stays as it is. */
function isElseTheSame(before: RunPlan, after: RunPlan, changed: number): boolean {
  const rest = (plan: RunPlan): string =>
    JSON.stringify([
      plan.epic,
      plan.milestones,
      plan.tickets.map(({ id, needs, milestone, review, critics }, index) =>
        index === changed ? 0 : { id, needs, milestone, review, critics },
      ),
    ]);
  const least = Math.max(before.tickets.length, changed + 1);
  const same = before.tickets[changed]?.milestone ?? after.tickets[changed]?.milestone;
  if (after.tickets.length !== least || after.tickets[changed]?.milestone !== same) return false;
  const padded =
    changed < before.tickets.length ? before.tickets : [...before.tickets, ...after.tickets.slice(-1)];
  return rest({ ...before, tickets: padded }) === rest(after) && isOrder(after.tickets);
}

/** Every ticket has a place of its own, and nobody needs what is not there. */
function isOrder(tickets: readonly RunTicket[]): boolean {
  const ranks = new Set(tickets.map(({ rank }) => rank));
  return (
    ranks.size === tickets.length &&
    tickets.every(({ rank, needs }) => rank < tickets.length && needs.every((need) => need < tickets.length))
  );
}

/** Dependencies that were found out on the way count too: whoever waits for it must not be waited for. */
function circle(state: State, ticket: number, needs: readonly number[]): string | undefined {
  const waiting = new Set([ticket]);
  for (const index of waiting) for (const one of at(state.dependents, index) ?? []) waiting.add(one);
  const other = needs.find((need) => waiting.has(need));
  return other === undefined ? undefined : `${jobAt(state, other).id} waits for it`;
}

function addTicket(next: Next, plan: RunPlan): void {
  const index = plan.tickets.length - 1;
  const ticket = plan.tickets[index];
  if (ticket === undefined) return;
  const { id, milestone } = ticket;
  makeRoom(next, newJob(index, id, 'ticket'));
  relink(next, index, plan);
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, nth) =>
    nth === milestone || nth === last ? { ...scope, unsettled: scope.unsettled + 1 } : scope,
  );
  // What was complete is so no more.
  if (next.status === 'completed') next.status = 'partial';
  auditAgain(next, milestone);
  putJob(next, available({ ...jobAt(next, index), waitingOn: waitsOn(next, index) }));
  if (isHindered(next, index)) next.doomed = added(next.doomed, index);
}

/** The new plan takes the place of the old; what was found out on the way stays. */
function relink(next: Next, ticket: number, plan: RunPlan): void {
  const before = new Set(next.plan.tickets[ticket]?.needs);
  const now = new Set(plan.tickets[ticket]?.needs);
  const lists = [...each(next.dependents)].map((list, index) => {
    const without = before.has(index) ? list.toSpliced(list.indexOf(ticket), 1) : list;
    return now.has(index) ? [...without, ticket] : without;
  });
  next.dependents = vectorOf(lists);
  next.plan = plan;
  next.jobByRank = byRank(plan);
  reindexReady(next);
}

/** What it waits for: tickets that have neither landed nor been let go, and its milestone while that is closed. */
function waitsOn(next: Next, ticket: number): number {
  let waits = next.scopes[milestoneOf(next, ticket)]?.open === false ? 1 : 0;
  for (const [index, list] of [...each(next.dependents)].entries()) {
    const { status, stop } = jobAt(next, index);
    if (status === 'completed' || (status === 'failed' && stop?.released === true)) continue;
    waits += list.filter((dependent) => dependent === ticket).length;
  }
  return waits;
}

/** Nothing that was said of its work holds for the new text. */
function retell(next: Next, before: Job, event: Replanning): void {
  const waitingOn = waitsOn(next, before.index);
  const seats = before.seats.map(unasked);
  // What it holds are the files that the old text named.
  const job: Job = { ...before, evidence: noEvidence, holds: false, waitingOn, seats };
  if (job.status === 'failed') return putJob(next, job);
  if (isSettled(job)) return takeUp(next, job);
  putJob(next, job.status === 'escalated' ? judgedAnew(job, event) : withNeeds(job));
  next.doomed = isHindered(next, job.index)
    ? added(next.doomed, job.index)
    : isMilestoneLost(next, milestoneOf(next, job.index))
      ? next.doomed
      : removed(next.doomed, job.index);
}

/** A conversation about the old text is not gone on with. */
function unasked<S extends { readonly state: string }>(seat: S): S {
  return seat.state === 'waiting' ? { ...seat, clarifications: 0, scoresAsked: false } : seat;
}

/** The edit is the answer to its escalation: `route` sends what there is of it to be judged by the new text. */
function judgedAnew(job: Job, { by, why }: Replanning): Job {
  const reason = `edited_${job.question?.reason ?? ''}`;
  return { ...job, question: null, answer: { reason, choice: 'retry', by, why } };
}

function withNeeds(job: Job): Job {
  if (job.waitingOn === 0) return available(job);
  if (job.status !== 'queued' && job.status !== 'needs_revision') return job;
  const reason = 'waits for its new dependencies';
  return {
    ...job,
    status: 'blocked',
    blocked: 'dependency',
    stage: 'develop',
    seats: [freshSeat],
    holds: false,
    reason,
  };
}

/** It could not start because of what it needed; perhaps it can now. */
function takeUp(next: Next, job: Job): void {
  putJob(next, job);
  const milestone = milestoneOf(next, job.index);
  if (isHindered(next, job.index) || isMilestoneLost(next, milestone)) return;
  auditAgain(next, milestone);
  const again: Job = { ...job, stage: 'develop', seats: [freshSeat], reason: 'dependencies changed' };
  putJob(next, available(again));
  revive(next, job);
}
