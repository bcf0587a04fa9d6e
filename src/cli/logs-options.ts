import { stages } from '../model/events.ts';
import type { OptionDefinition, OptionsOf } from './option-types.ts';

/** The options of `gauntlet logs`. */
export const logsOptions = [
  ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
  ['--run <n>', 'print the step with this number'],
  ['--attempt <n>', 'print the last step of this attempt (1 is the first), or of this round of a review'],
  ['--stage <stage>', 'print the last step of this stage', { choices: stages }],
  ['--prompt', 'print the prompt of the agent'],
  ['--output', 'print the answer of the agent'],
  ['-f, --follow', 'follow the output of a running step'],
  ['--raw', 'print raw bytes, including terminal control sequences (refused on a terminal)'],
] as const satisfies readonly OptionDefinition[];

export type LogsOptions = OptionsOf<typeof logsOptions>;
