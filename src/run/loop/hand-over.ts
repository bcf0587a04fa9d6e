import type { Workspace, Workspaces } from '../../ports/git.ts';
import type { RunRecords } from '../records/run-records.ts';
import { needsTip } from './dossier.ts';
import { lastWork } from '../records/last-work.ts';
import type { FoldedJournal } from './fold-journal.ts';
import { folderName } from '../stage-context.ts';

type HandPorts = { readonly workspaces: Workspaces; readonly records: RunRecords };

/** A ticket's workspace for a person, on its branch with everything that was delivered so far (BEYOND-11). */
export async function handOver(
  ports: HandPorts,
  recalled: FoldedJournal,
  ticket: string,
): Promise<Workspace> {
  const dossier = recalled.dossiers.of(ticket);
  const base = dossier.base === '' ? recalled.state.tip : dossier.base;
  const work = await lastWork(ports.records, dossier);
  const head = work === '' ? base : work;
  const merge = needsTip(dossier) ? recalled.state.tip : null;
  return ports.workspaces.open(folderName(ticket), { base, head, merge, forPerson: true });
}
