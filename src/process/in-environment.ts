import type { Command, Environment } from '../model/config.ts';

/** What to start for a command of the configuration: a string goes to `sh -c`, a list is argv, the prefix stands before either. */
export function inEnvironment(
  environment: Pick<Environment, 'prefix'>,
  command: Command,
): readonly [string, ...string[]] {
  const own = typeof command === 'string' ? ['sh', '-c', command] : command;
  const [program = 'false', ...rest] = [...environment.prefix, ...own];
  return [program, ...rest];
}
