import { GauntletError } from '../../model/error.ts';
import { isUnfinished, quoted } from '../../report/index.ts';
import { jobNamed, type State } from '../../state/index.ts';
import type { Caller } from '../call.ts';
import { runOf } from './read-run.ts';
import { type KeptReview, keptReviews } from './kept-reviews.ts';
import { likelyFirst, type RunStand } from './run-order.ts';
import { shellWord } from '../../model/names.ts';
import { type EpicPlace, epicsAt, repositoryAt, type RepositoryPlace } from '../state-folder.ts';

/** A run of an epic, or the reviews of a branch. */
export type RunPlace = EpicPlace | KeptReview;

/** A run on record, as its journal tells it; state is null where the journal cannot be read. */
export type RecordedRun<P extends RunPlace = RunPlace> = RunStand & {
  readonly place: P;
  readonly state: State | null;
};

/** Whether a run fits a command that names none. */
export type RunFilter = (run: RecordedRun) => boolean;

/** The runs of a repository's epics, the one first that a command without a name means. */
export function epicRunsAt(here: RepositoryPlace, fits?: RunFilter): readonly RecordedRun<EpicPlace>[] {
  return likelyFirst(epicsAt(here).map(epicRun), fits);
}

function epicRun(place: EpicPlace): RecordedRun<EpicPlace> {
  try {
    const { state } = runOf(place);
    return { place, state, isOpen: isUnfinished(state), at: state.at };
  } catch (error) {
    // The other runs must stay within reach; where it is the only one, the command that reads it fails with the cause.
    if (error instanceof GauntletError) return { place, state: null, isOpen: false, at: 0 };
    throw error;
  }
}

/** Fits runs that have a ticket, or another job, of that name. */
export function hasJob(name: string | undefined): RunFilter {
  return ({ state }) => name !== undefined && state !== null && jobNamed(state, name) !== undefined;
}

export function isReview(place: RunPlace): place is KeptReview {
  return 'branch' in place;
}

/** The epic that was asked for, or the one that `likelyFirst` puts first; where there are others, that is said. */
export function chooseEpic(asked: string | undefined, io: Caller, fits?: RunFilter): EpicPlace {
  const here = repositoryAt(io.cwd);
  const epics = epicsAt(here);
  if (asked !== undefined)
    return epics.find(({ id }) => id === asked) ?? refuseUnknown(asked, here, epics.map(nameOf));
  // With one epic there is nothing to choose, and its journal is read once.
  const [only] = epics;
  return only !== undefined && epics.length === 1 ? only : sayChoice(epicRunsAt(here, fits), here, io);
}

/** The same among epics and reviewed branches; also of an epic and a branch of one name. */
export function chooseRun(asked: string | undefined, io: Caller, fits?: RunFilter): RunPlace {
  const here = repositoryAt(io.cwd);
  const runs = runsAt(here, fits);
  if (asked === undefined) return sayChoice(runs, here, io);
  const found = runs.find(({ place }) => place.id === asked || nameOf(place) === asked);
  return (
    found?.place ??
    refuseUnknown(
      asked,
      here,
      runs.map(({ place }) => nameOf(place)),
    )
  );
}

function runsAt(here: RepositoryPlace, fits?: RunFilter): readonly RecordedRun[] {
  return likelyFirst<RecordedRun>([...epicRunsAt(here), ...reviewRuns(here)], fits);
}

/** The command that continues a run: named, so that it never continues another. */
export function resumeCommand(place: RunPlace): string {
  return `gauntlet resume ${shellWord(nameOf(place))}`;
}

function reviewRuns(here: RepositoryPlace): readonly RecordedRun<KeptReview>[] {
  return keptReviews(here).map((place) => {
    const { at, isOpen, run: state } = place;
    return { place, state, at, isOpen };
  });
}

function sayChoice<P extends RunPlace>(
  runs: readonly RecordedRun<P>[],
  here: RepositoryPlace,
  io: Caller,
): P {
  const [chosen] = runs;
  if (chosen === undefined)
    throw new GauntletError('USAGE_INVALID', `nothing has run in ${here.top} yet`, {
      hint: 'Start with: gauntlet run <epic.yaml>, or gauntlet init for a first one.',
    });
  if (runs.length === 1) return chosen.place;
  const kind = isReview(chosen.place) ? 'review of' : 'epic';
  const which = chosen.isOpen ? 'the latest unfinished' : 'the latest';
  const names = runs.map(({ place }) => nameOf(place)).join(', ');
  io.say(`${kind} ${nameOf(chosen.place)}, ${which} of ${runs.length} runs (${names})`);
  return chosen.place;
}

function nameOf(place: RunPlace): string {
  return isReview(place) ? place.branch : place.id;
}

function refuseUnknown(asked: string, { top }: RepositoryPlace, names: readonly string[]): never {
  throw new GauntletError('USAGE_INVALID', `there is no run of an epic "${quoted(asked, 64)}" in ${top}`, {
    hint:
      names.length === 0
        ? 'Nothing has run here yet: gauntlet run <epic.yaml>'
        : `There are: ${names.join(', ')}.`,
  });
}
