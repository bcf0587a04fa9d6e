import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import type { CliCall } from '../command.ts';
import type { OptionDefinition, OptionsOf } from '../option-types.ts';

/** The options of `gauntlet calibrate`. */
export const calibrateOptions = [
  ['--agent <names>', 'the agent that is calibrated; several, separated by commas'],
  ['--config <file>', 'the configuration, instead of gauntlet.yaml here'],
  ['--no-agents', 'calibrate only scans and detectors, without a model'],
  ['--labelled [dir]', 'measure on labelled changes instead (default: the bundled set)'],
  ['--only <ids>', 'with --labelled: only these changes, separated by commas'],
  ['--min-recall <share>', 'minimum share of defects found; exit 1 below it'],
  ['--min-precision <share>', 'with --labelled: minimum precision; exit 1 below it'],
  ['--max-false-alarms <n>', 'allowed false alarms per clean change; exit 1 above it'],
  ['--commits <n or range>', 'number of commits to look back, or a range such as v1.0..main (default: 2000)'],
  ['--defects <n>', 'number of changes with a planted defect (default: 40, the minimum for a calibration)'],
  ['--kinds <n>', 'minimum number of defect kinds (default: 8, the minimum for a calibration)'],
  ['--clean <n>', 'number of unmodified changes (default: 20, the minimum for a calibration)'],
  ['--seed <n>', 'random seed that selects the changes and defects (default: 1)'],
  ['--budget <usd>', 'maximum dollars to spend; then exit 4, and the same command continues later'],
  [
    '--depth <depth>',
    'how thorough the review is (default: gauntlet.yaml, else by risk)',
    { choices: depths },
  ],
  ['--from <severity>', 'count findings of this severity or worse', { choices: severities, initial: 'LOW' }],
  ['--tolerance <lines>', 'count a finding as a hit within this many lines (default: 5)'],
  ['--fresh', 'review changes again even if a result is recorded'],
  ['--all', 'show every change: the planted defect, and whether it was found'],
  ['--dry-run', 'list the defects that would be planted; start no agent, write nothing'],
  ['-o, --output <file>', 'write the figures as JSON'],
] as const satisfies readonly OptionDefinition[];

export type CalibrateCliCall = CliCall<OptionsOf<typeof calibrateOptions>>;
