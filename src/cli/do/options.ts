import type { OptionDefinition } from '../option-types.ts';
import { runOptions } from '../run/options.ts';

/** The options of `gauntlet do`: those of a run, and what an epic file would say. */
export const doOptions = [
  [
    '--verify <command>',
    'also run this check on the work; it has to pass at base (repeatable)',
    { repeatable: true },
  ],
  ['--criterion <text>', 'acceptance criterion for the result (repeatable)', { repeatable: true }],
  ['--from-issue <n>', 'take the request from this issue of the repository on GitHub'],
  ['--from-file <file>', 'take the request from a file; - for stdin'],
  ['-y, --yes', 'let an agent draft missing criteria and use them without asking'],
  ['--audit', 'also run the audit team once the ticket has landed, as an epic does'],
  ...runOptions,
] as const satisfies readonly OptionDefinition[];
