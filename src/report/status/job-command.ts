import type { State, Job } from '../../state/index.ts';
import { quoted } from '../say.ts';
import { shortBranch } from '../../model/names.ts';

/** A command about one job. It names the run as well, so that a copy of it never acts on another one. */
export function jobCommand(
  { plan }: Pick<State, 'plan'>,
  words: string,
  id: string,
  { more = '', epic = plan.epic }: { readonly more?: string; readonly epic?: string } = {},
): string {
  return `gauntlet ${words} ${quoted(id, 64)}${more} --epic ${quoted(epic, 64)}`;
}

export function resumeOf({ plan }: Pick<State, 'plan'>): string {
  return `gauntlet resume ${quoted(plan.epic, 64)}`;
}

/** The command that gives failed work one more round: a branch of the queue is queued again, a ticket is retried. */
export function anotherRound(state: State, job: Job): string {
  const { plan } = state;
  const adopts = plan.tickets[job.index]?.adopts;
  if (adopts === undefined) return jobCommand(state, 'ticket retry', job.id);
  const branch = quoted(shortBranch(adopts.branch), 200);
  const named = branch.startsWith('#') ? `--pr ${branch.slice(1)}` : branch;
  const onto = plan.queue === undefined ? '' : ` --onto ${quoted(plan.queue.onto, 200)}`;
  return `gauntlet land ${named}${onto} --again${plan.queue?.push === true ? ' --push' : ''}`;
}
