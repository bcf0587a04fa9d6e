import type { AgentSettings } from '../../model/config.ts';
import type { Provenance } from '../../model/provenance.ts';
import { dependence, likeness, otherThan } from '../../plan/index.ts';
import { runsOf } from '../loop/dossier.ts';
import type { AgentRole, StageContext } from '../stage-context.ts';
import { whoAnswered } from './who-answered.ts';

/** The agents that wrote what is judged, with the model that in fact answered where they said so; people are no agents. */
async function writersOf(context: StageContext, job: string): Promise<readonly AgentSettings[]> {
  const agent = context.inputs.cast[writerOf(job)];
  if (agent === undefined) return [];
  const writers: AgentSettings[] = [];
  for (const run of runsOf(context.dossier(job), 'develop')) {
    const answer = await context.records.get(run, 'answer');
    if (answer !== undefined) writers.push(withModel(agent.settings, whoAnswered(answer.by)));
  }
  return writers;
}

export function writerOf(job: string): Extract<AgentRole, 'developer' | 'fixer' | 'remediator'> {
  if (job.startsWith('fix:')) return 'fixer';
  return job.startsWith('remediation:') ? 'remediator' : 'developer';
}

function withModel(settings: AgentSettings, by: Provenance | null): AgentSettings {
  return { ...settings, model: by?.model ?? settings.model };
}

/** The critic that was meant, or where it has the model that wrote the work, somebody of the cast that has not. */
export async function independentCritic(
  context: StageContext,
  job: string,
  meant: AgentSettings,
): Promise<AgentSettings> {
  const { config, cast } = context.inputs;
  if (config.review.differentModel === 'off') return meant;
  const writers = await writersOf(context, job);
  if (!writers.some((writer) => likeness(meant, writer) === 'same')) return meant;
  const others = [cast.critic, cast.reviewer, cast.auditor].flatMap((each) => each?.settings ?? []);
  return otherThan(writers, [...config.review.criticsBy.map(({ use }) => use), ...others]) ?? meant;
}

/** Why a pass does not count although it was said in due form: the model that wrote the work has judged it. */
export async function ownJudgement(
  context: StageContext,
  job: string,
  judge: { readonly settings: AgentSettings; readonly by: Provenance | null },
): Promise<string | undefined> {
  if (context.inputs.config.review.differentModel !== 'require') return undefined;
  const judgeSettings = withModel(judge.settings, judge.by);
  for (const writer of await writersOf(context, job)) {
    const reason = dependence(judgeSettings, writer);
    if (reason !== undefined) return `review.differentModel is require: ${reason}`;
  }
  return undefined;
}
