import { budgetOf, policyOf } from '../../run/index.ts';
import type { Inputs } from '../../run/index.ts';
import { records } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { evidenceLines } from '../../model/evidence.ts';
import { planOf } from '../../plan/index.ts';
import { whyLines, whyOf, type WhyOptions } from '../../report/index.ts';
import { places } from '../../decide/index.ts';
import { jobAt } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { isHeld } from '../lease-holder.ts';
import { failuresOf, lastOutputLines, lastOutputOf } from '../last-output.ts';
import { runOf } from '../read-run.ts';
import { clean } from '../say-error.ts';
import { chooseEpic, type EpicPlace } from '../state-folder.ts';
import { ticketNamed } from '../steer/steer.ts';

const options = [
  ['--all', 'every ticket that has not landed'],
  ['--epic <id>', 'the epic (default: the last one that ran)'],
] as const satisfies readonly OptionDefinition[];

type WhyCall = CallWith<typeof options>;

/** "Why is this not running?" */
export const why = cliCommand({
  name: 'why',
  summary: 'explain why a ticket is not running: dependencies, queue, waits',
  operands: [['[ticket]', 'the ticket']],
  options,
  async run(call) {
    const place = chooseEpic(call.options.epic, call.io);
    await tell(call, place);
    return exitCodes.passed;
  },
});

async function tell(call: WhyCall, place: EpicPlace): Promise<void> {
  const held = isHeld(place);
  const { state } = runOf(place);
  const jobs = asked(call, state);
  const options = { now: held ? Date.now() : state.at, held, ...(await boundsNow(place, state)) };
  const failures = await failuresOf(place, jobs);
  const told = jobs.map((job) => ({
    ticket: job.id,
    status: job.status,
    reasons: whyOf(state, job, options),
    evidence: job.evidence.checks,
    lastOutput: lastOutputOf(place, failures.get(job.id)),
  }));
  if (call.json) call.io.stdout.write(jsonText(call.options.all === true ? { tickets: told } : told[0]));
  else
    for (const { ticket, status, reasons, evidence, lastOutput } of told)
      call.io.stdout.write(
        [
          ...whyLines(ticket, status, reasons),
          ...evidenceLines(evidence).map((line) => `  ${line}`),
          ...lastOutputLines(ticket, lastOutput),
        ]
          .map((line) => clean(line))
          .join(''),
      );
}

function asked(call: WhyCall, state: State): readonly Job[] {
  const [ticket] = call.operands;
  if (call.options.all !== true && ticket !== undefined) return [ticketNamed(state, ticket)];
  if (call.options.all !== true || ticket !== undefined)
    throw new GauntletError('USAGE_INVALID', 'name one ticket, or ask about all of them with --all');
  return state.plan.tickets
    .map((_, index) => jobAt(state, index))
    .filter(({ status }) => status !== 'completed');
}

/** How many may work at once, and what may be spent. */
async function boundsNow(place: EpicPlace, state: State): Promise<Pick<WhyOptions, 'places' | 'budget'>> {
  const inputs = (await records(place.folder).kept(state.inputs)) as Inputs;
  const plan = planOf(inputs.epic, inputs.config);
  const policy = policyOf(plan, inputs.config, { cores: navigator.hardwareConcurrency, people: false });
  return {
    places: {
      developers: places('developers', state, policy),
      judges: places('judges', state, policy),
      checks: places('checks', state, policy),
      lander: 1,
    },
    budget: budgetOf(plan.limits, state.budget),
  };
}
