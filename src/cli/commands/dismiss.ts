import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import type { ExitCode } from '../exit-codes.ts';
import { dismissFinding } from '../review/dismiss.ts';

const options = [
  ['--reason <text>', 'why it is not a problem; recorded with your name'],
  ['--undo', 'let it count again'],
] as const satisfies readonly OptionDefinition[];

type DismissCall = CallWith<typeof options>;

/** Leaves one finding alone from now on, with a reason. */
export const dismiss = cliCommand({
  name: 'dismiss',
  summary: 'leave a finding of a review alone from now on, with a reason',
  operands: [['<fingerprint>', 'as a review shows it below the finding; its beginning is enough']],
  options,
  note: '\nIt holds in this clone while the function around the finding stays as it is, wherever the lines move to.',
  run: async (call: DismissCall): Promise<ExitCode> =>
    dismissFinding(call, { until: null, reason: call.options.reason ?? '' }),
});
