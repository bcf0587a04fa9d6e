import { GauntletError } from '../../model/error.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import type { ExitCode } from '../exit-codes.ts';
import { dismissFinding } from '../review/dismiss.ts';

const options = [
  ['--reason <text>', 'why it is not a problem; recorded with your name'],
  ['--until <day>', 'only up to this day, such as 2027-01-31 (default: for good)'],
  ['--undo', 'let it count again'],
] as const satisfies readonly OptionDefinition[];

type DismissCall = CallWith<typeof options>;

/** Leaves one finding alone, for good or up to a day, with a reason. */
export const dismiss = cliCommand({
  name: 'dismiss',
  summary: 'leave a finding of a review alone from now on, or until a day, with a reason',
  operands: [['<fingerprint>', 'as a review shows it below the finding; its beginning is enough']],
  options,
  note: '\nIt holds in this clone while the function around the finding stays as it is. For everybody, use the file that `waivers` in gauntlet.yaml names.',
  run: (call: DismissCall): Promise<ExitCode> =>
    dismissFinding(call, { until: dayOf(call), reason: call.options.reason ?? '' }),
});

function dayOf({ options: { until, undo } }: DismissCall): string | null {
  if (until === undefined || undo === true) return null;
  const time = new Date(`${until}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(time.getTime());
  if (!isDay || !time.toISOString().startsWith(until))
    throw new GauntletError('USAGE_INVALID', `--until takes a day such as 2027-01-31, not "${until}"`);
  if (until >= new Date().toISOString().slice(0, 10)) return until;
  throw new GauntletError('USAGE_INVALID', `${until} is over: the finding would count at once`, {
    hint: 'Give a day to come; --undo lets it count again.',
  });
}
