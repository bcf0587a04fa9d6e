import type { Inputs } from '../../run/index.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Role } from '../../model/team.ts';
import { type Independence, independenceOf, type Party } from '../../plan/index.ts';

/** What `review.differentModel` makes of those who write and those who judge. */
export function independenceIn(config: Config, cast: Inputs['cast']): Independence {
  const parties = (...names: readonly Role[]): Party[] =>
    names.flatMap((name) => {
      const player = cast[name];
      return player === undefined ? [] : [{ name, settings: player.settings }];
    });
  const byKind = config.review.criticsBy.map(({ use }, index) => ({
    name: `review.criticsBy[${index}]`,
    settings: use,
  }));
  return independenceOf(config.review.differentModel, {
    writers: parties('developer', 'fixer', 'remediator'),
    critics: [...parties('critic'), ...byKind],
    substitutes: [...byKind, ...parties('critic', 'reviewer', 'auditor')],
  });
}

/** Before anything starts, and everything that is wrong at once. */
export function refuseDependence(config: Config, cast: Inputs['cast']): void {
  const { complaints } = independenceIn(config, cast);
  if (complaints.length === 0) return;
  throw new GauntletError('CONFIG_INVALID', `nothing was started:\n${complaints.join('\n')}`, {
    hint: 'Give the critic another agent or model (agents: { critic: { use: …, model: … } }), or set review.differentModel to prefer.',
  });
}
