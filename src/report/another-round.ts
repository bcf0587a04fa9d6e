import { shortBranch } from '../model/adopted-branch.ts';
import type { Job, State } from '../state/index.ts';
import { jobCommand } from './job-command.ts';
import { quoted } from './say.ts';

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
