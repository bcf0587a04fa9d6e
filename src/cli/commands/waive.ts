import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { GauntletError } from '../../model/error.ts';
import type { ExitCode } from '../exit-codes.ts';
import { dismissFinding } from '../review/dismiss.ts';

const options = [
  ['--until <day>', 'the last day on which it counts, such as 2027-01-31'],
  ['--reason <text>', 'why it can wait; recorded with your name'],
  ['--undo', 'let it count again'],
] as const satisfies readonly OptionDefinition[];

type WaiveCall = CallWith<typeof options>;

/** Leaves one finding alone for a while. */
export const waive = cliCommand({
  name: 'waive',
  summary: 'leave a finding of a review alone up to a day, with a reason',
  operands: [['<fingerprint>', 'as a review shows it below the finding; its beginning is enough']],
  options,
  note: '\nIt holds in this clone. For everybody, put it into the file that `waivers` in gauntlet.yaml names.',
  run: waiveOne,
});

async function waiveOne(call: WaiveCall): Promise<ExitCode> {
  const until = call.options.until ?? '';
  const time = new Date(`${until}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(time.getTime());
  if (call.options.undo !== true && !(isDay && time.toISOString().startsWith(until)))
    throw new GauntletError('USAGE_INVALID', 'a waiver needs its last day: --until 2027-01-31');
  if (call.options.undo !== true && until < new Date().toISOString().slice(0, 10))
    throw new GauntletError('USAGE_INVALID', `${until} is over: a waiver until then would not count`, {
      hint: 'Give a day to come; --undo takes a waiver back.',
    });
  return dismissFinding(call, { until, reason: call.options.reason ?? '' });
}
