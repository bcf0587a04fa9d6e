import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import type { Call } from '../command.ts';
import type { OptionDefinition, OptionsOf } from '../option-types.ts';

/** The options of `gauntlet calibrate`. */
export const calibrateOptions = [
  ['--agent <names>', 'the agent that is calibrated; several, separated by commas'],
  ['--config <file>', 'the configuration, instead of gauntlet.yaml here'],
  ['--no-agents', 'calibrate scans and detectors alone: no model is asked'],
  ['--labelled [dir]', 'measure on labelled changes instead (default: the set that comes along)'],
  ['--only <ids>', 'with --labelled: only these changes, separated by commas'],
  ['--min-recall <share>', 'exit 1 below it'],
  ['--min-precision <share>', 'with --labelled: exit 1 below it'],
  ['--max-false-alarms <n>', 'for each clean change; exit 1 above it'],
  ['--commits <n or range>', 'how far back, or which: v1.0..main (2000)'],
  ['--defects <n>', 'changes with a defect (40; minimum of a calibration)'],
  ['--kinds <n>', 'kinds of defects there have to be (8; minimum of a calibration)'],
  ['--clean <n>', 'changes as they were (20; minimum of a calibration)'],
  ['--seed <n>', 'another number chooses other changes and defects (1)'],
  ['--budget <usd>', 'dollars that may be spent; the same command continues later (exit 4)'],
  ['--depth <depth>', 'how hard to look', { choices: depths }],
  ['--from <severity>', 'the mildest finding that counts', { choices: severities, initial: 'LOW' }],
  ['--tolerance <lines>', 'lines a finding may be off by (5)'],
  ['--fresh', 'ask again about changes whose answer is on record'],
  ['--all', 'show every change: the planted defect, and whether it was found'],
  ['--dry-run', 'list the defects that would be planted; start no agent, write nothing'],
  ['-o, --output <file>', 'write the figures as JSON'],
] as const satisfies readonly OptionDefinition[];

export type CalibrateOptions = OptionsOf<typeof calibrateOptions>;

export type CalibrateCall = Call<CalibrateOptions>;
