import { handOver } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import { jobNamed } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { jobCommand, resumeOf } from '../../report/index.ts';
import { hasJob } from '../../project/kept/choose-run.ts';
import { cliCommand } from '../command.ts';
import { withEpic } from '../../app/run/with-open-epic.ts';
import { clusterFlags } from '../cluster-flags.ts';
import { answer } from '../../project/answer.ts';

/** Hands a ticket's workspace to a person; what they commit there goes through the gate. */
export const open = cliCommand({
  name: 'open',
  summary: 'open a ticket’s workspace for your own work; gauntlet resume runs your commits through the gate',
  operands: [['<ticket>', 'the ticket']],
  options: [...clusterFlags, ['--epic <id>', 'the epic (default: that of the latest unfinished run)']],
  run: (call) =>
    withEpic(
      call,
      async ({ opened, recalled }) => {
        const [ticket = ''] = call.operands;
        refuse(recalled.state, ticket);
        const workspace = await handOver(opened.ports, recalled, ticket);
        const { path, branch } = workspace;
        if (!call.json) call.io.say(`Commit on ${branch} there, then: ${resumeOf(recalled.state)}`);
        return answer({ ticket, path, branch }, `${path}\n`);
      },
      hasJob(call.operands[0]),
    ),
});

/** Only a ticket that waits for a person may be worked on by one: anything else would be overwritten by an agent. */
function refuse(state: State, ticket: string): void {
  const job = jobNamed(state, ticket);
  if (job === undefined) throw new GauntletError('USAGE_INVALID', `there is no ticket "${ticket}"`);
  if (job.blocked === 'manual') return;
  throw new GauntletError('USAGE_INVALID', `${job.id} is ${job.status}, so you cannot open its workspace`, {
    hint: towards(state, job),
  });
}

function towards(state: State, job: Job): string {
  if (job.answer?.choice === 'manual')
    return `Run: ${resumeOf(state)}, then: ${jobCommand(state, 'ticket open', job.id)}`;
  if (job.question?.options.includes('manual') === true)
    return `Take it over first: ${jobCommand(state, 'decide', job.id, { more: ' --manual' })}`;
  return 'gauntlet status shows what it waits for; gauntlet logs shows what was done.';
}
