import type { Status } from '../../model/events.ts';
import { GauntletError } from '../../model/error.ts';
import { statuses } from '../../model/events.ts';
import { fits, isMap } from '../../schema/fits.ts';
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
} from '../../schema/shape.ts';
import { sanitize, wireName } from '../../formats/index.ts';

type Json = Readonly<Record<string, unknown>>;

/** A field of the file: its form, and what counts where it is missing or null. */
type Field<Value> = { readonly form: Shape<unknown, Value>; readonly otherwise: Value };

type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

function field<Value, Otherwise>(form: Shape<unknown, Value>, otherwise: Otherwise) {
  return { form, otherwise } as Field<Value | Otherwise>;
}

/** Each is written with underscores: `revisionCount` is `revision_count`. */
const entryFields = {
  attempt: field(whole(), 0),
  reviewedAt: field(text(), null),
  status: field(oneOf(['pass', 'fail', 'unknown']), 'unknown' as const),
  overallScore: field(decimal(0, 100), null),
  blockingIssuesCount: field(whole(), 0),
  revisionNotes: field(text(), null),
};

const ticketFields = {
  revisionCount: field(whole(), 0),
  reviewStartedAt: field(text(), null),
  reviewCompletedAt: field(text(), null),
  reviewApproved: field(truth(), null),
  reviewHistory: field(listOf(anything()), []),
  /** The whole report as it was written; null before the first review. */
  currentReviewReport: field(recordOf(anything()), null),
  failureReason: field(text(), null),
  completedAt: field(text(), null),
};

/** One review in the history of a ticket, passes included. */
export type ReviewEntry = ValuesOf<typeof entryFields> & { readonly extra: Json };

export type EpicStateTicket = Omit<ValuesOf<typeof ticketFields>, 'reviewHistory'> & {
  /** The exact status; the file also has the nearest one the founding schema knows. */
  readonly status: Status;
  readonly reviewHistory: readonly ReviewEntry[];
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

/**
 * The founding schema has nine states; the three it lacks are shown as the nearest of them (EPIC-09). A ticket that nobody
 * reviews goes from validation to completion.
 */
export function exportedStatus(
  status: Status,
  isReviewed: boolean,
): Exclude<Status, 'auditing' | 'landing' | 'escalated'> {
  switch (status) {
    case 'auditing':
      return 'reviewing';
    case 'landing':
      return isReviewed ? 'reviewing' : 'validating';
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
  const history = ticket.reviewHistory.map((entry) => ({ ...entry.extra, ...written(entryFields, entry) }));
  return {
    ...ticket.extra,
    status: exportedStatus(ticket.status, ticket.reviewStartedAt !== null),
    gauntlet_status: ticket.status,
    ...written(ticketFields, { ...ticket, reviewHistory: history }),
  };
}

function written(fields: object, values: Json): Json {
  return Object.fromEntries(Object.keys(fields).map((name) => [wireName(name), values[name]]));
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
  const { status, gauntlet_status: exact, ...rest } = raw;
  const { values, extra } = readFields(ticketFields, rest, complain);
  const reviewHistory = values.reviewHistory.flatMap((entry, index) => {
    if (isMap(entry)) return [readEntry(entry, index, complain)];
    complain(`review_history.${index}: not an object`);
    return [];
  });
  const isReviewed = values.reviewStartedAt !== null;
  return { ...values, status: readStatus({ status, exact, isReviewed }, complain), reviewHistory, extra };
}

/** Missing and null are the default; anything else of the wrong kind is too, and is said. The rest is not ours. */
function readFields<Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
  raw: Json,
  complain: Complain,
) {
  const extra = { ...raw };
  const values = Object.entries(fields).map(([name, { form, otherwise }]) => {
    const value = raw[wireName(name)];
    Reflect.deleteProperty(extra, wireName(name));
    if (fits(form, value)) return [name, value];
    if (value !== undefined && value !== null) complain(`${wireName(name)}: cannot be read`);
    return [name, otherwise];
  });
  const whole: unknown = Object.fromEntries(values);
  if (!hasAll(fields, whole)) throw new GauntletError('BUG', 'a field of the epic state has no value');
  return { values: whole, extra };
}

function hasAll<Fields extends object>(fields: Fields, values: unknown): values is ValuesOf<Fields> {
  return isMap(values) && Object.keys(fields).every((name) => name in values);
}

/** The exact word counts while it fits the status beside it; who changed only the latter meant the latter. */
function readStatus(
  { status, exact, isReviewed }: { status: unknown; exact: unknown; isReviewed: boolean },
  complain: Complain,
): Status {
  const nearest = statusNamed(status);
  const known = statusNamed(exact);
  if (known !== undefined && (nearest === undefined || exportedStatus(known, isReviewed) === nearest))
    return known;
  if (exact !== undefined) complain('gauntlet_status: contradicts the status');
  if (nearest === undefined) complain('status: not one we know');
  return nearest ?? 'pending';
}

function statusNamed(word: unknown): Status | undefined {
  return word === 'in-progress' ? 'executing' : statuses.find((status) => status === word);
}

/** Older files have its score under another name, and count attempts by their place. */
function readEntry({ score, ...raw }: Json, index: number, complain: Complain): ReviewEntry {
  const fields = { ...entryFields, attempt: field(whole(), index) };
  const { values, extra } = readFields(fields, { overall_score: score, ...raw }, (reason) =>
    complain(`review_history.${index}.${reason}`),
  );
  return { ...values, extra };
}
