import type { AgentSettings, ModelChoice } from '../model/config.ts';

/** An agent as far as it matters whether it is somebody else's model that judges. */
export type Speaker = Pick<AgentSettings, 'use' | 'run' | 'provider' | 'baseUrl' | 'model'>;

/** What can be said of the models of two agents; `unknown` where one of them does not name its own. */
export type Likeness = 'same' | 'different' | 'unknown';

/**
 * Whether two agents think with the same model. Its name decides, wherever it runs; two that name none are the same
 * where they are the same program.
 */
export function likeness(a: Speaker, b: Speaker): Likeness {
  if (a.model !== null && b.model !== null)
    return modelName(a.model) === modelName(b.model) ? 'same' : 'different';
  return a.model === b.model && isSameProgram(a, b) ? 'same' : 'unknown';
}

/**
 * `anthropic/claude-x-4-5-20250929`, `us.anthropic.claude-x-4-5-20250929-v1:0`, `Claude X 4.5` and `claude-x-4-5[1m]` are
 * `claude-x-4-5`: who serves it, which day it is from and how its name is spelt is no matter.
 */
function modelName(written: string): string {
  const name = written.trim().toLowerCase().split('/').at(-1) ?? '';
  return name
    .replace(/\s*(?:\[[^\]]*\]|\([^)]*\))$/, '')
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|meta|mistral|amazon|cohere|deepseek|qwen)\./, '')
    .replace(/-v\d+:\d+$/, '')
    .replace(/:(?:latest|free|beta|thinking|extended|nitro|floor|online)$/, '')
    .replace(/(?:@|-)(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
    .replaceAll(/[\s._]+/g, '-');
}

function isSameProgram(a: Speaker, b: Speaker): boolean {
  const program = ({ use, run, provider, baseUrl }: Speaker): string =>
    JSON.stringify([use, run, provider, baseUrl]);
  return program(a) === program(b);
}

/**
 * Why a pass of this judge on this work does not count where another model is required; undefined if it does. What is
 * known after the answer is told by the models handed in. Two programs that name no model are taken for what they are:
 * two.
 */
export function dependence(judge: Speaker, writer: Speaker): string | undefined {
  const alike = likeness(judge, writer);
  if (alike === 'same') return `it was judged by the model that wrote it (${speakerWords(judge)})`;
  if (alike === 'unknown' && isSameProgram(judge, writer))
    return `cannot confirm that the judge (${speakerWords(judge)}) is a different model from the author's`;
  return undefined;
}

/** The first of the candidates that is surely another model than every writer's, else one that is another program. */
export function otherThan<S extends Speaker>(
  writers: readonly Speaker[],
  candidates: readonly S[],
): S | undefined {
  return (
    candidates.find((each) => writers.every((writer) => likeness(each, writer) === 'different')) ??
    candidates.find((each) => writers.every((writer) => dependence(each, writer) === undefined))
  );
}

/** Whoever may write or judge in a run, by the name it has in the configuration. */
export type Party = { readonly name: string; readonly settings: Speaker };

export type Parties = {
  readonly writers: readonly Party[];
  readonly critics: readonly Party[];
  /** Others that could judge in a critic's place. */
  readonly substitutes: readonly Party[];
};

export type Independence = { readonly complaints: readonly string[]; readonly notes: readonly string[] };

/** What `review.differentModel` has to say of a cast before anything is started: all of it at once. */
export function independenceOf(choice: ModelChoice, parties: Parties): Independence {
  if (choice === 'off') return { complaints: [], notes: [] };
  const complaints: string[] = [];
  const notes: string[] = [];
  for (const critic of parties.critics)
    for (const writer of distinct(parties.writers)) {
      const said = sayPair(critic, writer);
      if (said === undefined) continue;
      if (choice === 'require' && said.isCertain)
        complaints.push(`review.differentModel is require, but ${said.words}`);
      else if (said.isCertain)
        notes.push(`review.differentModel is prefer, but ${said.words}: ${instead(writer, parties)}`);
      else notes.push(`review.differentModel: ${said.words}`);
    }
  return { complaints: [...new Set(complaints)], notes: [...new Set(notes)] };
}

/** A fixer and a remediator that nobody named are the developer: that is said once. */
function distinct(writers: readonly Party[]): readonly Party[] {
  const seen = new Map<string, Party>();
  for (const writer of writers) {
    const { use, run, provider, baseUrl, model } = writer.settings;
    const key = JSON.stringify([use, run, provider, baseUrl, model]);
    if (!seen.has(key)) seen.set(key, writer);
  }
  return [...seen.values()];
}

type PairSaid = { readonly words: string; readonly isCertain: boolean };

function sayPair(critic: Party, writer: Party): PairSaid | undefined {
  const both = `${critic.name} and ${writer.name}`;
  const who = speakerWords(critic.settings);
  const alike = likeness(critic.settings, writer.settings);
  if (alike === 'different') return undefined;
  if (alike === 'same') return { words: `${both} have the same model (${who})`, isCertain: true };
  if (!isSameProgram(critic.settings, writer.settings))
    return {
      words: `${both} are two programs, and at least one does not name its model: they are treated as different`,
      isCertain: false,
    };
  // A command never says which model answered: only the configuration can.
  if (critic.settings.use === 'command')
    return {
      words: `${both} are the same program, and at least one does not name its model (${who})`,
      isCertain: true,
    };
  return {
    words: `the models of ${both} are known only after they answer (${who})`,
    isCertain: false,
  };
}

function instead(writer: Party, { substitutes }: Parties): string {
  const other = otherThan(
    [writer.settings],
    substitutes.map(({ settings }) => settings),
  );
  const party = substitutes.find(({ settings }) => settings === other);
  return party === undefined ? 'it judges anyway' : `the agent of ${party.name} judges in its place`;
}

function speakerWords({ use, run, model }: Speaker): string {
  return [use, ...run.slice(0, 2), model === null ? 'no model named' : `model ${model}`].join(' ');
}
