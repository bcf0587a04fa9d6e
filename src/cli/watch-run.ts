import { readRecorded } from '../journal/index.ts';
import type { Call } from './command.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { isHeld } from './lease-holder.ts';
import { openView } from './live-view.ts';
import { runOf, titlesOf } from './read-run.ts';
import type { EpicPlace } from './state-folder.ts';

/** Quick enough for eyes; each look reads only what is new. */
const LOOK_MS = 250;

/** The same view as the run's own terminal has, until the run is over (undefined) or a signal comes. */
export async function watchRun(epic: EpicPlace, call: Call): Promise<ExitCode | undefined> {
  const { state, inputs, startedAt } = runOf(epic);
  const colour = call.colour;
  const titles = titlesOf(epic, inputs);
  const view = openView({ io: call.io, titles, from: state, startedAt, plain: call.json, colour });
  view.note(`watching ${epic.id}`);
  let last = state.seq;
  const look = (): boolean => {
    // Asked before reading: what was recorded before the lease was freed is then still read.
    const held = isHeld(epic);
    const events = readRecorded(epic.journal, last);
    last = events.at(-1)?.seq ?? last;
    view.onEvents(events);
    return held;
  };
  try {
    return await whileTrue(look);
  } finally {
    view.close();
  }
}

function whileTrue(look: () => boolean): Promise<ExitCode | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearInterval(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', terminated);
    };
    const end = (code?: ExitCode): void => {
      stop();
      resolve(code);
    };
    const interrupted = (): void => end(exitCodes.interrupted);
    const terminated = (): void => end(exitCodes.terminated);
    const again = (): void => {
      try {
        if (!look()) end();
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setInterval(again, LOOK_MS);
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', terminated);
    again();
  });
}
