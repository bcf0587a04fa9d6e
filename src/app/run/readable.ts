import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import { sanitize } from '../../formats/index.ts';
import type { AssignmentEvent, Event, ResultEvent } from '../../model/events.ts';
import type { JournalReader } from '../../ports/journal.ts';
import type { RunRecords } from '../../run/index.ts';
import { putBelow, READABLE } from '../../project/put-below.ts';
import { lastLinesIn } from '../../project/kept/run-output.ts';
import { diffStat, reportOfRun } from '../report/read-report.ts';
import { liveEpicState } from './live-epic-state.ts';
import { copyAudit, scopeName } from './readable-audit.ts';
import { summaryMarkdown, verdictMarkdown } from '../../report/index.ts';
import type { Calibrated, RunReport, RunWord, Titles } from '../../report/index.ts';
import type { State } from '../../state/index.ts';

export type Readable = {
  readonly top: string;
  readonly journal: Pick<JournalReader, 'read'>;
  readonly records: RunRecords;
  readonly titles: Titles;
  readonly calibrated: Calibrated;
};

/** Copies for people: what was asked and answered, by ticket and attempt. Nothing is ever read back from here. */
export type ReadableFiles = {
  /** What has happened, each event with the state after it. */
  onSteps(steps: readonly { readonly event: Event; readonly after: State }[]): void;
  /** State and summary, once the run stands still. Answers where the summary is. */
  finish(state: State, word: RunWord, epicBranch: string | null): Promise<SummaryFile>;
};

/** The page for the final review. */
export type SummaryFile = {
  readonly path: string;
  /** What else has to be said when the run ends. */
  readonly notes: readonly string[];
};

/** Keeps `.gauntlet/` up to date while a run is on. It ignores itself, and losing it loses nothing. */
export function readableFiles(epic: string, what: Readable): ReadableFiles {
  const home = join('epics', epic);
  const put: Put = (path, text) =>
    putBelow(what.top, join(READABLE, path), text === null ? null : redact(sanitize(text)));
  const open = new Map<number, AssignmentEvent>();
  let writing: Promise<void> = Promise.resolve();
  const inOrder = (work: () => Promise<void>): void => {
    // A copy that cannot be written (a full disk, a read-only checkout) must not end a run.
    writing = writing.then(work).catch(() => undefined);
  };
  inOrder(() => Promise.resolve(put('.gitignore', '*\n')));
  const live = liveEpicState({ ...what, put: (text) => put(join(home, 'epic-state.json'), text) });
  const copy = (event: Event): void => {
    if ('reserved' in event) {
      open.set(event.run, event);
      return;
    }
    const assigned = 'used' in event ? open.get(event.run) : undefined;
    const scored = event.type === 'fix_opened' ? lastKept(what.journal, event.audit) : event;
    if (scored?.type === 'audit_scored' && scored.kept)
      inOrder(() =>
        copyAudit(scored, what, (name, text) => put(join(home, 'audit', scopeName(scored), name), text)),
      );
    if (assigned === undefined || !('used' in event)) return;
    open.delete(event.run);
    inOrder(() =>
      copyRun(what, { assigned, ended: event }, (name, text) =>
        put(join(home, 'tickets', folderOf(assigned), name), text),
      ),
    );
  };
  return {
    onSteps(steps) {
      for (const { event } of steps) copy(event);
      live.onSteps(steps);
    },
    async finish(state, word, epicBranch) {
      const events = [...what.journal.read()];
      const lastLines = (run: number) => lastLinesIn(what.records.folder(run));
      const diff = await diffStat(what.top, state);
      const report = await reportOfRun(state, { ...what, events, word, epicBranch, lastLines, diff });
      const summary = summaryMarkdown(report);
      inOrder(() => live.settle(state));
      inOrder(() => Promise.resolve(put(join(home, 'summary.md'), summary)));
      await writing;
      return {
        path: join(READABLE, home, 'summary.md'),
        notes: putBackNotes(report),
      };
    },
  };
}

/** The score that an audit's files tell of: a fix that is sent changes what they say of its round. */
function lastKept(journal: Readable['journal'], audit: string) {
  return [...journal.read()].findLast(
    (event) => event.type === 'audit_scored' && event.kept && event.ticket === audit,
  );
}

/** What a person may want to do by hand, because no ticket may. */
function putBackNotes({ epic, jobs }: RunReport): readonly string[] {
  return jobs.flatMap(({ id, putBack }) => {
    const where = join(READABLE, 'epics', epic, 'tickets', id.replace(':', '-'));
    return putBack.length === 0
      ? []
      : [
          `reverted in ${id}, because the ticket may not change them: ${putBack.join(', ')} (the difference: *.put-back.diff in ${where})`,
        ];
  });
}

type Put = (path: string, text: string | null) => void;

function folderOf({ ticket, attempt }: AssignmentEvent): string {
  return join(ticket.replace(':', '-'), `attempt-${attempt + 1}`);
}

type Over = { readonly assigned: AssignmentEvent; readonly ended: ResultEvent };

async function copyRun(
  { records, calibrated }: Pick<Readable, 'records' | 'calibrated'>,
  { assigned, ended }: Over,
  put: Put,
): Promise<void> {
  const { stage, seat, run } = assigned;
  const name = `${String(run).padStart(4, '0')}-${stage}${seat === 0 ? '' : `-${seat + 1}`}`;
  const prompt = await records.get(run, 'prompt');
  const answer = await records.get(run, 'answer');
  const validation = await records.get(run, 'validation');
  if (prompt !== undefined) put(`${name}.prompt.md`, prompt);
  if (answer !== undefined) put(`${name}.answer.md`, answer.text);
  const delivered = await records.get(run, 'delivered');
  const diff = delivered?.putBack?.map((file) => file.diff).join('') ?? '';
  if (diff !== '') put(`${name}.put-back.diff`, diff);
  if (validation !== undefined) put(`${name}.json`, JSON.stringify(validation, null, 2));
  const feedback = await records.get(run, 'feedback');
  const setAside = await records.get(run, 'setAside');
  const said = await records.get(run, 'review');
  const findings = { kept: feedback?.findings ?? [], setAside: setAside ?? [], said };
  const verdict = verdictMarkdown(assigned, ended, findings, calibrated);
  if (verdict !== undefined) put(`${name}.verdict.md`, verdict);
}
