import type { AssignmentEvent } from '../../model/events.ts';
import type { Feedback, FeedbackKind } from '../../model/feedback.ts';
import type { SentBack } from '../loop/dossier.ts';
import { jobOf, type StageContext } from '../stage-context.ts';

export const noFeedback: Omit<Feedback, 'attempt' | 'kind'> = {
  priority: 'HIGH',
  findings: [],
  requiredFixes: [],
  failedCriteria: [],
  passingCriteria: [],
  blockingIssues: [],
  overallScore: null,
  dimensionScores: [],
  revisionNotes: null,
  environments: [],
};

/** Keeps what a stage that failed has to say to the next developer. */
export async function keepFeedback(
  context: StageContext,
  assignment: AssignmentEvent,
  kind: FeedbackKind,
  more: Partial<Feedback>,
): Promise<void> {
  const attempt = jobOf(context, assignment.ticket)?.attempt ?? 0;
  await context.records.put(assignment.run, 'feedback', { ...noFeedback, attempt, kind, ...more });
}

/** What every failed attempt of a job taught, oldest first; several critics of one attempt speak as one. */
export async function earlierFeedback(context: StageContext, job: string): Promise<readonly Feedback[]> {
  const all: Feedback[] = [];
  for (const sent of context.dossier(job).sentBack) all.push(await oneFeedback(context, sent));
  return all;
}

async function oneFeedback(context: StageContext, sent: SentBack): Promise<Feedback> {
  const parts: Feedback[] = [];
  for (const run of sent.runs) {
    const part = await context.records.get(run, 'feedback');
    if (part !== undefined) parts.push(part);
  }
  const empty = { ...noFeedback, attempt: sent.attempt, kind: sent.kind };
  const [first, ...rest] = parts;
  if (first === undefined) return { ...empty, revisionNotes: sent.because };
  return { ...rest.reduce(together, first), attempt: sent.attempt, kind: sent.kind };
}

/** What all of them said, with the scores of the strictest. */
function together(a: Feedback, b: Feedback): Feedback {
  const isStricter = (b.overallScore ?? Infinity) < (a.overallScore ?? Infinity);
  const { overallScore, dimensionScores } = isStricter ? b : a;
  return {
    ...a,
    overallScore,
    dimensionScores,
    findings: [...a.findings, ...b.findings],
    requiredFixes: [...new Set([...a.requiredFixes, ...b.requiredFixes])],
    failedCriteria: [...a.failedCriteria, ...b.failedCriteria],
    passingCriteria: [...new Set([...a.passingCriteria, ...b.passingCriteria])],
    blockingIssues: [...a.blockingIssues, ...b.blockingIssues],
    revisionNotes: [a.revisionNotes, b.revisionNotes].filter((note) => note !== null).join('\n') || null,
    notes: [...(a.notes ?? []), ...(b.notes ?? [])],
    environments: [...a.environments, ...b.environments],
  };
}
