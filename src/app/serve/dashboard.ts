import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { keptToken, openServer, type OpenServer } from '../../serve/index.ts';
import type { Caller } from '../../project/call.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { repositoryAt } from '../../project/state-folder.ts';
import { deskAt } from './dashboard-source.ts';

export type DashboardOptions = {
  readonly host: string;
  readonly port: number;
  readonly readOnly: boolean;
  /** The database that machines share; undefined where nobody has named one. */
  readonly cluster: string | undefined;
};

/** The dashboard of the repository around a folder, answering. */
export async function openDashboard(io: Caller, options: DashboardOptions): Promise<OpenServer> {
  const place = repositoryAt(io.cwd);
  const desk = deskAt(place, io, { cluster: options.cluster, tool: await judgedBy() });
  const server = await openServer({
    ...options,
    desk,
    pages: pagesFolder(),
    token: keptToken(place.state),
  });
  return {
    ...server,
    async close() {
      await server.close();
      await desk.close();
    },
  };
}

/** Beside the folder of this file in what is published, in the built folder beside the sources. */
function pagesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, '../dashboard');
  return existsSync(join(beside, 'index.html')) ? beside : join(here, '../../../dist/dashboard');
}
