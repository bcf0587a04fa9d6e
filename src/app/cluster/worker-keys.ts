import { keysIn } from '../../agents/index.ts';
import { addressOf } from '../../cluster/index.ts';
import type { NamedKey } from '../../detect/index.ts';
import type { Inputs } from '../../run/index.ts';
import type { Caller } from '../../project/call.ts';

/** Shorter passwords stand in every other text by chance. */
const SHORTEST = 6;

/**
 * What nobody may read of what programs on this machine print: everything that its environment calls a key, the keys that
 * agents are told the name of, and the password of the database. Byte for byte, as a program would print it.
 */
export function workerKeys(
  env: Caller['env'],
  url: string,
  { cast, config }: Pick<Inputs, 'cast' | 'config'>,
): readonly NamedKey[] {
  const settings = [
    ...Object.values(cast).map((player) => player.settings),
    ...config.review.criticsBy.map(({ use }) => use),
  ];
  const named = settings.flatMap(({ apiKeyEnv }): NamedKey[] => {
    const value = apiKeyEnv === null ? undefined : env[apiKeyEnv];
    return apiKeyEnv === null || value === undefined ? [] : [[apiKeyEnv, value]];
  });
  const passwords = addressOf(url).secrets.map((value): NamedKey => ['database password', value]);
  const others = [...named, ...passwords].filter(([, value]) => value.length >= SHORTEST);
  return [...keysIn(env), ...others].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]);
}
