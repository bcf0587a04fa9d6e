import { join } from 'node:path';

import type { Event } from '../../model/events.ts';
import { isPutBack } from '../../model/finding.ts';
import { findingsOf, mergeAuditFindings } from '../../model/audit.ts';
import type { RunRecords } from '../../run/index.ts';
import { chronicleOf, isPersonal, runReport, runWord } from '../../report/index.ts';
import type {
  DiffStat,
  LeftByRun,
  RunEntry,
  RunReport,
  RunReportOptions,
  RunWord,
} from '../../report/index.ts';
import type { State } from '../../state/index.ts';
import { calibratedCritics } from '../../inspect/calibrate/calibration-store.ts';
import { git } from '../../project/committed-file.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { epicBranchOf, runOf, titlesOf } from '../../project/kept/read-run.ts';
import { recordsAt } from '../../project/kept/records-at.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { lastLinesIn, runFolder } from '../../project/kept/run-output.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { withJournal } from '../../project/kept/read-run.ts';

/** `said`: how the run stands, where whoever asks holds its lease and knows better. */
export async function readReport(place: EpicPlace, said?: RunWord): Promise<RunReport> {
  // The lease first: a run that ends in between is then told by its journal.
  const held = isHeld(place);
  const { state, inputs } = runOf(place);
  return reportOfRun(state, {
    events: await withJournal(place, (reader) => [...reader.read()]),
    records: recordsAt(place.folder),
    titles: titlesOf(place, inputs),
    word: said ?? runWord(state, held),
    epicBranch: epicBranchOf(place, state.tip),
    calibrated: calibratedCritics(join(place.common, 'gauntlet'), await judgedBy()),
    lastLines: (run) => lastLinesIn(runFolder(place, run)),
    diff: await diffStat(place.common, state),
  });
}

/** What landed, by file, in the largest first; null where nothing has or git cannot say. */
export async function diffStat(
  folder: string,
  { base, tip }: Pick<State, 'base' | 'tip'>,
): Promise<DiffStat | null> {
  if (base === '' || tip === '' || tip === base) return null;
  const text = await git(folder, ['diff', '--numstat', '-z', '--no-renames', base, tip]);
  const rows = text?.split('\0').flatMap((row) => {
    const [added = '', removed = '', path] = row.split('\t');
    const lines = (word: string): number | null => (word === '-' ? null : Number(word));
    return path === undefined ? [] : [{ path, added: lines(added), removed: lines(removed) }];
  });
  const size = (file: DiffStat[number]): number => (file.added ?? 0) + (file.removed ?? 0);
  return rows?.toSorted((a, b) => size(b) - size(a)) ?? null;
}

export type RunSource = Omit<RunReportOptions, 'left' | 'people'> & {
  readonly events: readonly Event[];
  readonly records: Pick<RunRecords, 'get'>;
};

/** The report of a run, from which every format of it is written. */
export async function reportOfRun(
  state: State,
  { events, records: kept, ...options }: RunSource,
): Promise<RunReport> {
  const chronicle = chronicleOf(events);
  const left = new Map<number, LeftByRun>();
  for (const job of chronicle.jobs) {
    const { runs } = chronicle.of(job);
    const scored = runs.findLast(({ ended }) => ended?.type === 'audit_scored' && ended.kept);
    for (const entry of runs) left.set(entry.run, await leftBy(kept, entry, entry === scored));
  }
  return runReport(state, chronicle, {
    ...options,
    left: (run) => left.get(run) ?? { findings: [], setAside: [], said: undefined },
    people: events.filter(isPersonal),
  });
}

/** What judges and gates found in a run, as it was sent on, and what they said besides. */
async function leftBy(
  kept: RunSource['records'],
  { run, assigned }: RunEntry,
  isScored: boolean,
): Promise<LeftByRun> {
  const setAside = await kept.get(run, 'setAside');
  const isReview = assigned.type === 'critic_dispatched';
  const said = isReview ? await kept.get(run, 'review') : undefined;
  const rest = { setAside: setAside ?? [], said };
  // An audit that counts: what it left open, each problem once.
  if (isScored) {
    const score = await kept.get(run, 'score');
    return { findings: findingsOf(mergeAuditFindings(score?.findings ?? [])), ...rest };
  }
  const feedback = await kept.get(run, 'feedback');
  const validation = feedback === undefined ? await kept.get(run, 'validation') : undefined;
  return { findings: feedback?.findings ?? validation?.findings.filter(isPutBack) ?? [], ...rest };
}
