import type { Event } from '../model/events.ts';
import { freshSeat, noEvidence } from './job.ts';
import { putJob } from './put-job.ts';
import { jobNamed } from './state.ts';
import type { Next } from './state.ts';

type PeopleEvent = Extract<Event, { type: 'decision_answered' | 'manual_work_found' }>;

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
      const answer = { reason: job.question.reason, choice: event.choice, by: event.by, why: event.why };
      return putJob(next, { ...job, question: null, answer });
    }
    case 'manual_work_found': {
      if (job.blocked !== 'manual' || job.answer !== null) {
        next.ignored += 1;
        return;
      }
      return putJob(next, {
        ...job,
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
  }
}
