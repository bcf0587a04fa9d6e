import { budgetOf, policyOf } from '../../flow/index.ts';
import type { Inputs } from '../../flow/index.ts';
import { records } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { planOf } from '../../plan/index.ts';
import { whyLines, whyOf } from '../../report/index.ts';
import { places } from '../../route/index.ts';
import { type Call, type CliCommand, textOption } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { isHeld } from '../lease-holder.ts';
import { runOf } from '../read-run.ts';
import { clean } from '../say-error.ts';
import { chooseEpic, type EpicPlace } from '../state-folder.ts';
import { ticketNamed } from '../steer/steer.ts';

/** "Why is this not running?" */
export const why: CliCommand = {
  name: 'why',
  summary: 'say why a ticket is not running: what it needs, who is before it, what it waits for',
  define(command) {
    command
      .argument('<ticket>', 'the ticket')
      .option('--epic <id>', 'the epic; the one that ran last when left out');
  },
  async run(call) {
    const place = chooseEpic(textOption(call, 'epic'), call.io);
    await tell(call, place);
    return exitCodes.passed;
  },
};

async function tell(call: Call, place: EpicPlace): Promise<void> {
  const held = isHeld(place);
  const { state, inputs: recorded } = runOf(place);
  const job = ticketNamed(state, call.operands[0] ?? '');
  const inputs = (await records(place.folder).kept(recorded?.inputs ?? '')) as Inputs | undefined;
  if (inputs === undefined)
    throw new GauntletError('JOURNAL_DAMAGED', 'what this run was started with is no longer there');
  const plan = planOf(inputs.epic, inputs.config);
  const policy = policyOf(plan, inputs.config, { cores: navigator.hardwareConcurrency, people: false });
  const reasons = whyOf(state, job, {
    now: held ? Date.now() : state.at,
    held,
    places: {
      developers: places('developers', state, policy),
      judges: places('judges', state, policy),
      checks: places('checks', state, policy),
      lander: 1,
    },
    budget: budgetOf(plan.limits, state.budget),
  });
  if (call.json) call.io.stdout.write(jsonText({ ticket: job.id, status: job.status, reasons }));
  else
    call.io.stdout.write(
      whyLines(job.id, job.status, reasons)
        .map((line) => clean(line))
        .join(''),
    );
}
