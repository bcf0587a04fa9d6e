import { GauntletError } from '../model/error.ts';

/** Reads several things of a command line; what is wrong with any of them is said at once. */
export function readAll<T extends readonly unknown[]>(...reads: { [K in keyof T]: () => T[K] }): T;
export function readAll(...reads: readonly (() => unknown)[]): unknown {
  const wrong: GauntletError[] = [];
  const values = reads.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof GauntletError) || error.code !== 'USAGE_INVALID') throw error;
      wrong.push(error);
      return undefined;
    }
  });
  const [first, ...more] = wrong;
  if (first === undefined) return values;
  if (more.length === 0) throw first;
  const hint = wrong.flatMap((error) => error.hint ?? []).join(' ');
  const message = wrong.map((error) => error.message).join('; ');
  throw new GauntletError('USAGE_INVALID', message, hint === '' ? {} : { hint });
}
