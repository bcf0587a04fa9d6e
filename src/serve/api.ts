import { GauntletError } from '../model/error.ts';
import { choices } from '../model/events.ts';
import { normal } from '../schema/normal.ts';
import { problemTexts, salvage } from '../schema/salvage.ts';
import { mapOf, oneOf, or, type Shape, text, truth, whole } from '../schema/shape.ts';
import type { Book } from './book.ts';
import type { DashboardSource } from './dashboard-source.ts';
import { steeringActs } from './steering-acts.ts';
import { wireEvent } from './stream.ts';
import { auditView } from './view/audit-view.ts';
import { costCsv } from './view/cost-csv.ts';
import { costView } from './view/cost-view.ts';
import { gatesView } from './view/gates-view.ts';
import { stateView } from './view/state-view.ts';
import { ticketView } from './view/ticket-view.ts';
import { workersView } from './view/workers-view.ts';
import type { AnswerView, DiffView, HistoryView, SteerView, WireEvent } from './wire.ts';

/** More of a diff is not shown. */
const DIFF_BYTES = 2 * 1024 * 1024;
const MOST_EVENTS = 500;

export type ApiRequest = {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
};

export type ApiAnswer =
  | { readonly value: unknown; readonly longest?: number }
  | { readonly text: string; readonly type?: string }
  | undefined;

/** What is read; undefined where there is nothing by that name. */
export async function read(
  book: Book,
  desk: DashboardSource,
  readOnly: boolean,
  asked: ApiRequest,
): Promise<ApiAnswer> {
  const [what, id = '', part, run, piece, ...more] = asked.path;
  if (more.length > 0) return undefined;
  if (what === 'tickets') return ticket(book, { id, part, run, piece }, asked.query);
  if (id !== '') return undefined;
  const { repository, person } = desk;
  switch (what) {
    case 'state':
      return { value: stateView(book, { repository, person, epics: desk.epics(), readOnly }) };
    case 'audit':
      return { value: auditView(book) };
    case 'cost':
      return { value: costView(book) };
    case 'cost.csv':
      return { text: costCsv(costView(book)), type: 'text/csv' };
    case 'gates':
      return { value: await gatesView(book) };
    case 'workers':
      return { value: await workersView(book, Date.now()) };
    case 'history':
      return { value: history(book, asked.query) };
    case undefined:
    default:
      return undefined;
  }
}

type Part = {
  readonly id: string;
  readonly part: string | undefined;
  readonly run: string | undefined;
  readonly piece: string | undefined;
};

async function ticket(
  book: Book,
  { id, part, run, piece }: Part,
  query: URLSearchParams,
): Promise<ApiAnswer> {
  const view = ticketView(book, id);
  if (view === undefined) return undefined;
  if (part === undefined) return { value: view };
  if (part === 'diff' && run === undefined) return diff(book, view, query);
  const number = Number(run);
  const isOurs = view.attempts.some(({ runs }) => runs.some((each) => each.run === number));
  if (part !== 'runs' || !isOurs) return undefined;
  if (piece === 'prompt') return { text: book.desk.prompt(number) ?? '' };
  return piece === 'output' ? { text: book.desk.output(number) ?? '' } : undefined;
}

/** What an attempt changed; with `against`, what it changed since that attempt. */
async function diff(
  book: Book,
  { attempts, base }: NonNullable<ReturnType<typeof ticketView>>,
  query: URLSearchParams,
): Promise<ApiAnswer> {
  const named = (name: string) => attempts.find(({ attempt }) => String(attempt) === query.get(name));
  const to = (query.has('attempt') ? named('attempt') : attempts.at(-1))?.commit;
  const from = query.has('against') ? named('against')?.commit : base;
  if (to === undefined || to === null || from === undefined || from === null || from === '') return undefined;
  const text = await book.desk.diff(from, to, DIFF_BYTES);
  const value: DiffView = { from, to, text, cut: Buffer.byteLength(text) >= DIFF_BYTES };
  return { value, longest: DIFF_BYTES };
}

/** A stretch of the journal by the numbers of its events, for a list that shows a window of it. */
function history(book: Book, query: URLSearchParams): HistoryView {
  const after = wholeNumber(query.get('after')) ?? 0;
  const many = Math.min(MOST_EVENTS, wholeNumber(query.get('limit')) ?? 100);
  const events: WireEvent[] = [];
  for (const event of book.desk.page(after)) {
    if (events.length >= many) break;
    events.push(wireEvent(event));
  }
  return { last: book.state().seq, events };
}

export function wholeNumber(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const AnswerShape = mapOf({
  question: whole(),
  choice: oneOf(choices),
  reason: text({ most: 4000 }),
});

const SteeringShape = mapOf({
  act: oneOf(steeringActs),
  ticket: text({ most: 200 }),
  reason: text({ most: 4000 }),
  developers: or(0, whole(0, 1000)),
  releaseDependents: or(false, truth()),
  text: or('', text({ most: 200_000 })),
  from: or('', text({ pattern: /^(?:[0-9a-f]{64})?$/ })),
  tip: or('', text({ pattern: /^(?:[0-9a-f]{40,64})?$/ })),
});

/** What is written: what a person says, and nothing else that could change what a gate says. */
export async function write(
  book: Book,
  path: readonly string[],
  body: unknown,
): Promise<AnswerView | SteerView | undefined> {
  const [what, id = '', ...more] = path;
  if (more.length > 0) return undefined;
  if (what === 'steering' && id === '') return { said: await book.desk.steer(sound(SteeringShape, body)) };
  if (what !== 'decisions' || id === '') return undefined;
  const { question, choice, reason } = sound(AnswerShape, body);
  const by = await book.desk.decide({ ticket: id, question, choice, reason });
  const next = book.desk.held() ? '' : `gauntlet resume ${book.desk.id}`;
  return { ticket: id, choice, by, next };
}

function sound<Out, In>(shape: Shape<Out, In>, body: unknown): Out {
  const { value, problems } = salvage(shape, body);
  if (problems.length === 0) return normal(shape, value);
  throw new GauntletError('INPUT_INVALID', `not a valid answer: ${problemTexts(shape, body).join(', ')}`);
}
