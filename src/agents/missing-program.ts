import type { AgentSettings } from '../model/config.ts';
import { findExecutable, type ProgramSearch } from './find-program.ts';

/**
 * What an agent lacks on this machine as far as files and variables can tell; undefined where nothing is missing.
 * Nothing is started and nobody is asked: whether a login still holds only `doctor` finds out.
 */
export function missingProgram(
  settings: AgentSettings,
  where: Omit<ProgramSearch, 'pin'>,
): string | undefined {
  const { use, run, apiKeyEnv } = settings;
  if (use === 'api') {
    const isSet = apiKeyEnv === null || (where.env[apiKeyEnv] ?? '') !== '';
    return isSet ? undefined : `the variable ${apiKeyEnv} is not set`;
  }
  const [program = use] = run;
  const found = findExecutable(program, where);
  return found === undefined ? `the program ${program} is not installed` : undefined;
}
