import type { Event } from '../../model/events.ts';
import { moveTip, orphanAll } from '../chain.ts';
import { freshSeat, noEvidence } from '../job.ts';
import { putJob } from '../put-job.ts';
import { jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

type PeopleEvent = Extract<Event, { type: 'decision_answered' | 'manual_work_found' | 'ticket_undone' }>;

/** The first answer to an open question wins, and only what was offered is an answer (LOOP-08). */
export function foldPeople(next: Next, event: PeopleEvent): void {
  const job = jobNamed(next, event.ticket);
  if (job === undefined) return;
  switch (event.type) {
    case 'decision_answered': {
      if (job.question?.id !== event.question || !job.question.options.includes(event.choice)) {
        next.ignored += 1;
        return;
      }
      if (event.choice === 'override')
        next.infrastructure = { ...next.infrastructure, overriddenBy: event.by };
      const answer = { reason: job.question.reason, choice: event.choice, by: event.by, why: event.why };
      return putJob(next, { ...job, question: null, answer });
    }
    case 'manual_work_found': {
      const adopted = event.branch !== undefined;
      const isAwaited = adopted ? job.status === 'queued' : job.blocked === 'manual';
      if (!isAwaited || job.answer !== null) {
        next.ignored += 1;
        return;
      }
      return putJob(next, {
        ...job,
        adopted,
        status: 'validating',
        blocked: null,
        stage: 'validate',
        seats: [freshSeat],
        commit: event.commit,
        tree: event.tree,
        mergedFrom: null,
        evidence: noEvidence,
        question: null,
        answer: null,
      });
    }
    case 'ticket_undone':
      if (job.kind !== 'ticket' || job.status !== 'completed') {
        next.ignored += 1;
        return;
      }
      moveTip(next, event);
      // Checks may have been flaky because of what was in the branch then.
      next.chain = { ...next.chain, flakes: [] };
      next.unproved = [];
      orphanAll(next, job.id, 'undone');
      next.failed += 1;
      // What was complete is so no more.
      if (next.status === 'completed') next.status = 'partial';
      uncount(next, job.index);
      return putJob(next, {
        ...job,
        status: 'failed',
        stop: { how: 'undone', released: false, by: event.by, why: event.why },
        reason: `undone by ${event.by}: ${event.why}`.slice(0, 400),
      });
  }
}

/** It is no longer among what its milestone and the run have landed. */
function uncount(next: Next, ticket: number): void {
  const milestone = next.plan.tickets[ticket]?.milestone ?? -1;
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, index) =>
    index === milestone || index === last ? { ...scope, landed: scope.landed - 1 } : scope,
  );
}
