import { runWord, statusText, statusValue } from '../../report/index.ts';
import type { Call, CliCommand } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { followJournal } from '../follow-journal.ts';
import { jsonText } from '../json-text.ts';
import { isHeld } from '../lease-holder.ts';
import { openView } from '../live-view.ts';
import { epicBranchOf, type ReadRun, readRun, titlesOf, withJournal } from '../read-run.ts';
import { runExitCode } from '../run-exit.ts';
import { chooseEpic, type EpicPlace } from '../state-folder.ts';
import { faceOf } from '../terminal.ts';

/** One screen about the run that is on, or the last one. It only reads, so it works from any terminal at any time. */
export const status: CliCommand = {
  name: 'status',
  summary: 'show how a run stands, while it is on and afterwards',
  define(command) {
    command.argument('[epic]', 'the epic; without it the one that ran last');
    command.option('--watch', 'go on showing it until the run ends');
    command.option('--failed', 'only tickets that have failed');
    command.option('--blocked', 'only tickets that are blocked or wait for a person');
  },
  async run(call) {
    const epic = chooseEpic(call.operands[0], call.io);
    const watched = call.options['watch'] === true ? await watch(epic, call) : undefined;
    await show(epic, call);
    return watched ?? exitCodes.passed;
  },
};

async function show(epic: EpicPlace, call: Call): Promise<void> {
  // The lease first: a run that ends in between is then told by its journal.
  const held = isHeld(epic);
  const run = await withJournal(epic, (reader) => readRun(reader.read()));
  const epicBranch = epicBranchOf(epic, run.state.tip);
  if (call.json) {
    const value = statusValue(run.state, { held, epicBranch, exitCodeOf: runExitCode });
    return call.io.stdout.write(jsonText({ ...value, epic: epic.id }));
  }
  call.io.stdout.write(text(epic, run, held, call));
}

function text(epic: EpicPlace, run: ReadRun, held: boolean, call: Call): string {
  const word = runWord(run.state, held);
  const now = held ? Date.now() : run.state.at;
  return statusText(run.state, {
    titles: titlesOf(epic, run.inputs),
    word,
    exitCode: runExitCode(word),
    elapsed: run.startedAt === null ? null : now - run.startedAt,
    epicBranch: epicBranchOf(epic, run.state.tip),
    enforcement: run.inputs?.enforcement ?? null,
    notes: run.inputs?.notes ?? [],
    face: faceOf(call.io, call.io.stdout, call.options['color'] !== false),
    now,
    only: onlyOf(call),
  });
}

function onlyOf(call: Call): readonly ('failed' | 'blocked')[] | undefined {
  const only = (['failed', 'blocked'] as const).filter((kind) => call.options[kind] === true);
  return only.length === 0 ? undefined : only;
}

/** The same view as the run's own terminal has; undefined when the run is over. */
async function watch(epic: EpicPlace, call: Call): Promise<ExitCode | undefined> {
  const { state, inputs, startedAt } = await withJournal(epic, (reader) => readRun(reader.read()));
  const colour = call.options['color'] !== false;
  const titles = titlesOf(epic, inputs);
  const view = openView({ io: call.io, titles, from: state, startedAt, plain: call.json, colour });
  try {
    view.onEvents([]);
    const end = await followJournal(epic, state.seq, (event) => view.onEvents([event]));
    if (end === 'over') return undefined;
    return end === 'interrupted' ? exitCodes.interrupted : exitCodes.terminated;
  } finally {
    view.close();
  }
}
