import type { CliCall } from '../command.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import { followJournal } from '../follow-journal.ts';
import { openView } from './live-view.ts';
import { runOf, titlesOf } from '../../project/kept/read-run.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

/** The same view as the run's own terminal has, until the run is over (undefined) or a signal comes. */
export async function watchRun(epic: EpicPlace, call: CliCall): Promise<ExitCode | undefined> {
  const { state, inputs, startedAt } = runOf(epic);
  const colour = call.colour;
  const titles = titlesOf(epic, inputs);
  const view = openView({ io: call.io, titles, from: state, startedAt, plain: call.json, colour });
  view.note(`watching ${epic.id}`);
  try {
    return await followJournal(epic, state.seq, (event) => view.onEvents([event]));
  } finally {
    view.close();
  }
}
