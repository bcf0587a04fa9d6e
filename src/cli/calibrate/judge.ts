import { createHash } from 'node:crypto';

import type { CalibratedJudge } from '../../model/calibration.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { CriticName } from '../../model/provenance.ts';

/**
 * Whose verdict it is: the agent and model as they call themselves, else as they are configured, and how they are asked. All of
 * those who answered, each once.
 */
export function judgesOf(
  settings: AgentSettings,
  by: readonly CriticName[],
): readonly [CalibratedJudge, ...CalibratedJudge[]] {
  const { use, run, model, effort, provider, baseUrl } = settings;
  const asked = JSON.stringify({ use, run, model, effort, provider, baseUrl });
  const hash = createHash('sha256').update(asked).digest('hex').slice(0, 16);
  const judgeOf = (name: CriticName): CalibratedJudge => ({
    agent: name.agent,
    model: name.model ?? model,
    settings: hash,
  });
  const [first = { agent: use, model }, ...others] = by;
  const judges = others.map(judgeOf).filter((each, nth, all) => {
    const isSame = (other: CalibratedJudge): boolean => isOneJudge(other, each);
    return !isSame(judgeOf(first)) && all.findIndex(isSame) === nth;
  });
  return [judgeOf(first), ...judges];
}

export function isOneJudge(a: CalibratedJudge, b: CalibratedJudge): boolean {
  return a.agent === b.agent && a.model === b.model && a.settings === b.settings;
}
