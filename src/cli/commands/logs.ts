import { GauntletError } from '../../model/error.ts';
import { chronicleOf, duration, eventWords, money, quoted, type RunEntry } from '../../report/index.ts';
import { type Call, cliCommand } from '../command.ts';
import { type LogsOptions, logsOptions } from '../logs-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { withJournal } from '../with-journal.ts';
import { promptOf, type RunPlace } from '../run-output.ts';
import { asksForOne, printRun, refuseRawTerminal } from '../print-run.ts';
import { type KeptReview, reviewNamed } from '../review/kept-reviews.ts';
import { tellReviewLogs } from '../review/tell-logs.ts';
import { clean } from '../say-error.ts';
import { type CheckTimes, checkTimesOf, stepTimes, timesText } from '../step-times.ts';
import { together } from '../together.ts';
import { reviewTargetIn, runOf } from '../read-run.ts';
import { chooseEpic, epicsAt, repositoryAt } from '../state-folder.ts';

type LogsCall = Call<LogsOptions>;

/** What was done for a ticket, run by run, and what each agent was asked and answered. */
export const logs = cliCommand({
  name: 'logs',
  summary: 'list what was done for a ticket, and print what an agent was asked or said',
  operands: [
    ['<ticket>', 'a ticket, or baseline, audit:…, fix:…, remediation:…; or a branch that was reviewed'],
  ],
  options: logsOptions,
  async run(call) {
    const ticket = call.operands[0] ?? '';
    const review = reviewMeant(call, ticket);
    if (review !== undefined && epicsAt(repositoryAt(call.io.cwd)).length === 0)
      return tellReviewLogs(call, review);
    const epic = chooseEpic(call.options.epic, call.io);
    const target = reviewTargetIn(epic, runOf(epic).inputs);
    const { runs, known } = await withJournal(epic, (reader) => {
      const chronicle = chronicleOf(reader.read());
      return { runs: chronicle.of(ticket).runs, known: [...chronicle.jobs] };
    });
    if (runs.length === 0 && review !== undefined) return tellReviewLogs(call, review);
    if (runs.length === 0) throw nothingOf(ticket, known);
    refuseRawTerminal(call);
    const described = (entry: RunEntry) => asData(entry, checkTimesOf(epic, entry.run), target);
    if (!asksForOne(call)) return list(ticket, runs.map(described), call);
    const entry = chosen(epic, runs, call);
    return printRun(epic, { run: entry.run, isOver: entry.ended !== null, data: described(entry) }, call);
  },
});

/** A branch that was reviewed, where nobody says which epic a ticket of that name is of. */
function reviewMeant(call: LogsCall, name: string): KeptReview | undefined {
  if (call.options.epic !== undefined) return undefined;
  return reviewNamed(repositoryAt(call.io.cwd), name);
}

function nothingOf(ticket: string, known: readonly string[]): GauntletError {
  const some = known.slice(0, 20).map((id) => quoted(id, 64));
  return new GauntletError('USAGE_INVALID', `nothing was done for "${quoted(ticket, 64)}" yet`, {
    hint: some.length === 0 ? 'The run has not begun.' : `Something was done for: ${some.join(', ')}.`,
  });
}

function list(
  ticket: string,
  runs: readonly ReturnType<typeof asData>[],
  { io, json }: LogsCall,
): typeof exitCodes.passed {
  if (json) {
    io.stdout.write(jsonText({ ticket, runs }));
    return exitCodes.passed;
  }
  const lines = runs.map(({ run, attempt, stage, result, durationMs, costUsd, times, overTargetMs }) => {
    const time = durationMs === null ? 'running' : duration(durationMs);
    const cost = costUsd === 0 ? '' : money(costUsd);
    const slow = overTargetMs === null ? '' : ` (over the target of ${duration(overTargetMs)})`;
    const divided = times === null ? slow : ` (${timesText(times)})`;
    return `  ${String(run).padStart(4)}  ${String(attempt).padStart(7)}  ${stage.padEnd(9)}${time.padStart(8)}  ${cost.padStart(7)}  ${result}${divided}`;
  });
  const head = `   run  attempt  stage        time     cost  result`;
  io.stdout.write(
    clean([head, ...lines, '', `gauntlet logs ${ticket} --run N prints one of them`].join('\n')),
  );
  return exitCodes.passed;
}

function asData({ run, assigned, ended }: RunEntry, checkTimes: CheckTimes | undefined, target: number) {
  const durationMs = ended === null ? null : ended.at - assigned.at;
  return {
    run,
    attempt: assigned.attempt + 1,
    stage: assigned.stage,
    seat: assigned.seat,
    try: assigned.try + 1,
    startedAt: assigned.at,
    durationMs,
    times: stepTimes(durationMs, checkTimes),
    overTargetMs: assigned.stage === 'review' && (durationMs ?? 0) > target ? target : null,
    costUsd: ended?.used.usd ?? 0,
    tokens: ended?.used.tokens ?? 0,
    type: ended?.type ?? null,
    result: ended === null ? 'not over' : eventWords(ended),
  };
}

/** The last run that fits all that was said, with `--prompt` of those that have one; waits are left out. */
function chosen(epic: RunPlace, runs: readonly RunEntry[], call: LogsCall): RunEntry {
  const [run, attempt] = together(
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
  throw new GauntletError('USAGE_INVALID', 'no run of this ticket fits that', {
    hint: 'Without --run, --attempt and --stage all of them are listed.',
  });
}

function numberOption(name: string, asked: string | undefined): number | undefined {
  if (asked === undefined) return undefined;
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  throw new GauntletError('USAGE_INVALID', `--${name} takes a number, not "${quoted(asked, 40)}"`);
}
