import { limitKeys, type Limits } from '../model/settings.ts';
import { normal } from '../schema/normal.ts';
import { mapOf } from '../schema/shape.ts';

/** Later layers win, key by key; without a word about it there are two more judges than developers. */
export function completeLimits(...layers: readonly Readonly<Partial<Limits>>[]): Limits {
  const written: Partial<Limits> = Object.assign({}, ...layers);
  const defaults = normal(mapOf(limitKeys()), {});
  return { ...defaults, maxAgents: (written.maxParallel ?? defaults.maxParallel) + 2, ...written };
}
