import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import { openInstalled } from '../../files/index.ts';
import { openRepository } from '../../git/index.ts';
import type { Repository } from '../../git/index.ts';
import { mailbox, openJournal } from '../../journal/index.ts';
import type { Event } from '../../model/events.ts';
import type { Lesson } from '../../model/finding-memory.ts';
import { openProcesses } from '../../process/index.ts';
import type { Caller } from '../../project/call.ts';
import { epicFolder, journalFile } from '../../project/state-folder.ts';
import { recordsAt, runRecords } from '../../project/kept/records-at.ts';
import { RunningPrograms } from '../../project/running-programs.ts';
import { clock, openPorts } from '../../project/open-ports.ts';
import type { Inputs, RunPorts } from '../../run/index.ts';
import { noteCopy, refuseCopy } from '../cluster/copy-note.ts';
import type { ClusterOptions } from '../cluster/cluster-storage.ts';
import { finishUndo } from './undo-epic.ts';

export type OpenedRun = {
  readonly repository: Repository;
  readonly ports: Omit<RunPorts, 'agents'>;
  /** What of these runs now. */
  readonly programs: RunningPrograms;
  /** Of a cluster: aborted when another coordinator may have taken over. */
  readonly lost?: AbortSignal;
  /** Of a cluster: brings what another machine has landed to this repository. */
  arrive?(inputs: Inputs, tip: string): Promise<void>;
  /** Of a cluster: what developers on other machines are told. */
  teach?(lessons: (events: readonly Event[]) => Promise<readonly Lesson[]>): void;
  /** Of a cluster: once the epic is undone, puts aside under a name what others would go on with. */
  shelve?(name: string): Promise<void>;
  /** Of a cluster: names that are taken by what was put aside, on whatever machine. */
  undoneNames?(): Promise<readonly string[]>;
  /** Frees the lease and ends what was opened. */
  close(): Promise<void>;
};

/** Opens everything a run works with. The lease comes first: without it nothing of ours is touched. */
export async function openRun(
  io: Caller,
  epic: string,
  repository?: Repository,
  cluster?: ClusterOptions,
): Promise<OpenedRun> {
  const repo = repository ?? (await openRepository(io.cwd));
  const folder = epicFolder(repo, epic);
  mkdirSync(folder, { recursive: true });
  if (cluster === undefined) {
    refuseCopy(folder);
    const journal = await journalIn(folder, repo, epic);
    const kept = { journal, mailbox: mailbox(join(folder, 'inbox')), records: recordsAt(folder) };
    return opened(repo, epic, { ...kept, close: async () => journal.close() });
  }
  const { openKeeping } = await import('../cluster/cluster-storage.ts');
  const { enforcement } = await openProcesses({ stateFolder: repo.state, discreet: redact });
  const keeping = await openKeeping(cluster, { epic, repository: repo, enforcement });
  noteCopy(folder);
  return opened(repo, epic, { ...keeping, records: runRecords(keeping.records) });
}

type Kept = Pick<RunPorts, 'journal' | 'mailbox' | 'records' | 'executor'> &
  Pick<OpenedRun, 'lost' | 'arrive' | 'teach' | 'shelve' | 'undoneNames' | 'close'>;

async function opened(repo: Repository, epic: string, kept: Kept): Promise<OpenedRun> {
  const { close: closeKept, lost, arrive, teach, shelve, undoneNames, ...keeping } = kept;
  try {
    await repo.removeStaleLocks();
    const programs = new RunningPrograms(() => clock.now());
    const { tidy, ...placed } = await openPorts(repo, epic, { programs });
    const ports = { ...keeping, ...placed, installed: () => openInstalled(repo.top) };
    return {
      repository: repo,
      ports,
      programs,
      ...(lost === undefined ? {} : { lost }),
      ...(arrive === undefined ? {} : { arrive }),
      ...(teach === undefined ? {} : { teach }),
      ...(shelve === undefined ? {} : { shelve }),
      ...(undoneNames === undefined ? {} : { undoneNames }),
      async close() {
        tidy();
        await closeKept();
        repo.close();
      },
    };
  } catch (error) {
    await closeKept();
    throw error;
  }
}

/** One that was undone, and whose undoing was interrupted, is put aside first: what follows starts anew. */
async function journalIn(folder: string, repo: Repository, epic: string): Promise<OpenedJournal> {
  const journal = openJournal({ file: journalFile(folder) });
  try {
    if (!(await finishUndo(repo, epic, journal))) return journal;
  } catch (error) {
    journal.close();
    throw error;
  }
  return openJournal({ file: journalFile(folder) });
}

type OpenedJournal = ReturnType<typeof openJournal>;
