import { scoresTooLow } from '../../model/dimensions.ts';
import type { Event } from '../../model/events.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { RunRecords } from '../../run/index.ts';

/** One thing that did not get through. */
export type RefusedWork = { readonly ticket: string; readonly by: string; readonly what: string };

/** What the journal says was caught, in the order in which it was, in the words of whoever caught it. */
export async function refusedWorkIn(
  events: readonly Event[],
  records: RunRecords,
): Promise<readonly RefusedWork[]> {
  const caught: RefusedWork[] = [];
  for (const event of events) {
    const by = catchers.get(event.type);
    if (by === undefined || !('run' in event)) continue;
    const feedback = await records.get(event.run, 'feedback');
    for (const what of saidIn(event, feedback)) caught.push({ ticket: event.ticket, by, what });
  }
  return caught;
}

const catchers: ReadonlyMap<Event['type'], string> = new Map([
  ['validation_failed', 'checks'],
  ['critic_fail', 'critic'],
  ['auditor_fail', 'auditor'],
  ['merge_conflict', 'merge'],
  ['landing_gate_failed', 'landing'],
]);

function saidIn(event: Event, feedback: Feedback | undefined): readonly string[] {
  if (event.type === 'merge_conflict') return [`conflicts with merged work in ${event.files.join(', ')}`];
  const findings = feedback?.findings ?? [];
  return [
    ...findings.map(({ file, line, message }) => (file === '' ? message : `${file}:${line}  ${message}`)),
    ...(feedback?.blockingIssues ?? []).map(({ message }) => `blocking: ${message}`),
    ...(feedback?.failedCriteria ?? []).map(({ criterion, reason }) => `${criterion} failed: ${reason}`),
    ...(feedback?.requiredFixes ?? []).map((fix) => `required: ${fix}`),
    ...scoresTooLow(feedback?.dimensionScores ?? [], feedback?.overallScore ?? null),
    ...(feedback?.revisionNotes ? [feedback.revisionNotes] : []),
  ];
}
