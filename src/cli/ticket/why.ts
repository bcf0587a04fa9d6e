import { GauntletError } from '../../model/error.ts';
import { evidenceLines } from '../../model/evidence.ts';
import { whyLines, whyOf } from '../../report/index.ts';
import { jobAt } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { failuresOf, lastOutputLines, lastOutputOf } from '../../project/kept/last-output.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { boundsOf } from '../../app/serve/run-limits.ts';
import { chooseEpic, hasJob } from '../../project/kept/choose-run.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { ticketNamed } from '../../app/steer/steer.ts';
import { type Answer, answer } from '../../project/answer.ts';

const options = [
  ['--all', 'every ticket that has not landed'],
  ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
] as const satisfies readonly OptionDefinition[];

type WhyCall = CallWith<typeof options>;

/** "Why is this not running?" */
export const why = cliCommand({
  name: 'why',
  summary: 'explain why a ticket is not running: dependencies, queue, waits',
  operands: [['[ticket]', 'the ticket']],
  options,
  async run(call) {
    const place = chooseEpic(call.options.epic, call.io, hasJob(call.operands[0]));
    return tell(call, place);
  },
});

async function tell(call: WhyCall, place: EpicPlace): Promise<Answer> {
  const held = isHeld(place);
  const { state } = runOf(place);
  const jobs = asked(call, state);
  const options = { now: held ? Date.now() : state.at, held, ...boundsOf(place)(state, state.inputs) };
  const failures = await failuresOf(place, jobs);
  const told = jobs.map((job) => ({
    ticket: job.id,
    status: job.status,
    reasons: whyOf(state, job, options),
    evidence: job.evidence.checks,
    lastOutput: lastOutputOf(place, failures.get(job.id)),
  }));
  const lines = told.flatMap(({ ticket, status, reasons, evidence, lastOutput }) => [
    ...whyLines(ticket, status, reasons),
    ...evidenceLines(evidence).map((line) => `  ${line}`),
    ...lastOutputLines({ epic: state.plan.epic, ticket }, lastOutput),
  ]);
  return answer(call.options.all === true ? { tickets: told } : told[0], lines);
}

function asked(call: WhyCall, state: State): readonly Job[] {
  const [only, ...others] = state.plan.tickets;
  const [ticket = others.length > 0 || call.options.all === true ? undefined : only?.id] = call.operands;
  if (call.options.all !== true && ticket !== undefined) return [ticketNamed(state, ticket)];
  if (call.options.all !== true || ticket !== undefined)
    throw new GauntletError('USAGE_INVALID', 'name one ticket, or ask about all of them with --all');
  return state.plan.tickets
    .map((_, index) => jobAt(state, index))
    .filter(({ status }) => status !== 'completed');
}
