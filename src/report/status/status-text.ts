import { scoreText } from '../../model/audit.ts';
import { at, each, isStopping, summarise, type Job, type State, type RunSummary } from '../../state/index.ts';
import { type Board, boardOf, bucketOf, type Bucket } from '../live/board.ts';
import { costWords, hasReported } from '../cost.ts';
import { convergenceLines } from '../convergence-lines.ts';
import { decisionLines, openDecisions } from './decisions.ts';
import { nextSteps, verdictLine, type EndOptions } from './end-of-run.ts';
import { expectedLanding, landingLines } from './landing.ts';
import { reviewWords } from '../live/event-line.ts';
import { drawn, type Face, type TerminalLine, type Tint } from '../line.ts';
import { acceptedLines, baseLines } from '../outcome.ts';
import { count, duration, inShort, money, quoted, titleOf } from '../say.ts';
import { blockWords, glyphOf, roleIn } from '../stage-words.ts';
import { WAITS_FOR_BASELINE, waitsForBaseline } from './why.ts';
import { column, widthOf } from '../width.ts';

export type StatusOptions = EndOptions & {
  readonly face: Face;
  readonly now: number;
  /** Milliseconds that one critic should take. */
  readonly reviewTarget?: number;
  /** The branch that is at the landed work; null or missing: not known to be any. */
  readonly mergedInto?: string | null;
  /** Show only tickets of these kinds; undefined: whatever fits on a screen, troubles first. */
  readonly only: readonly ('failed' | 'blocked')[] | undefined;
};

const ONE_SCREEN = 40;

/** One screen: the verdict, what waits for a person, and the tickets. */
export function statusText(state: State, options: StatusOptions): string {
  const { face, titles } = options;
  const board = boardOf(state);
  const open = openDecisions(state, titles);
  const blocks =
    board.blockedByQuestions === 0 ? '' : `, blocks ${count(board.blockedByQuestions, 'ticket')}`;
  const decided: TerminalLine[] =
    open.length === 0
      ? []
      : [
          [['loud', `${open.length} ${open.length === 1 ? 'DECISION' : 'DECISIONS'} NEEDED${blocks}`]],
          ...decisionLines(open, state.plan.epic).map((line): TerminalLine => [['plain', line]]),
        ];
  const head: TerminalLine = [['plain', `${quoted(state.plan.epic, 64)}   ${verdictLine(board, options)}`]];
  const cost: TerminalLine = [['quiet', costLine(state, options)]];
  const isMerged = options.word === 'completed' && options.mergedInto != null;
  const next = (isMerged ? [] : nextSteps(state, quoted(state.plan.epic, 64), options)).map(
    (line): TerminalLine => [['plain', line]],
  );
  const jobs = [...ticketLines(state, options), ...otherJobs(state, options)];
  const audits = summarise(state)
    .audits.filter(({ score }) => score !== null)
    .map((audit): TerminalLine => [['plain', `  ${auditWords(audit)}`]]);
  const red = baseLines(state).map((line): TerminalLine => [['warning', line]]);
  const required = [...convergenceLines(state), ...acceptedLines(state)].map((line): TerminalLine => [
    ['plain', `  ${line}`],
  ]);
  const target = options.reviewTarget ?? Infinity;
  const slow = slowReviewLine(slowReviews(state, target, options.now), target);
  const slowLines: TerminalLine[] = slow === '' ? [] : [[['warning', `  ${slow}`]]];
  const expected = options.word === 'running' ? expectedLanding(state, options.now) : null;
  const landing = options.only === undefined ? landingLines(state, options.now, expected) : [];
  const chain = landing.map((line): TerminalLine => [['plain', `  ${line}`]]);
  // The result of an audit of what is there has them too.
  const isAudit = state.plan.tickets.length === 0;
  const notes = (isAudit ? options.notes : []).map((note): TerminalLine => [
    ['plain', `  note: ${quoted(note, 400)}`],
  ]);
  const lines = [
    ...red,
    head,
    cost,
    ...landedLines(state, board, options),
    ...required,
    ...audits,
    ...notes,
    ...decided,
    ...jobs,
    ...chain,
    ...slowLines,
    ...next,
  ];
  return `${lines.map((line) => drawn(line, face)).join('\n')}\n`;
}

/** Where the work is that has landed. */
function landedLines(
  state: State,
  { counts }: Board,
  { epicBranch, mergedInto = null }: StatusOptions,
): TerminalLine[] {
  if (counts.done === 0 || epicBranch === null || state.tip === '' || state.tip === state.base) return [];
  const merged = mergedInto === null ? '' : `, merged into ${quoted(mergedInto, 200)}`;
  const where = `branch ${quoted(epicBranch, 200)} at ${quoted(state.tip, 64).slice(0, 8)}`;
  return [[['plain', `  landed: ${count(counts.done, 'ticket')} on ${where}${merged}`]]];
}

function auditWords({ id, outcome, score, health, rounds }: RunSummary['audits'][number]): string {
  return `${quoted(id, 64)}: ${outcome ?? 'not finished'}, score ${scoreText(score ?? 0)}, ${health}, ${count(rounds, 'fix round')}`;
}

function costLine(state: State, { elapsed, epicBranch }: StatusOptions): string {
  const parts = [
    costWords(state),
    ...(elapsed === null ? [] : [duration(elapsed)]),
    ...(epicBranch === null ? [] : [`branch ${quoted(epicBranch, 200)}`]),
    ...(state.infrastructure.blocked
      ? [`checks cannot pass at base: ${quoted(state.infrastructure.because)}`]
      : []),
  ];
  return `  ${parts.join('   ')}`;
}

/** Troubles first: what is done needs nobody's eyes. */
const order: Readonly<Record<Bucket, number>> = {
  deciding: 0,
  failed: 1,
  blocked: 2,
  running: 3,
  waiting: 4,
  done: 5,
};

function ticketLines(state: State, options: StatusOptions): TerminalLine[] {
  const tickets = [...each(state.jobs)].filter((job) => job.kind === 'ticket' && isWanted(job, options.only));
  if (options.only !== undefined && tickets.length === 0)
    return [[['plain', `  no ticket is ${options.only.join(' or ')}`]]];
  const many = options.only === undefined && tickets.length > ONE_SCREEN;
  const sorted = many
    ? tickets.sort((a, b) => order[bucketOf(a)] - order[bucketOf(b)] || a.index - b.index)
    : tickets;
  const shown = many ? sorted.slice(0, ONE_SCREEN) : sorted;
  const width = Math.min(24, Math.max(0, ...shown.map(({ id }) => widthOf(id))));
  const lines = shown.map((job) => ticketLine(state, job, width, options));
  return many
    ? [...lines, [['quiet', `  and ${sorted.length - ONE_SCREEN} more: gauntlet status --json`]]]
    : lines;
}

function isWanted(job: Job, only: StatusOptions['only']): boolean {
  if (only === undefined) return true;
  const bucket = bucketOf(job);
  if (bucket === 'failed') return only.includes('failed');
  return (bucket === 'blocked' || bucket === 'deciding') && only.includes('blocked');
}

const tints: Readonly<Record<Bucket, Tint>> = {
  done: 'good',
  running: 'plain',
  waiting: 'quiet',
  blocked: 'warning',
  deciding: 'loud',
  failed: 'error',
};

function ticketLine(state: State, job: Job, width: number, options: StatusOptions): TerminalLine {
  const { face, titles } = options;
  return [
    ['plain', `  ${glyphOf(job.status, face.ascii)} ${column(quoted(job.id, 64), width)}  `],
    [tints[bucketOf(job)], column(job.status, 14)],
    ['quiet', column(job.attempt === 0 ? '' : count(job.attempt + 1, 'attempt'), 11)],
    ['quiet', hasReported(state) && job.spent.usd > 0 ? `${money(job.spent.usd)}  ` : ''],
    ['plain', titled(titleOf(titles, job.id))],
    ['quiet', [reviewWords(job), whyWords(state, job, options.now)].filter(Boolean).join('  ')],
  ];
}

function titled(title: string): string {
  return title === '' ? '' : `${title}  `;
}

/** Why it is where it is: an answer to "why is this not running?". */
export function whyWords(state: State, job: Job, now: number): string {
  const taken = job.seats.find((seat) => seat.state === 'running');
  if (taken !== undefined && job.stage !== null)
    return `${roleIn(job.stage, job.kind)} ${duration(now - taken.since)}`;
  if (job.seats.some((seat) => seat.state === 'parked')) return blockWords('limit');
  if (isStopping(job)) return `${job.stop?.how} by ${quoted(job.stop?.by ?? '', 64)}, waiting to be resumed`;
  if (job.answer !== null) return `answered (${job.answer.choice}), waiting to be resumed`;
  if (job.status === 'pending') return waitsFor(state, job);
  if (job.status === 'blocked' && job.blocked !== null)
    return `${blockWords(job.blocked)}${job.reason === '' ? '' : `: ${quoted(job.reason)}`}`;
  if (job.status === 'queued' && state.status === 'limit') return 'waiting for a larger budget';
  if (job.status === 'queued')
    return waitsForBaseline(state, job) ? WAITS_FOR_BASELINE : 'waiting for a free slot';
  return inShort(job.reason);
}

function waitsFor(state: State, job: Job): string {
  const needs = state.plan.tickets[job.index]?.needs ?? [];
  const open = needs
    .filter((index) => !isDone(state, index))
    .map((index) => quoted(state.plan.tickets[index]?.id ?? '', 64));
  if (open.length > 0)
    return `needs ${open.slice(0, 5).join(', ')}${open.length > 5 ? ` and ${open.length - 5} more` : ''}`;
  return job.waitingOn > 0 ? 'its milestone is not open yet' : '';
}

function isDone(state: State, index: number): boolean {
  return at(state.jobs, index)?.status === 'completed';
}

/** The baseline, audits, fixes and remediations that are not at rest. */
function otherJobs(state: State, options: StatusOptions): TerminalLine[] {
  if (options.only !== undefined) return [];
  const lines: TerminalLine[] = [];
  for (const job of each(state.jobs)) {
    if (job.kind === 'ticket' || job.status === 'pending' || job.status === 'completed') continue;
    lines.push([
      ['plain', `  ${glyphOf(job.status, options.face.ascii)} ${quoted(job.id, 64)}  ${job.status}  `],
      ['quiet', whyWords(state, job, options.now)],
    ]);
  }
  return lines;
}

export type SlowReview = { readonly ticket: string; readonly ms: number };

/** Jobs whose slowest critic took longer than the target, or takes longer now. Nobody is stopped for it (003#23). */
export function slowReviews(state: State, targetMs: number, now: number): readonly SlowReview[] {
  const slow: SlowReview[] = [];
  for (const { id, stage, seats, reviewMs } of each(state.jobs)) {
    const atWork = stage === 'review' ? seats.filter((seat) => seat.state === 'running') : [];
    const ms = Math.max(reviewMs, ...atWork.map(({ since }) => now - since));
    if (ms > targetMs) slow.push({ ticket: id, ms });
  }
  return slow;
}

const MOST_NAMES = 5;

/** The line of `status` about slow reviews; empty where all are within the target. */
export function slowReviewLine(slow: readonly SlowReview[], targetMs: number): string {
  if (slow.length === 0) return '';
  const named = slow.slice(0, MOST_NAMES).map(({ ticket, ms }) => `${quoted(ticket, 64)} ${duration(ms)}`);
  const more = slow.length > MOST_NAMES ? ` and ${slow.length - MOST_NAMES} more` : '';
  return `reviews over the target of ${duration(targetMs)}: ${named.join(', ')}${more}`;
}
