import { openPostgres } from '../../cluster/index.ts';
import type { Postgres } from '../../cluster/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Call } from '../command.ts';

/** The Postgres that was asked for; undefined where none was. A URL in the environment is seen by nobody else. */
export function clusterUrl({ options, io }: Call): string | undefined {
  const asked = options['cluster'];
  if (asked === undefined) return undefined;
  const url = typeof asked === 'string' ? asked : io.env['GAUNTLET_CLUSTER'];
  if (url !== undefined && url !== '') return url;
  throw new GauntletError('USAGE_INVALID', '--cluster needs a URL', {
    hint: 'Name the Postgres: --cluster postgres://USER@HOST/DATABASE, or put it into GAUNTLET_CLUSTER.',
  });
}

export async function inPostgres<T>(url: string, use: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = await openPostgres(url);
  try {
    return await use(postgres);
  } finally {
    await postgres.close();
  }
}
