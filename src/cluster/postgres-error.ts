import { errorCode, errorMessage, GauntletError } from '../model/error.ts';
import type { Address } from './address.ts';

/** The connection went, or never came: whether the last statement was carried out is unknown. */
const LOST = /^(?:08...|57P0[1-5]|53300|25P0[34]|E[A-Z]+)$/;

const hints: Readonly<Record<string, string>> = {
  '28': 'Check the user, the password and what pg_hba.conf allows.',
  '3D': 'Create the database first; docs/cluster.md of the gauntlet package says how.',
  '42501': 'The role lacks a privilege; docs/cluster.md of the gauntlet package lists what it needs.',
  '53': 'The server has no room or no connection left; free some and try again.',
  '57014': 'The server took too long; it may be busy, or its disk may be slow.',
  '55P03': 'Another session holds a lock for too long; check pg_stat_activity.',
  '58': 'The server cannot use its disk; its log says more.',
  '25006': 'That server is read-only (a replica?); name the primary.',
};

/**
 * What the driver says, in our words. Its own error is not kept as a cause: it may carry what was sent. `sqlstate` tells
 * callers what happened, `lost` (1 or 0) whether the connection was.
 */
export function postgresError(error: unknown, address: Address, isConnecting = false): GauntletError {
  if (error instanceof GauntletError) return error;
  const code = errorCode(error);
  const message = address.redact(errorMessage(error));
  const lost = isDriverLoss(error, code);
  const data = { sqlstate: code, lost: lost ? 1 : 0 };
  const server = `Postgres at ${address.shown}`;
  const unfit = (said: string, hint: string): GauntletError =>
    new GauntletError('ENVIRONMENT_UNFIT', `${said}: ${message}`, { data, hint });
  if (lost)
    return unfit(
      `${server} cannot be reached`,
      'Check that it runs and that this machine may connect to it, then resume.',
    );
  const hint = hints[code] ?? hints[code.slice(0, 2)];
  if (hint !== undefined) return unfit(`${server} refused`, hint);
  if (isConnecting)
    return unfit(`cannot connect to ${server}`, 'Check sslmode, sslrootcert, sslcert and sslkey in its URL.');
  return new GauntletError('BUG', `${server} refused a statement: ${message}`, { data });
}

/** Whether nobody knows what became of the last statement. */
export function isLost(error: unknown): boolean {
  return error instanceof GauntletError && error.data['lost'] === 1;
}

/** Undone by the server for somebody else's sake (a deadlock, two that cannot both be first): the same again may succeed. */
export function isUndone(error: unknown): boolean {
  return hasSqlState(error, '40P01') || hasSqlState(error, '40001');
}

export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof GauntletError && error.data['sqlstate'] === state;
}

function isDriverLoss(error: unknown, code: string): boolean {
  // A file that the URL names is missing: trying again does not help.
  if (isOf(error, 'open')) return false;
  if (LOST.test(code)) return true;
  // The driver has no codes for what it notices itself.
  const said = error instanceof Error ? error.message : '';
  return code === '' && /terminated|timeout|timed out|closed|not queryable|ended/i.test(said);
}

function isOf(error: unknown, call: string): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === call;
}
