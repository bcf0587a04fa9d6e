/** The driver, in a file of its own: it is loaded when somebody connects, never before. */
export { Client, Pool, TypeOverrides } from 'pg';
