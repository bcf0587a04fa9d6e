import { keptAs } from '../../project/kept/records-at.ts';
import { confirmedRed, excusedChecks, lastBaseline, foldJournal } from '../../run/index.ts';
import type { Inputs, Moved, FoldedJournal, TipPorts } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import { matches, planOf } from '../../plan/index.ts';
import { type ClusterFlags, clusterOf } from '../cluster/address.ts';
import type { Call } from '../../project/call.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { chooseEpic, type RunFilter } from '../../project/kept/choose-run.ts';
import { openRun } from './open-run.ts';
import type { OpenedRun } from './open-run.ts';
import { type Answer, answer } from '../../project/answer.ts';

export type OpenEpic = {
  readonly opened: OpenedRun;
  readonly recalled: FoldedJournal;
  readonly inputs: Inputs;
};

/** Opens an epic for something that is done beside a run: refused (exit 6) while one is on. */
export async function withEpic<T>(
  call: Call<ClusterFlags & { readonly epic?: string | undefined }>,
  work: (at: OpenEpic) => Promise<T>,
  fits?: RunFilter,
): Promise<T> {
  const { id } = chooseEpic(call.options.epic, call.io, fits);
  const opened = await openRun(call.io, id, undefined, clusterOf(call, false));
  try {
    const recalled = foldJournal(opened.ports.journal);
    const inputs =
      recalled.inputs === null
        ? undefined
        : await keptAs<Inputs | undefined>(opened.ports.records, recalled.inputs);
    if (inputs === undefined) throw new GauntletError('USAGE_INVALID', `epic ${id} has not been started`);
    return await work({ opened, recalled, inputs });
  } finally {
    await opened.close();
  }
}

const done = Promise.resolve();

/** What moving the epic branch takes; the checks that judge it are those the run was started with. */
export async function tipPorts({ opened, recalled, inputs }: OpenEpic): Promise<TipPorts> {
  const { journal, hub, lander, clock, workspaces, processes, setups, records, executor } = opened.ports;
  const { epic, config } = inputs;
  // Beyond every run there will be: logs of these checks must not be taken for a run's.
  const folder = records.folder(1_000_000_000 + recalled.state.seq);
  const plan = planOf(epic, config);
  const { protect } = config;
  const measured = await lastBaseline(records, recalled.dossiers.of('baseline'));
  const accepted = await confirmedRed(records, recalled.state.infrastructure.accepted);
  const excused = excusedChecks(recalled.state, measured, accepted);
  const flaky = new Set(measured?.flaky);
  const gate = { hub, workspaces, processes, setups, epic, plan, protect, matches, folder, excused, flaky };
  return { journal, hub, lander, clock, gate, epic: epic.id, share: (job) => executor?.share(job) ?? done };
}

/** Says what came of it, with what to do next. */
export function answerMoved(moved: Moved, what: string, more: object = {}): Answer {
  return movedAnswer(moved, { what, more, wayOn: [] });
}

/** The same for commits of the base: what cannot be merged by itself is merged by a person, on a branch of theirs. */
export function answerSynced(moved: Moved, what: string, between: EpicMerge): Answer {
  const wayOn = moved.kind === 'conflict' || moved.kind === 'red' ? towardsOwnMerge(between) : [];
  return movedAnswer(moved, { what, more: {}, wayOn });
}

export type EpicMerge = {
  readonly epic: string;
  readonly base: string;
  readonly branch: string;
  readonly onto: string;
};

function towardsOwnMerge({ epic, base, branch, onto }: EpicMerge): readonly string[] {
  const own = `${epic}-on-base`;
  return [
    `next:  git switch -c ${own} ${branch} && git merge ${base}   resolve it there, run the checks, commit`,
    `then:  gauntlet land ${own} --onto ${onto.replace(/^origin\//, '')}`,
  ];
}

type Telling = { readonly what: string; readonly more: object; readonly wayOn: readonly string[] };

function movedAnswer(moved: Moved, { what, more, wayOn }: Telling): Answer {
  const { kind } = moved;
  const value = 'state' in moved ? { kind, commit: moved.commit } : moved;
  const exitCode = kind === 'moved' || kind === 'nothing' ? exitCodes.passed : exitCodes.failed;
  return answer({ ...value, what, ...more }, [...lines(moved, what), ...wayOn], exitCode);
}

function lines(moved: Moved, what: string): readonly string[] {
  switch (moved.kind) {
    case 'moved':
      return [
        `${what}: done; the epic branch is at ${moved.commit.slice(0, 8)}, the base branch is unchanged`,
      ];
    case 'nothing':
      return [moved.because];
    case 'conflict':
      return [`${what}: branch not moved, these files conflict:`, ...moved.files.map((file) => `  ${file}`)];
    case 'red':
      return [
        `${what}: the epic branch was not moved: these checks do not pass on what would be its new tip:`,
        ...moved.cells.map(({ check, environment, status }) => `  ${check} (${environment}): ${status}`),
      ];
  }
}
