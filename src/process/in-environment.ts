import type { Command, Environment } from '../model/config.ts';
import { prefixAt } from '../model/own-walls.ts';

/** What to start for a command of the configuration: a string goes to `sh -c`, a list is argv, the prefix stands before either. */
export function inEnvironment(
  environment: Pick<Environment, 'prefix'>,
  command: Command,
  workspace: string,
): readonly [string, ...string[]] {
  const own = typeof command === 'string' ? ['sh', '-c', command] : command;
  const [program = 'false', ...rest] = [...prefixAt(environment.prefix, workspace), ...own];
  return [program, ...rest];
}
