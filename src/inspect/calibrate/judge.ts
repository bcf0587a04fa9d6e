import { sha256 } from '../../model/sha256.ts';
import type { AgentPart, ReviewInputs } from '../../run/index.ts';
import { canonicalJson } from '../../journal/index.ts';
import { type CalibratedJudge, noAgents } from '../../model/calibration.ts';
import type { Config } from '../../model/config.ts';
import type { CriticName } from '../../model/provenance.ts';
import type { Depth } from '../../model/team.ts';

/** Of what a review goes by, what makes its judge the one it is, whatever the change. */
export type JudgeInputs = Pick<
  ReviewInputs,
  'reviewer' | 'programs' | 'surroundings' | 'config' | 'askedDepth'
>;

/**
 * Whose verdict it is: the agent and model as they call themselves, else as they are configured, and how they are asked. All of
 * those who answered, each once.
 */
export function judgesOf(
  { reviewer, programs, surroundings, config, askedDepth }: JudgeInputs,
  by: readonly CriticName[],
): readonly [CalibratedJudge, ...CalibratedJudge[]] {
  const { use, model } = reviewer.settings;
  const hash = hashOf({
    reviewer: askedAs(reviewer),
    // By what is in them: the same program may lie elsewhere.
    programs: programs.map(({ sha256 }) => sha256).toSorted(),
    surroundings,
    review: config.review,
    looked: lookedBy(config, askedDepth),
  });
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

/** The judge that is no model: rules that are switched off find nothing. */
export function withoutAgents(config: Config, askedDepth: Depth | null): CalibratedJudge {
  return { ...noAgents, settings: hashOf(lookedBy(config, askedDepth)) };
}

function askedAs({ settings, text }: AgentPart): unknown {
  const { use, run, model, effort, provider, baseUrl } = settings;
  return { use, run, model, effort, provider, baseUrl, text };
}

function lookedBy({ scans, protect, depth }: Config, askedDepth: Depth | null): unknown {
  return { scans, protect, depth, askedDepth };
}

function hashOf(what: unknown): string {
  return sha256(canonicalJson(what)).slice(0, 16);
}

/**
 * Whether figures of the one say something of the other although programs or configuration differ, which has to be said
 * then: of an agent that names no model nobody knows who answers.
 */
export function isAlike(a: CalibratedJudge, b: CalibratedJudge): boolean {
  const isNamed = a.model !== null || a.agent === noAgents.agent;
  return isOneJudge(a, b) || (isNamed && a.agent === b.agent && a.model === b.model);
}

export function isOneJudge(a: CalibratedJudge, b: CalibratedJudge): boolean {
  return a.agent === b.agent && a.model === b.model && a.settings === b.settings;
}
