import { textOption } from '../command.ts';
import type { Call, CliCommand } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { dismissFinding } from '../review/dismiss.ts';

/** Leaves one finding alone from now on, with a reason. */
export const dismiss: CliCommand = {
  name: 'dismiss',
  summary: 'leave a finding of a review alone from now on, with a reason',
  define(command) {
    command
      .argument('<fingerprint>', 'as a review shows it below the finding; its beginning is enough')
      .option('--reason <text>', 'why it is no finding; recorded with your name')
      .option('--undo', 'let it count again');
    command.addHelpText(
      'after',
      '\nIt holds in this clone while the function around the finding stays as it is, wherever the lines move to.',
    );
  },
  run: async (call: Call): Promise<ExitCode> =>
    dismissFinding(call, { until: null, reason: textOption(call, 'reason') ?? '' }),
};
