import { sanitize } from '../formats/index.ts';
import { NOBODY } from '../model/steering.ts';
import type { Call, Caller } from './call.ts';

/** As long as a name may be in the journal. */
const LONGEST = 200;

/** Who is answering or starting: recorded with every decision of a person. Git's identity comes before the login name. */
export function personOf(io: Pick<Caller, 'cwd' | 'env'>): string {
  const { GAUNTLET_USER, USER, LOGNAME } = io.env;
  for (const nameOf of [() => GAUNTLET_USER, () => gitName(io), () => USER, () => LOGNAME]) {
    const name = sanitize(nameOf() ?? '', { singleLine: true, maxLength: LONGEST }).trim();
    if (name !== '') return name;
  }
  return NOBODY;
}

/** The name in which git commits here. Loaded when it is asked for: most commands need neither. */
function gitName({ cwd, env }: Pick<Caller, 'cwd' | 'env'>): string | undefined {
  if (env['GIT_AUTHOR_NAME'] !== undefined) return env['GIT_AUTHOR_NAME'];
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const args = ['config', '--includes', 'user.name'];
  return spawnSync('git', args, { cwd, env, encoding: 'utf8', timeout: 5000 }).stdout ?? undefined;
}

/** Somebody sits in front of it and may be asked. */
export function isAttended(call: Call<{ readonly input?: boolean | undefined }>): boolean {
  return call.options.input !== false && call.io.mayAsk();
}
