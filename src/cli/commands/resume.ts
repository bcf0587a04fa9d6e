import { openRepository } from '../../git/index.ts';
import { foldJournalInTurns } from '../../run/index.ts';
import { clusterOf } from '../../app/cluster/address.ts';
import { clusterFlags } from '../cluster-flags.ts';
import { cliCommand } from '../command.ts';
import { inTurns } from '../../journal/index.ts';
import { goOn } from '../../app/run/resume-run.ts';
import { openRun } from '../../app/run/open-run.ts';
import { chooseRun, isReview } from '../../project/kept/choose-run.ts';
import { goOnReviewing, tellEndedReview } from '../review/say.ts';
import { onTerminal } from '../run/terminal-screen.ts';

/** Goes on with a run that was interrupted, killed, or left with decisions to make. */
export const resume = cliCommand({
  name: 'resume',
  summary: 'continue a run that was stopped, killed or waits for a decision',
  operands: [['[epic]', 'id of the epic, or a branch under review (default: the latest unfinished run)']],
  options: [
    ...clusterFlags,
    ['--budget <usd>', 'new budget in dollars, including what was already spent'],
    ['--budget-tokens <n>', 'new budget in tokens, including what was already used'],
    ['--accept-agents', 'accept changed agent programs and continue; recorded with your name'],
    ['--serve [port]', 'show the run in the browser (default port: 4747); you can answer questions there'],
    ['--open', 'open the dashboard in your browser'],
    ['--no-input', 'do not ask: leave decisions open (exit 3)'],
  ],
  async run(call) {
    const place = chooseRun(call.operands[0], call.io);
    if (isReview(place) && !place.isOpen && !call.json) return await tellEndedReview(call, place);
    const repository = await openRepository(call.io.cwd);
    if (isReview(place)) return goOnReviewing(call, repository, place);
    const { id } = place;
    const opened = await openRun(call.io, id, repository, clusterOf(call));
    try {
      return await goOn(onTerminal(call), opened, await foldJournalInTurns(opened.ports.journal, inTurns));
    } finally {
      await opened.close();
    }
  },
});
