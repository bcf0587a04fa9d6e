/** The job engine, in a file of its own: it is loaded by whoever sends or takes a job, never before. */
export { PgBoss } from 'pg-boss';
