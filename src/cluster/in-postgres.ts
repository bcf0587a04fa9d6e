import { openPostgres, type Postgres } from './postgres.ts';

/** Opens the database for one piece of work, and closes it whatever happens. */
export async function inPostgres<T>(url: string, use: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = await openPostgres(url);
  try {
    return await use(postgres);
  } finally {
    await postgres.close();
  }
}
