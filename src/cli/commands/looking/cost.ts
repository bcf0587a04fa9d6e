import { listPrices } from '../../../model/usage.ts';
import { chronicleOf, costGroups, costOf, costText } from '../../../report/index.ts';
import type { CostGroup } from '../../../report/index.ts';
import { cliCommand } from '../../command.ts';
import { budgetIn, runOf } from '../../../project/kept/read-run.ts';
import { reviewCost } from '../../review/review-status.ts';
import { chooseRun, isReview } from '../../../project/kept/choose-run.ts';
import { withJournal } from '../../../project/kept/read-run.ts';
import { answer } from '../../../project/answer.ts';

/** What agents have used, and how that is known: it only reads, so it can be asked while a run is on. */
export const cost = cliCommand({
  name: 'cost',
  summary: 'show what agents have used, in tokens and dollars, and what is left of the budget',
  operands: [
    ['[epic]', 'the epic, or a branch under review (default: the latest unfinished run, else the latest)'],
  ],
  options: [['--by <what>', 'group by this', { choices: costGroups, initial: 'role' satisfies CostGroup }]],
  async run(call) {
    const epic = chooseRun(call.operands[0], call.io);
    if (isReview(epic)) return await reviewCost(epic);
    const by = costGroups.find((group) => group === call.options.by) ?? 'role';
    const { state, inputs } = runOf(epic);
    const configured = budgetIn(epic, inputs);
    const budget = {
      usd: state.budget.usd ?? configured.usd,
      tokens: state.budget.tokens ?? configured.tokens,
    };
    const chronicle = await withJournal(epic, (reader) => chronicleOf(reader.read()));
    const value = costOf(chronicle, by, { spent: state.spent, reserved: state.reserved, budget });
    return answer({ epic: epic.id, ...value }, costText(value, listPrices.source));
  },
});
