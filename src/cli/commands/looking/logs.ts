import { GauntletError } from '../../../model/error.ts';
import { chronicleOf, duration, eventWords, money, quoted, type RunEntry } from '../../../report/index.ts';
import { refusedWorkIn } from '../../../project/kept/refused-work.ts';
import { type CliCall, cliCommand } from '../../command.ts';
import { type LogsOptions, logsOptions } from '../../print-run.ts';
import { withJournal } from '../../../project/kept/read-run.ts';
import { promptOf, type RunLocation } from '../../../project/kept/run-output.ts';
import { asksForOne, printRun, refuseRawTerminal } from '../../print-run.ts';
import { type KeptReview, reviewNamed } from '../../../project/kept/kept-reviews.ts';
import { reviewRole, reviewRuns } from '../../review/review-status.ts';
import type { CheckTimes } from '../../../run/index.ts';
import { checkTimesOf, stepTimes, timesText } from '../../../project/kept/step-times.ts';
import { readAll } from '../../../project/read-all.ts';
import { reviewTargetIn, runOf } from '../../../project/kept/read-run.ts';
import { recordsAt } from '../../../project/kept/records-at.ts';
import { chooseEpic, hasJob } from '../../../project/kept/choose-run.ts';
import { epicsAt, repositoryAt } from '../../../project/state-folder.ts';
import type { ExitCode } from '../../../model/exit-codes.ts';
import { type Answer, answer } from '../../../project/answer.ts';
import { shellWord } from '../../../model/names.ts';

type LogsCall = CliCall<LogsOptions>;

/** What was done for a ticket, run by run, and what each agent was asked and answered. */
export const logs = cliCommand({
  name: 'logs',
  summary: 'list the steps of a ticket; print an agent’s prompt or answer',
  operands: [['<ticket>', 'a ticket, a job (baseline, audit:<id>, …) or a reviewed branch']],
  options: logsOptions,
  async run(call) {
    const ticket = call.operands[0] ?? '';
    const review = reviewMeant(call, ticket);
    if (review !== undefined && epicsAt(repositoryAt(call.io.cwd)).length === 0)
      return logsOfReview(call, review);
    const epic = chooseEpic(call.options.epic, call.io, hasJob(ticket));
    const target = reviewTargetIn(epic, runOf(epic).inputs);
    const { runs, known } = await withJournal(epic, (reader) => {
      const chronicle = chronicleOf(reader.read());
      return {
        runs: chronicle.of(ticket).runs,
        known: [...chronicle.jobs].filter((job) => chronicle.of(job).runs.length > 0),
      };
    });
    if (runs.length === 0 && review !== undefined) return logsOfReview(call, review);
    if (runs.length === 0) throw nothingOf(ticket, known);
    const described = (entry: RunEntry) => asData(entry, checkTimesOf(epic, entry.run), target);
    if (asksForOne(call)) return printOne(call, epic, runs, described);
    const records = recordsAt(epic.folder);
    const data = await Promise.all(
      runs.map(async (entry) => {
        const caught = entry.ended === null ? [] : await refusedWorkIn([entry.ended], records);
        return { ...described(entry), said: caught.map(({ what }) => what) };
      }),
    );
    const rows = data.map((each) => {
      const { times, overTargetMs } = each;
      const slow = overTargetMs === null ? '' : ` (over the target of ${duration(overTargetMs)})`;
      return {
        ...each,
        who: each.stage,
        result: `${each.result}${times === null ? slow : ` (${timesText(times)})`}`,
      };
    });
    return answer({ ticket, runs: data }, listed(`${ticket} --epic ${epic.id}`, rows, ['attempt', 'stage']));
  },
});

/** Every run of an agent in the reviews of a branch, or what one of them was asked and said; an attempt is a round. */
async function logsOfReview(call: LogsCall, review: KeptReview): Promise<Answer | ExitCode> {
  const runs = await reviewRuns(review);
  if (asksForOne(call)) return printOne(call, review, runs, asReviewData);
  const data = runs.map(asReviewData);
  const rows = data.map((each) => ({ ...each, attempt: each.round, who: each.role }));
  const value = { review: review.id, branch: review.branch, runs: data };
  return answer(value, listed(shellWord(review.branch), rows, ['round', 'role']));
}

function printOne(
  call: LogsCall,
  place: RunLocation,
  runs: readonly RunEntry[],
  described: (entry: RunEntry) => Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  refuseRawTerminal(call);
  const entry = chosen(place, runs, call);
  return printRun(place, { run: entry.run, isOver: entry.ended !== null, data: described(entry) }, call);
}

/** A branch that was reviewed, where nobody says which epic a ticket of that name is of. */
function reviewMeant(call: LogsCall, name: string): KeptReview | undefined {
  if (call.options.epic !== undefined) return undefined;
  return reviewNamed(repositoryAt(call.io.cwd), name);
}

function nothingOf(ticket: string, known: readonly string[]): GauntletError {
  const some = known.slice(0, 20).map((id) => quoted(id, 64));
  return new GauntletError('USAGE_INVALID', `no steps for "${quoted(ticket, 64)}" yet`, {
    hint: some.length === 0 ? 'The run has not begun.' : `There are steps for: ${some.join(', ')}.`,
  });
}

type Row = {
  readonly run: number;
  readonly attempt: number;
  readonly who: string;
  readonly durationMs: number | null;
  readonly costUsd: number;
  readonly result: string;
  /** What was found, in the words of who found it. */
  readonly said?: readonly string[];
};

function listed(
  name: string,
  rows: readonly Row[],
  [attempts, who]: readonly [attempts: string, who: string],
): readonly string[] {
  const width = attempts.length;
  const lines = rows.flatMap((row) => {
    const time = row.durationMs === null ? 'running' : duration(row.durationMs);
    const cost = row.costUsd === 0 ? '' : money(row.costUsd);
    const line = `  ${String(row.run).padStart(4)}  ${String(row.attempt).padStart(width)}  ${row.who.padEnd(9)}${time.padStart(8)}  ${cost.padStart(7)}  ${row.result}`;
    return [line, ...(row.said ?? []).map((what) => `        ${quoted(what, 300)}`)];
  });
  const head = `   run  ${attempts}  ${who.padEnd(9)}    time     cost  result`;
  return [head, ...lines, '', `gauntlet logs ${name} --run N prints one of them`];
}

function asData(entry: RunEntry, checkTimes: CheckTimes | undefined, target: number) {
  const { assigned } = entry;
  const { run, durationMs, ...rest } = runData(entry);
  const { seat, try: tries, startedAt, ...ended } = rest;
  return {
    run,
    attempt: assigned.attempt + 1,
    stage: assigned.stage,
    seat,
    try: tries,
    startedAt,
    durationMs,
    times: stepTimes(durationMs, checkTimes),
    overTargetMs: assigned.stage === 'review' && (durationMs ?? 0) > target ? target : null,
    ...ended,
  };
}

function asReviewData(entry: RunEntry) {
  const { run, ...rest } = runData(entry);
  return { run, round: entry.assigned.round, role: reviewRole(entry.assigned), ...rest };
}

function runData({ run, assigned, ended }: RunEntry) {
  return {
    run,
    seat: assigned.seat,
    try: assigned.try + 1,
    startedAt: assigned.at,
    durationMs: ended === null ? null : ended.at - assigned.at,
    costUsd: ended?.used.usd ?? 0,
    tokens: ended?.used.tokens ?? 0,
    type: ended?.type ?? null,
    result: ended === null ? 'not over' : eventWords(ended),
  };
}

/** The last run that fits all that was said, with `--prompt` of those that have one; waits are left out. */
function chosen(epic: RunLocation, runs: readonly RunEntry[], call: LogsCall): RunEntry {
  const [run, attempt] = readAll(
    () => numberOption('run', call.options.run),
    () => numberOption('attempt', call.options.attempt),
  );
  const stage = call.options.stage;
  const found = runs.findLast(({ run: number, assigned }) => {
    if (run !== undefined) return number === run;
    if (assigned.type === 'wait_started') return false;
    if (attempt !== undefined && assigned.attempt + 1 !== attempt) return false;
    if (stage !== undefined && assigned.stage !== stage) return false;
    return call.options.prompt !== true || promptOf(epic, number) !== undefined;
  });
  if (found !== undefined) return found;
  throw new GauntletError('USAGE_INVALID', 'no step of this ticket matches', {
    hint: 'Omit --run, --attempt and --stage to list all steps.',
  });
}

function numberOption(name: string, asked: string | undefined): number | undefined {
  if (asked === undefined) return undefined;
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  throw new GauntletError('USAGE_INVALID', `--${name} takes a number, not "${quoted(asked, 40)}"`);
}
