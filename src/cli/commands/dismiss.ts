import { GauntletError } from '../../model/error.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { dismissFinding } from '../../inspect/review/dismiss.ts';
import type { Answer } from '../../project/answer.ts';

const options = [
  ['--reason <text>', 'why it is not a problem; recorded with your name'],
  ['--until <day>', 'only up to this day, such as 2027-01-31 (default: for good)'],
  ['--undo', 'undo the dismissal: the finding counts again'],
] as const satisfies readonly OptionDefinition[];

type DismissCall = CallWith<typeof options>;

/** Leaves one finding alone, for good or up to a day, with a reason. */
export const dismiss = cliCommand({
  name: 'dismiss',
  summary: 'dismiss a review finding, permanently or until a date, with a reason',
  operands: [['<fingerprint>', 'the fingerprint shown below the finding; a prefix is enough']],
  options,
  note: '\nThe dismissal applies in this clone until the function around the finding changes. To share it, use the file that `waivers` in gauntlet.yaml names.',
  run: (call: DismissCall): Promise<Answer> =>
    dismissFinding(call, { until: dayOf(call), reason: call.options.reason ?? '' }),
});

function dayOf({ options: { until, undo } }: DismissCall): string | null {
  if (until === undefined || undo === true) return null;
  const time = new Date(`${until}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(time.getTime());
  if (!isDay || !time.toISOString().startsWith(until))
    throw new GauntletError('USAGE_INVALID', `--until takes a day such as 2027-01-31, not "${until}"`);
  if (until >= new Date().toISOString().slice(0, 10)) return until;
  throw new GauntletError('USAGE_INVALID', `${until} is in the past: the finding would count at once`, {
    hint: 'Give a future date. --undo lets the finding count again.',
  });
}
