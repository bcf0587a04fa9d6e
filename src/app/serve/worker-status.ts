import type { Postgres } from '../../cluster/index.ts';
import type { SeenCrew } from '../../serve/index.ts';
import { isCopy } from '../cluster/copy-note.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

/** Any number of pages that look at the same time cost the database one look. */
const FRESH_MS = 1000;

/** Who works on the epics of a repository, as the cluster of this address knows it; connected to when first asked. */
export type WorkerStatus = {
  of(epic: EpicPlace): Promise<SeenCrew>;
  close(): Promise<void>;
};

export function workerStatusOf(url: string | undefined): WorkerStatus {
  let connecting: Promise<Postgres> | undefined;
  let seen: { readonly at: number; readonly crew: Promise<SeenCrew> } | undefined;
  const look = async (at: string): Promise<SeenCrew> => {
    const { openPostgres, seeWorkers, withoutTables } = await import('../../cluster/index.ts');
    connecting ??= openPostgres(at, { connections: 1, statementMs: 5000 });
    connecting.catch(() => (connecting = undefined));
    const postgres = await connecting;
    return {
      where: 'cluster',
      ...(await seeWorkers(postgres).catch((error: unknown) => Promise.reject(withoutTables(error)))),
    };
  };
  return {
    of(epic) {
      if (!isCopy(epic.folder)) return Promise.resolve({ where: 'here' });
      if (url === undefined) return Promise.resolve({ where: 'unnamed' });
      const now = performance.now();
      if (seen === undefined || now - seen.at > FRESH_MS) seen = { at: now, crew: look(url) };
      return seen.crew;
    },
    async close() {
      await (await connecting?.catch(() => undefined))?.close();
    },
  };
}
