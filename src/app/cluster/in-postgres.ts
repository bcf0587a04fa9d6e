import { openPostgres } from '../../cluster/index.ts';
import type { Postgres } from '../../cluster/index.ts';

export async function inPostgres<T>(url: string, use: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = await openPostgres(url);
  try {
    return await use(postgres);
  } finally {
    await postgres.close();
  }
}
