import type { Event } from '../../model/events.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { StageContext } from '../stage-context.ts';

/** What critics of each ticket objected to, one text for each failed review. */
export type Objections = ReadonlyMap<string, readonly string[]>;

/** Reads the objections of all failed reviews of a run; critics of one attempt speak as one. */
export async function objectionsIn(context: StageContext, events: Iterable<Event>): Promise<Objections> {
  const failing = new Map<string, number[]>();
  const objections = new Map<string, string[]>();
  for (const event of events) {
    if (event.type === 'critic_fail')
      failing.set(event.ticket, [...(failing.get(event.ticket) ?? []), event.run]);
    if (!isAttemptsEnd(event)) continue;
    const runs = failing.get(event.ticket) ?? [];
    failing.delete(event.ticket);
    if (event.kind !== 'review') continue;
    const said = await Promise.all(runs.map((run) => context.records.get(run, 'feedback')));
    const words = said.flatMap((each) => (each === undefined ? [] : objectionsOf(each)));
    objections.set(event.ticket, [...(objections.get(event.ticket) ?? []), words.join('; ')]);
  }
  return objections;
}

type AttemptsEnd = Extract<Event, { type: 'ticket_sent_back' | 'ticket_escalated' | 'workflow_failed' }>;

function isAttemptsEnd(event: Event): event is AttemptsEnd {
  return ['ticket_sent_back', 'ticket_escalated', 'workflow_failed'].includes(event.type);
}

function objectionsOf({
  findings,
  blockingIssues,
  requiredFixes,
  revisionNotes,
}: Feedback): readonly string[] {
  const found = findings.map(({ message, file, line }) => issueOf({ title: message, file, line }));
  const issues = [...found, ...blockingIssues.map(({ message }) => message)];
  return issues.length > 0 ? issues : [...requiredFixes, ...(revisionNotes === null ? [] : [revisionNotes])];
}

export function issueOf({
  title,
  file,
  line,
}: {
  readonly title: string;
  readonly file: string;
  readonly line: number;
}): string {
  return file === '' ? title : `${title} (${file}:${line})`;
}
