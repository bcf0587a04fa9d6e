import { readReviewLog } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { ReviewEvent } from '../../model/review-events.ts';
import { duration, money } from '../../report/index.ts';
import type { Call } from '../command.ts';
import type { LogsOptions } from '../logs-options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { asksForOne, printRun, refuseRawTerminal } from '../print-run.ts';
import { clean } from '../say-error.ts';
import type { KeptReview } from './kept-reviews.ts';

/** `gauntlet logs BRANCH`: every run of an agent in the reviews of a branch, or what one of them was asked and said. */
export async function tellReviewLogs(call: Call<LogsOptions>, review: KeptReview): Promise<ExitCode> {
  refuseRawTerminal(call);
  const read = (): readonly ReviewRun[] => runsOf(readReviewLog(review.folder));
  const runs = read();
  if (asksForOne(call)) {
    const data = chosen(runs, call);
    const hasEnded = (): boolean => read().some(({ run, type }) => run === data.run && type !== null);
    return printRun(review, { run: data.run, isOver: data.type !== null, hasEnded, data }, call);
  }
  if (call.json) {
    call.io.stdout.write(jsonText({ review: review.id, branch: review.branch, runs }));
    return exitCodes.passed;
  }
  const lines = runs.map(({ run, round, role, durationMs, costUsd, result }) => {
    const time = durationMs === null ? 'running' : duration(durationMs);
    const cost = costUsd === 0 ? '' : money(costUsd);
    return `  ${String(run).padStart(4)}  ${String(round).padStart(5)}  ${role.padEnd(9)}${time.padStart(8)}  ${cost.padStart(7)}  ${result}`;
  });
  const head = '   run  round  role         time     cost  result';
  const last = `gauntlet logs ${review.branch} --run N prints one of them`;
  call.io.stdout.write(clean([head, ...lines, '', last].join('\n')));
  return exitCodes.passed;
}

type ReviewRun = {
  readonly run: number;
  readonly round: number;
  readonly role: string;
  readonly seat: number;
  readonly try: number;
  readonly startedAt: number;
  readonly durationMs: number | null;
  readonly costUsd: number;
  readonly tokens: number;
  readonly type: string | null;
  readonly result: string;
};

function runsOf(events: readonly ReviewEvent[]): readonly ReviewRun[] {
  const runs = new Map<number, ReviewRun>();
  for (const event of events) {
    if (!('run' in event)) continue;
    if ('round' in event) runs.set(event.run, begun(event));
    const known = runs.get(event.run);
    if (known === undefined || !('used' in event) || known.type !== null) continue;
    runs.set(event.run, {
      ...known,
      durationMs: event.at - known.startedAt,
      costUsd: event.used.usd,
      tokens: event.used.tokens,
      type: event.type,
      result: wordsOf(event),
    });
  }
  return [...runs.values()];
}

type Dispatched = Extract<ReviewEvent, { round: number; run: number }>;

function begun(event: Dispatched): ReviewRun {
  return {
    run: event.run,
    round: event.round,
    role: event.type.replace('_dispatched', ''),
    seat: 'seat' in event ? (event.seat ?? 0) : 0,
    try: event.try + 1,
    startedAt: event.at,
    durationMs: null,
    costUsd: 0,
    tokens: 0,
    type: null,
    result: 'not over',
  };
}

function wordsOf(event: Extract<ReviewEvent, { used: unknown }>): string {
  switch (event.type) {
    case 'reviewer_answered':
      return `${event.verdict}: ${event.critical} critical, ${event.important} important, ${event.minor} minor`;
    case 'fixer_delivered':
      return `delivered ${event.commit.slice(0, 7)}${event.putBack === undefined ? '' : `, put back ${event.putBack.join(', ')}`}`;
    case 'reviewer_failed':
    case 'fixer_failed':
      return `failed: ${event.because}`;
  }
}

/** The last run that fits; an attempt of a review is its round. */
function chosen(runs: readonly ReviewRun[], call: Call<LogsOptions>): ReviewRun {
  if (call.options.stage !== undefined)
    throw new GauntletError('USAGE_INVALID', 'a review has no stages: say --run, or --attempt for a round');
  const [run, round] = [call.options.run, call.options.attempt];
  const found = runs.findLast((each) => {
    if (run !== undefined) return String(each.run) === run;
    return round === undefined || String(each.round) === round;
  });
  if (found !== undefined) return found;
  throw new GauntletError('USAGE_INVALID', 'no run of this review fits that', {
    hint: 'Without --run and --attempt all of them are listed.',
  });
}
