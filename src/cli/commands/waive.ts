import { textOption } from '../command.ts';
import type { Call, CliCommand } from '../command.ts';
import { GauntletError } from '../../model/error.ts';
import type { ExitCode } from '../exit-codes.ts';
import { dismissFinding } from '../review/dismiss.ts';

/** Leaves one finding alone for a while. */
export const waive: CliCommand = {
  name: 'waive',
  summary: 'leave a finding of a review alone up to a day, with a reason',
  define(command) {
    command
      .argument('<fingerprint>', 'as a review shows it below the finding; its beginning is enough')
      .option('--until <day>', 'the last day on which it counts, such as 2027-01-31')
      .option('--reason <text>', 'why it can wait; recorded with your name')
      .option('--undo', 'let it count again');
    command.addHelpText(
      'after',
      '\nIt holds in this clone. For everybody, put it into the file that `waivers` in gauntlet.yaml names.',
    );
  },
  run: waiveOne,
};

async function waiveOne(call: Call): Promise<ExitCode> {
  const until = textOption(call, 'until') ?? '';
  const time = new Date(`${until}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(time.getTime());
  if (call.options['undo'] !== true && !(isDay && time.toISOString().startsWith(until)))
    throw new GauntletError('USAGE_INVALID', 'a waiver needs its last day: --until 2027-01-31');
  if (call.options['undo'] !== true && until < new Date().toISOString().slice(0, 10))
    throw new GauntletError('USAGE_INVALID', `${until} is over: a waiver until then would not count`, {
      hint: 'Give a day to come; --undo takes a waiver back.',
    });
  return dismissFinding(call, { until, reason: textOption(call, 'reason') ?? '' });
}
