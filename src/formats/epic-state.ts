import type { Status } from '../model/events.ts';
import { statuses } from '../model/events.ts';
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
export function parseEpicState(text: string): ParsedEpicState {
  const reasons: string[] = [];
  const root = parsed(text);
  if (root === undefined) return { state: null, reasons: ['not a JSON object'] };

  const { tickets: listed, ...extra } = root;
  const tickets = new Map<string, EpicStateTicket>();
  if (!isObject(listed)) reasons.push('tickets: not an object');
  for (const [id, value] of isObject(listed) ? Object.entries(listed) : []) {
    const name = sanitize(id, { singleLine: true, maxLength: 100 });
    if (isObject(value))
      tickets.set(
        id,
        readTicket(value, (reason) => reasons.push(`tickets.${name}.${reason}`)),
      );
    else reasons.push(`tickets.${name}: not an object`);
  }
  return { state: { tickets, extra }, reasons };
}

function parsed(text: string): Json | undefined {
  if (nesting(text) > MAX_DEPTH) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper nesting would overflow whoever writes it again. */
const MAX_DEPTH = 500;

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') inString = !inString;
    else if (inString && char === '\\') at++;
    else if (!inString && (char === '{' || char === '[')) deepest = Math.max(deepest, ++depth);
    else if (!inString && (char === '}' || char === ']')) depth--;
  }
  return deepest;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  const text = (name: string, value: unknown) => read(name, value, { is: isText, otherwise: null, complain });
  return {
    status: readStatus(status, exact, complain),
    revisionCount: read('revision_count', revisionCount, { is: isCount, otherwise: 0, complain }),
    reviewStartedAt: text('review_started_at', reviewStartedAt),
    reviewCompletedAt: text('review_completed_at', reviewCompletedAt),
    reviewApproved: read('review_approved', reviewApproved, { is: isBoolean, otherwise: null, complain }),
    reviewHistory: readHistory(reviewHistory, complain),
    currentReviewReport: read('current_review_report', currentReviewReport, {
      is: isObject,
      otherwise: null,
      complain,
    }),
    failureReason: text('failure_reason', failureReason),
    completedAt: text('completed_at', completedAt),
    extra,
  };
}

type Reading<Value, Otherwise> = {
  is(value: unknown): value is Value;
  readonly otherwise: Otherwise;
  readonly complain: Complain;
};

/** Missing and null are the default; anything else of the wrong kind is too, and is said. */
function read<Value, Otherwise>(
  name: string,
  value: unknown,
  how: Reading<Value, Otherwise>,
): Value | Otherwise {
  if (how.is(value)) return value;
  if (value !== undefined && value !== null) how.complain(`${name}: cannot be read`);
  return how.otherwise;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

function isVerdict(value: unknown): value is ReviewEntry['status'] {
  return value === 'pass' || value === 'fail' || value === 'unknown';
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
  const entries: readonly unknown[] = read('review_history', value, {
    is: Array.isArray,
    otherwise: [],
    complain,
  });
  return entries.flatMap((entry, index) => {
    const at = (reason: string) => complain(`review_history.${index}.${reason}`);
    if (isObject(entry)) return [readEntry(entry, index, at)];
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
  return {
    attempt: read('attempt', attempt, { is: isCount, otherwise: index, complain }),
    reviewedAt: read('reviewed_at', reviewedAt, { is: isText, otherwise: null, complain }),
    status: read('status', status, { is: isVerdict, otherwise: 'unknown' as const, complain }),
    overallScore: read('overall_score', overallScore, { is: isScore, otherwise: null, complain }),
    blockingIssuesCount: read('blocking_issues_count', blockingIssuesCount, {
      is: isCount,
      otherwise: 0,
      complain,
    }),
    revisionNotes: read('revision_notes', revisionNotes, { is: isText, otherwise: null, complain }),
    extra,
  };
}
