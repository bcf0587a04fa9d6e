import type { Status } from '../model/events.ts';
import { statuses } from '../model/events.ts';
import { fits, isMap } from '../schema/fits.ts';
import {
  anything,
  decimal,
  listOf,
  oneOf,
  recordOf,
  type Shape,
  text,
  truth,
  whole,
} from '../schema/shape.ts';
import { sanitize } from './sanitize.ts';

/** One review in the history of a ticket, passes included. */
export type ReviewEntry = {
  readonly attempt: number;
  readonly reviewedAt: string | null;
  readonly status: 'pass' | 'fail' | 'unknown';
  readonly overallScore: number | null;
  readonly blockingIssuesCount: number;
  readonly revisionNotes: string | null;
  readonly extra: Json;
};

type Json = Readonly<Record<string, unknown>>;

export type EpicStateTicket = {
  /** The exact status; the file also has the nearest one the founding schema knows. */
  readonly status: Status;
  readonly revisionCount: number;
  readonly reviewStartedAt: string | null;
  readonly reviewCompletedAt: string | null;
  readonly reviewApproved: boolean | null;
  readonly reviewHistory: readonly ReviewEntry[];
  /** The whole report as it was written; null before the first review. */
  readonly currentReviewReport: Json | null;
  readonly failureReason: string | null;
  readonly completedAt: string | null;
  /** Fields that are not ours: kept as they are. */
  readonly extra: Json;
};

export type EpicState = {
  readonly tickets: ReadonlyMap<string, EpicStateTicket>;
  readonly extra: Json;
};

export type ParsedEpicState = {
  /** null where the text is no epic state at all. */
  readonly state: EpicState | null;
  readonly reasons: readonly string[];
};

/** The founding schema has nine states; the three it lacks are shown as the nearest of them (EPIC-09). */
export function exportedStatus(status: Status): Exclude<Status, 'auditing' | 'landing' | 'escalated'> {
  switch (status) {
    case 'auditing':
    case 'landing':
      return 'reviewing';
    case 'escalated':
      return 'blocked';
    case 'pending':
    case 'queued':
    case 'executing':
    case 'validating':
    case 'reviewing':
    case 'needs_revision':
    case 'blocked':
    case 'completed':
    case 'failed':
      return status;
  }
}

/** The view of a run that other tools read. Foreign fields come first, so that they can never hide one of ours. */
export function writeEpicState(state: EpicState): string {
  const tickets = Object.fromEntries([...state.tickets].map(([id, ticket]) => [id, writeTicket(ticket)]));
  return `${JSON.stringify({ ...state.extra, tickets }, null, 2)}\n`;
}

function writeTicket(ticket: EpicStateTicket): Json {
  return {
    ...ticket.extra,
    status: exportedStatus(ticket.status),
    gauntlet_status: ticket.status,
    revision_count: ticket.revisionCount,
    review_started_at: ticket.reviewStartedAt,
    review_completed_at: ticket.reviewCompletedAt,
    review_approved: ticket.reviewApproved,
    review_history: ticket.reviewHistory.map((entry) => ({
      ...entry.extra,
      attempt: entry.attempt,
      reviewed_at: entry.reviewedAt,
      status: entry.status,
      overall_score: entry.overallScore,
      blocking_issues_count: entry.blockingIssuesCount,
      revision_notes: entry.revisionNotes,
    })),
    current_review_report: ticket.currentReviewReport,
    failure_reason: ticket.failureReason,
    completed_at: ticket.completedAt,
  };
}

/**
 * Reads a file of ours or an older one. What is missing gets its default, what is not ours is kept, and what cannot
 * be read is said: the file is a view, so nothing in it can make a ticket pass.
 */
export function parseEpicState(json: string): ParsedEpicState {
  const reasons: string[] = [];
  const root = parsed(json);
  if (root === undefined) return { state: null, reasons: ['not a JSON object'] };

  const { tickets: listed, ...extra } = root;
  const tickets = new Map<string, EpicStateTicket>();
  if (!isMap(listed)) reasons.push('tickets: not an object');
  for (const [id, value] of isMap(listed) ? Object.entries(listed) : []) {
    const name = sanitize(id, { singleLine: true, maxLength: 100 });
    if (isMap(value))
      tickets.set(
        id,
        readTicket(value, (reason) => reasons.push(`tickets.${name}.${reason}`)),
      );
    else reasons.push(`tickets.${name}: not an object`);
  }
  return { state: { tickets, extra }, reasons };
}

function parsed(json: string): Json | undefined {
  if (nesting(json) > MAX_DEPTH) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper nesting would overflow whoever writes it again. */
const MAX_DEPTH = 500;

function nesting(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') inString = !inString;
    else if (inString && char === '\\') at++;
    else if (!inString && (char === '{' || char === '[')) deepest = Math.max(deepest, ++depth);
    else if (!inString && (char === '}' || char === ']')) depth--;
  }
  return deepest;
}

type Complain = (reason: string) => void;

function readTicket(raw: Json, complain: Complain): EpicStateTicket {
  const {
    status,
    gauntlet_status: exact,
    revision_count: revisionCount,
    review_started_at: reviewStartedAt,
    review_completed_at: reviewCompletedAt,
    review_approved: reviewApproved,
    review_history: reviewHistory,
    current_review_report: currentReviewReport,
    failure_reason: failureReason,
    completed_at: completedAt,
    ...extra
  } = raw;
  const read = reader(complain);
  return {
    status: readStatus(status, exact, complain),
    revisionCount: read('revision_count', revisionCount, whole(), 0),
    reviewStartedAt: read('review_started_at', reviewStartedAt, text(), null),
    reviewCompletedAt: read('review_completed_at', reviewCompletedAt, text(), null),
    reviewApproved: read('review_approved', reviewApproved, truth(), null),
    reviewHistory: readHistory(reviewHistory, complain),
    currentReviewReport: read('current_review_report', currentReviewReport, recordOf(anything()), null),
    failureReason: read('failure_reason', failureReason, text(), null),
    completedAt: read('completed_at', completedAt, text(), null),
    extra,
  };
}

/** Missing and null are the default; anything else of the wrong kind is too, and is said. */
function reader(complain: Complain) {
  return <Value, Otherwise>(
    name: string,
    value: unknown,
    shape: Shape<unknown, Value>,
    otherwise: Otherwise,
  ): Value | Otherwise => {
    if (fits(shape, value)) return value;
    if (value !== undefined && value !== null) complain(`${name}: cannot be read`);
    return otherwise;
  };
}

/** The exact word counts while it fits the status beside it; who changed only the latter meant the latter. */
function readStatus(status: unknown, exact: unknown, complain: Complain): Status {
  const nearest = statusNamed(status);
  const known = statusNamed(exact);
  if (known !== undefined && (nearest === undefined || exportedStatus(known) === nearest)) return known;
  if (exact !== undefined) complain('gauntlet_status: does not fit the status');
  if (nearest === undefined) complain('status: not one we know');
  return nearest ?? 'pending';
}

function statusNamed(word: unknown): Status | undefined {
  return word === 'in-progress' ? 'executing' : statuses.find((status) => status === word);
}

function readHistory(value: unknown, complain: Complain): readonly ReviewEntry[] {
  const entries = reader(complain)('review_history', value, listOf(anything()), []);
  return entries.flatMap((entry, index) => {
    const at = (reason: string) => complain(`review_history.${index}.${reason}`);
    if (isMap(entry)) return [readEntry(entry, index, at)];
    complain(`review_history.${index}: not an object`);
    return [];
  });
}

function readEntry(raw: Json, index: number, complain: Complain): ReviewEntry {
  const {
    attempt,
    reviewed_at: reviewedAt,
    status,
    score,
    overall_score: overallScore = score,
    blocking_issues_count: blockingIssuesCount,
    revision_notes: revisionNotes,
    ...extra
  } = raw;
  const read = reader(complain);
  return {
    attempt: read('attempt', attempt, whole(), index),
    reviewedAt: read('reviewed_at', reviewedAt, text(), null),
    status: read('status', status, oneOf(['pass', 'fail', 'unknown']), 'unknown' as const),
    overallScore: read('overall_score', overallScore, decimal(0, 100), null),
    blockingIssuesCount: read('blocking_issues_count', blockingIssuesCount, whole(), 0),
    revisionNotes: read('revision_notes', revisionNotes, text(), null),
    extra,
  };
}
