import { runOutcome, runWord, slowReviews, statusText, statusValue } from '../../../report/index.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import type { OptionDefinition } from '../../option-types.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../../model/exit-codes.ts';
import { jsonText } from '../../../project/json-text.ts';
import { isHeld } from '../../../project/lease-holder.ts';
import {
  epicBranchOf,
  type ReadRun,
  refAt,
  reviewTargetIn,
  runOf,
  titlesOf,
} from '../../../project/kept/read-run.ts';
import { tellReviewStatus } from '../../review/review-status.ts';
import { chooseRun, isReview } from '../../../project/kept/choose-run.ts';
import type { EpicPlace } from '../../../project/state-folder.ts';
import { faceOf } from '../../terminal/terminal.ts';
import { watchRun } from '../../terminal/watch-run.ts';

const options = [
  ['--watch', 'keep updating until the run ends'],
  ['--failed', 'only tickets that have failed'],
  ['--blocked', 'only tickets that are blocked or need your decision'],
] as const satisfies readonly OptionDefinition[];

type StatusCall = CallWith<typeof options>;

/** One screen about the run that is on, or the last one. It only reads, so it works from any terminal at any time. */
export const status = cliCommand({
  name: 'status',
  summary: 'show the state of a run, while it runs and afterwards',
  operands: [
    ['[epic]', 'the epic, or a branch under review (default: the latest unfinished run, else the latest)'],
  ],
  options,
  async run(call) {
    const epic = chooseRun(call.operands[0], call.io);
    if (isReview(epic)) return tellReviewStatus(call, epic);
    const watching = call.options.watch === true;
    const watched = watching ? await watchRun(epic, call) : undefined;
    return watched ?? show(epic, call);
  },
});

/** Answers with the exit code of the run: a script that asks later hears what `run` would have said (REAL-04). */
function show(epic: EpicPlace, call: StatusCall): ExitCode {
  // The lease first: a run that ends in between is then told by its journal.
  const held = isHeld(epic);
  const run = runOf(epic);
  const epicBranch = epicBranchOf(epic, run.state.tip);
  if (call.json) {
    const now = held ? Date.now() : run.state.at;
    const value = statusValue(run.state, { held, now, epicBranch, exitCodeOf: outcomeExitCode });
    const ms = reviewTargetIn(epic, run.inputs);
    const exceeded = slowReviews(run.state, ms, now);
    call.io.stdout.write(jsonText({ ...value, epic: epic.id, reviewTarget: { ms, exceeded } }));
  } else call.io.stdout.write(text(epic, run, held, call));
  return outcomeExitCode(runOutcome(run.state, runWord(run.state, held))) ?? exitCodes.passed;
}

function text(epic: EpicPlace, run: ReadRun, held: boolean, call: StatusCall): string {
  const word = runWord(run.state, held);
  const now = held ? Date.now() : run.state.at;
  return statusText(run.state, {
    titles: titlesOf(epic, run.inputs),
    word,
    exitCode: outcomeExitCode(runOutcome(run.state, word)),
    elapsed: run.startedAt === null ? null : now - run.startedAt,
    epicBranch: epicBranchOf(epic, run.state.tip),
    enforcement: run.inputs?.enforcement ?? null,
    notes: run.inputs?.notes ?? [],
    face: faceOf(call.io, call.io.stdout, call.colour),
    now,
    reviewTarget: reviewTargetIn(epic, run.inputs),
    mergedInto: mergedInto(epic, run),
    only: onlyOf(call),
  });
}

/** The base where it has the landed work: files tell where it stands there, git where it has moved on since. */
function mergedInto({ common }: EpicPlace, { state, inputs }: ReadRun): string | null {
  const base = inputs?.base.ref.replace(/^origin\//, '');
  const ref = `refs/heads/${base}`;
  if (base === undefined || state.tip === '') return null;
  if (refAt(common, ref) === state.tip) return base;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const args = ['--git-dir', common, 'merge-base', '--is-ancestor', state.tip, ref];
  return spawnSync('git', args, { timeout: 5000 }).status === 0 ? base : null;
}

function onlyOf(call: StatusCall): readonly ('failed' | 'blocked')[] | undefined {
  const only = (['failed', 'blocked'] as const).filter((kind) => call.options[kind] === true);
  return only.length === 0 ? undefined : only;
}
