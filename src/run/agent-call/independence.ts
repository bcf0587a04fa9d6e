import type { AgentSettings } from '../../model/config.ts';
import type { Provenance } from '../../model/provenance.ts';
import { dependence, likeness, otherThan } from '../../plan/index.ts';
import { runsOf } from '../loop/dossier.ts';
import type { CastName, StageContext } from '../stage-context.ts';
import { whoAnswered } from './who-answered.ts';

/** The agents that wrote what is judged, with the model that in fact answered where they said so; people are no agents. */
async function writersOf(site: StageContext, job: string): Promise<readonly AgentSettings[]> {
  const cast = site.inputs.cast[writerOf(job)];
  if (cast === undefined) return [];
  const writers: AgentSettings[] = [];
  for (const run of runsOf(site.dossier(job), 'develop')) {
    const answer = await site.records.get(run, 'answer');
    if (answer !== undefined) writers.push(withModel(cast.settings, whoAnswered(answer.by)));
  }
  return writers;
}

export function writerOf(job: string): Extract<CastName, 'developer' | 'fixer' | 'remediator'> {
  if (job.startsWith('fix:')) return 'fixer';
  return job.startsWith('remediation:') ? 'remediator' : 'developer';
}

function withModel(settings: AgentSettings, by: Provenance | null): AgentSettings {
  return { ...settings, model: by?.model ?? settings.model };
}

/** The critic that was meant, or where it has the model that wrote the work, somebody of the cast that has not. */
export async function independentCritic(
  site: StageContext,
  job: string,
  meant: AgentSettings,
): Promise<AgentSettings> {
  const { config, cast } = site.inputs;
  if (config.review.differentModel === 'off') return meant;
  const writers = await writersOf(site, job);
  if (!writers.some((writer) => likeness(meant, writer) === 'same')) return meant;
  const others = [cast.critic, cast.reviewer, cast.auditor].flatMap((each) => each?.settings ?? []);
  return otherThan(writers, [...config.review.criticsBy.map(({ use }) => use), ...others]) ?? meant;
}

/** Why a pass does not count although it was said in due form: the model that wrote the work has judged it. */
export async function ownJudgement(
  site: StageContext,
  job: string,
  judge: { readonly settings: AgentSettings; readonly by: Provenance | null },
): Promise<string | undefined> {
  if (site.inputs.config.review.differentModel !== 'require') return undefined;
  const heard = withModel(judge.settings, judge.by);
  for (const writer of await writersOf(site, job)) {
    const reason = dependence(heard, writer);
    if (reason !== undefined) return `review.differentModel is require: ${reason}`;
  }
  return undefined;
}
