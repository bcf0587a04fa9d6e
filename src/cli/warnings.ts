import { errorMessage } from '../model/error.ts';

type Emitter = { emitWarning: NodeJS.Process['emitWarning'] };

/**
 * Keeps Node from telling every user that SQLite is experimental. Only that one warning is dropped: any other one
 * is news.
 */
export function silenceSqliteWarning(target: Emitter): void {
  const emit = target.emitWarning;
  target.emitWarning = (...all: unknown[]) => {
    if (!isAboutSqlite(all[0], all[1])) Reflect.apply(emit, target, all);
  };
}

function isAboutSqlite(warning: unknown, second: unknown): boolean {
  const message = errorMessage(warning);
  if (!message.startsWith('SQLite is an experimental feature')) return false;
  return kindOf(warning, second) === 'ExperimentalWarning';
}

function kindOf(warning: unknown, second: unknown): unknown {
  if (warning instanceof Error) return warning.name;
  if (typeof second === 'object' && second !== null && 'type' in second) return second.type;
  return second;
}
