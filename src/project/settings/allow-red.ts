import type { Config } from '../../model/config.ts';
import type { Epic } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { planOf } from '../../plan/index.ts';

type AllowRed = { readonly options: { readonly allowRed?: readonly string[] | undefined } };

/** The checks named by `--allow-red`. */
export function allowRedOf({ options }: AllowRed): readonly string[] {
  return [...new Set(options.allowRed)];
}

/** Refuses names that no check has: one that is misspelt would allow nothing, or something else one day. */
export function refuseUnknownRed(named: readonly string[], checks: readonly { readonly id: string }[]): void {
  const ids = checks.map(({ id }) => id);
  const unknown = named.filter((name) => !ids.includes(name));
  if (unknown.length === 0) return;
  throw new GauntletError('USAGE_INVALID', `--allow-red: there is no check ${unknown.join(', ')}`, {
    hint: ids.length === 0 ? 'No checks are configured.' : `Checks: ${ids.join(', ')}.`,
  });
}

/** The epic with the checks that a person allowed to be red, kept with the run that it begins. */
export function withAllowedRed(epic: Epic, config: Config, call: AllowRed): Epic {
  const allowRed = allowRedOf(call);
  refuseUnknownRed(allowRed, planOf(epic, config).verify);
  return allowRed.length === 0 ? epic : { ...epic, allowRed };
}
