import { GauntletError } from '../../model/error.ts';

export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port <= 65_535) return port;
  throw new GauntletError('USAGE_INVALID', '--port takes a number from 0 to 65535');
}
