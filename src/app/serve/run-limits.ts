import { readOwnJson } from '../../project/own-json.ts';
import { join } from 'node:path';

import { budgetOf, type Inputs, policyOf } from '../../run/index.ts';
import { planOf } from '../../plan/index.ts';
import { places } from '../../decide/index.ts';
import type { EpicSource } from '../../serve/index.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

/** How many may work at once and what may be spent, by what the run was started with and what people changed since. */
export function boundsOf(epic: EpicPlace): EpicSource['bounds'] {
  let of = '';
  let known: ReturnType<typeof settled>;
  return (state, hash) => {
    // A run that is started again may have been given other inputs.
    if (hash !== of || known === undefined) [of, known] = [hash, settled(epic, hash)];
    // Nothing is planned yet, or what it was started with is gone: then nothing is said to be full.
    if (known === undefined) return unbounded;
    const { plan, policy } = known;
    return {
      places: {
        developers: places('developers', state, policy),
        judges: places('judges', state, policy),
        checks: places('checks', state, policy),
        lander: 1,
      },
      budget: budgetOf(plan.limits, state.budget),
    };
  };
}

const unbounded: ReturnType<EpicSource['bounds']> = {
  places: { developers: 1000, judges: 1000, checks: 1000, lander: 1 },
  budget: { usd: null, tokens: null },
};

function settled(epic: EpicPlace, hash: string) {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const { epic: planned, config } = readOwnJson<Inputs>(join(epic.folder, 'kept', `${hash}.json`)) ?? {};
  if (planned === undefined || config === undefined) return undefined;
  const plan = planOf(planned, config);
  return { plan, policy: policyOf(plan, config, { cores: navigator.hardwareConcurrency, people: false }) };
}
