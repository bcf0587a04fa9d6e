import { shortBranch } from '../model/adopted-branch.ts';
import type { Job, State } from '../state/index.ts';
import { quoted } from './say.ts';

/** The command that gives failed work one more round: a branch of the queue is queued again, a ticket is retried. */
export function anotherRound({ plan }: State, job: Job): string {
  const adopts = plan.tickets[job.index]?.adopts;
  if (adopts === undefined) return `gauntlet ticket retry ${quoted(job.id, 64)}`;
  const branch = quoted(shortBranch(adopts.branch), 200);
  const named = branch.startsWith('#') ? `--pr ${branch.slice(1)}` : branch;
  return `gauntlet land ${named} --again${plan.queue?.push === true ? ' --push' : ''}`;
}
