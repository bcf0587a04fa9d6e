import { headline } from '../../model/outcome.ts';
import { at, each, isSettled, type Job, jobAt, members, type State } from '../../state/index.ts';
import { anotherRound, jobCommand } from './job-command.ts';
import { boardOf, type Board } from '../live/board.ts';
import { costWords } from '../cost.ts';
import { convergenceLines } from '../convergence-lines.ts';
import { decisionLines, openDecisions } from './decisions.ts';
import { enforcementWords } from '../event-words.ts';
import { acceptedLines, baseLines, runOutcome, type RunWord } from '../outcome.ts';
import { landingSummary } from './landing.ts';
import { count, duration, quoted, reasonWords, type Titles } from '../say.ts';

export type EndOptions = {
  readonly titles: Titles;
  readonly word: RunWord;
  readonly exitCode: number | null;
  /** Milliseconds since the run began, by the clock on the wall; null where nobody knows. */
  readonly elapsed: number | null;
  /** Where the landed work is; null before anything is known. */
  readonly epicBranch: string | null;
  readonly enforcement: 'enforced' | 'verified' | null;
  /** What is known besides: notes of the run, paths of reports. */
  readonly notes: readonly string[];
};

/** What is said when a run stops, for whatever reason: the verdict, the counts, what it cost, and what to do next. */
export function endOfRun(state: State, options: EndOptions): string {
  const board = boardOf(state);
  const epic = quoted(state.plan.epic, 64);
  const lines = [
    ...baseLines(state),
    verdictLine(board, options),
    costLine(board, options),
    ...[landingSummary(state)].filter(Boolean).map((line) => `  ${line}`),
    ...convergenceLines(state).map((line) => `  ${line}`),
    ...acceptedLines(state).map((line) => `  ${line}`),
    ...failures(state),
    ...decisions(state, options),
    ...(options.enforcement === 'verified' ? [`  note: ${enforcementWords('verified')}`] : []),
    ...options.notes.map((note) => `  note: ${quoted(note, 400)}`),
    ...nextSteps(state, epic, options),
  ];
  return `${lines.join('\n')}\n`;
}

/** The same first lines while a run is on: verdict, counts, cost. */
export function verdictLine({ state, counts }: Board, options: EndOptions): string {
  const total = state.plan.tickets.length;
  const code = options.exitCode === null ? '' : `     exit ${options.exitCode}`;
  const parts = [
    `${counts.done} completed`,
    ...named(counts.failed, 'failed'),
    ...named(counts.deciding, 'to decide'),
    ...named(counts.running, options.word === 'interrupted' ? 'interrupted' : 'running'),
    ...named(counts.blocked, 'blocked'),
    ...named(counts.waiting, 'waiting'),
  ];
  return `QUALITY GATE  ${quoted(headline(runOutcome(state, options.word)), 400)}${code}     ${count(total, 'ticket')}: ${parts.join(', ')}`;
}

function named(amount: number, word: string): string[] {
  return amount === 0 ? [] : [`${amount} ${word}`];
}

function costLine({ state }: Board, options: EndOptions): string {
  const rework = reworks(state);
  const parts = [
    costWords(state),
    ...(state.spent.tokens === 0 ? [] : [`${state.spent.tokens} tokens`]),
    ...(options.elapsed === null ? [] : [duration(options.elapsed)]),
    ...named(rework, 'sent back'),
  ];
  const branch = options.epicBranch === null ? '' : `   branch ${quoted(options.epicBranch, 200)}`;
  return `  ${parts.join('   ')}${branch}`;
}

/** Once, at the end: here all tickets may be looked at. */
function reworks(state: State): number {
  let sum = 0;
  for (const job of each(state.jobs)) if (job.kind === 'ticket') sum += job.attempt;
  return sum;
}

const MOST_FAILURES = 20;

function failures(state: State): string[] {
  const lost = [...each(state.jobs)].filter((job) => job.kind === 'ticket' && isLost(job));
  const lines = lost
    .slice(0, MOST_FAILURES)
    .map((job) => `  ${job.status}  ${quoted(job.id, 64)}: ${why(state, job)}`);
  const more = lost.length - MOST_FAILURES;
  return more > 0
    ? [...lines, `  and ${more} more: gauntlet status ${quoted(state.plan.epic, 64)} --failed --blocked`]
    : lines;
}

function isLost(job: Job): boolean {
  return job.status === 'failed' || (job.status === 'blocked' && isSettled(job));
}

function why(state: State, job: Job): string {
  const needs = state.plan.tickets[job.index]?.needs ?? [];
  const missing = needs.flatMap((index) => at(state.jobs, index) ?? []).filter(isLost);
  const names = missing.map(({ id }) => quoted(id, 64)).join(', ');
  return reasonWords(job.reason) + (names === '' ? '' : ` (needs ${names})`);
}

function decisions(state: State, options: EndOptions): string[] {
  const open = openDecisions(state, options.titles);
  if (open.length === 0) return [];
  return [
    `${open.length} ${open.length === 1 ? 'DECISION' : 'DECISIONS'} NEEDED`,
    ...decisionLines(open, state.plan.epic),
  ];
}

/** What has failed stays so when the run goes on: only another round changes it, and what was undone has none. */
function towardsAnotherRound(state: State, epic: string): readonly string[] {
  const failed = [...each(state.jobs)].find((job) => job.kind === 'ticket' && job.status === 'failed');
  if (failed === undefined || state.asking.size > 0) return [`gauntlet resume ${epic}`];
  const logs = jobCommand(state, 'logs', failed.id);
  return failed.reason.startsWith('undone by') ? [logs] : [logs, anotherRound(state, failed)];
}

/** What a person does next, as commands in one line. */
export function nextSteps(
  state: State,
  epic: string,
  { word, epicBranch }: Pick<EndOptions, 'word' | 'epicBranch'>,
): string[] {
  const steps: string[] = [];
  if (word === 'completed' && epicBranch !== null)
    steps.push(
      `git diff ${quoted(state.base, 64).slice(0, 8)}...${quoted(epicBranch, 200)}`,
      `gauntlet merge ${epic}`,
    );
  const asking = [...members(state.asking)].map((index) => jobAt(state, index));
  if (asking.some(({ blocked }) => blocked !== 'manual')) steps.push(`gauntlet decide --epic ${epic}`);
  for (const job of asking.filter(({ blocked }) => blocked === 'manual'))
    steps.push(jobCommand(state, 'ticket open', job.id));
  if (word === 'limit')
    steps.push(`gauntlet cost ${epic}`, `gauntlet resume ${epic} --budget USD (or --budget-tokens N)`);
  else if (word === 'failed' || word === 'partial') steps.push(...towardsAnotherRound(state, epic));
  else if (word !== 'completed' && word !== 'running' && word !== 'idle')
    steps.push(`gauntlet resume ${epic}`);
  return steps.length === 0 ? [] : [`next:  ${steps.join('   ')}`];
}
