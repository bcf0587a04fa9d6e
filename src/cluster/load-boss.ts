import type { PgBoss } from 'pg-boss';

/** The job engine, loaded when somebody sends or takes a job. */
export async function loadBoss(): Promise<typeof PgBoss> {
  return (await import('./boss-driver.ts')).PgBoss;
}
