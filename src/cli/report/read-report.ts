import { join } from 'node:path';

import { records } from '../../journal/index.ts';
import type { ReviewSaid } from '../../model/review-said.ts';
import type { Event } from '../../model/events.ts';
import type { AuditFinding } from '../../model/audit.ts';
import { type Finding, isPutBack } from '../../model/finding.ts';
import { findingsOf, mergeFindings } from '../../model/merge-audit-findings.ts';
import type { Records } from '../../ports/records.ts';
import { chronicleOf, isPersonal, runReport, runWord } from '../../report/index.ts';
import type { Calibrated, Chronicle, RunReport, RunWord, Titles } from '../../report/index.ts';
import type { State } from '../../state/index.ts';
import { calibratedCritics } from '../calibrate/kept.ts';
import { isHeld } from '../lease-holder.ts';
import { epicBranchOf, runOf, titlesOf } from '../read-run.ts';
import { judgedBy } from '../review/judged-by.ts';
import { reviewsBy, setAsideBy } from '../run/readable.ts';
import { lastLinesIn, runFolder } from '../run-output.ts';
import type { EpicPlace } from '../state-folder.ts';
import { withJournal } from '../with-journal.ts';

/** Everything the formats of a report are written from. */
export type ReadReport = {
  readonly report: RunReport;
  readonly state: State;
  readonly chronicle: Chronicle;
  readonly titles: Titles;
  readonly setAside: (ticket: string) => readonly string[];
  readonly reviews: ReadonlyMap<number, ReviewSaid>;
  readonly calibrated: Calibrated;
  readonly lastLines: (run: number) => readonly string[];
};

/** `said`: how the run stands, where whoever asks holds its lease and knows better. */
export async function readReport(place: EpicPlace, said?: RunWord): Promise<ReadReport> {
  // The lease first: a run that ends in between is then told by its journal.
  const held = isHeld(place);
  const { state, inputs } = runOf(place);
  const word = said ?? runWord(state, held);
  const titles = titlesOf(place, inputs);
  const people: Event[] = [];
  const chronicle = await withJournal(place, (reader) => {
    const events = [...reader.read()];
    people.push(...events.filter(isPersonal));
    return chronicleOf(events);
  });
  const kept = records(place.folder);
  const findings = await findingsBy(kept, chronicle);
  const reviews = await reviewsBy(kept, chronicle);
  const epicBranch = epicBranchOf(place, state.tip);
  const lastLines = (run: number): readonly string[] => lastLinesIn(runFolder(place, run));
  const calibrated = calibratedCritics(join(place.common, 'gauntlet'), await judgedBy());
  return {
    report: runReport(state, chronicle, {
      titles,
      word,
      epicBranch,
      findings,
      reviews,
      people,
      calibrated,
      lastLines,
    }),
    calibrated,
    lastLines,
    state,
    chronicle,
    titles,
    reviews,
    setAside: await setAsideBy(kept, chronicle),
  };
}

/** What judges and gates found in each run, as it was sent on. */
async function findingsBy(kept: Records, chronicle: Chronicle): Promise<Map<number, readonly Finding[]>> {
  const found = new Map<number, readonly Finding[]>();
  for (const job of chronicle.jobs) {
    for (const { run } of chronicle.of(job).runs) {
      type Kept = { readonly findings?: readonly Finding[] } | undefined;
      const feedback = (await kept.get(run, 'feedback')) as Kept;
      const validation = feedback === undefined ? ((await kept.get(run, 'validation')) as Kept) : undefined;
      const findings = feedback?.findings ?? validation?.findings?.filter(isPutBack) ?? [];
      if (findings.length > 0) found.set(run, findings);
    }
    const audited = chronicle
      .of(job)
      .runs.findLast(({ ended }) => ended?.type === 'audit_scored' && ended.kept);
    if (audited !== undefined) found.set(audited.run, await auditFindings(kept, audited.run));
  }
  return found;
}

/** What the audit that counts left open, each problem once. */
async function auditFindings(kept: Records, run: number): Promise<readonly Finding[]> {
  const score = (await kept.get(run, 'score')) as { readonly findings?: readonly AuditFinding[] } | undefined;
  return findingsOf(mergeFindings(score?.findings ?? []));
}
