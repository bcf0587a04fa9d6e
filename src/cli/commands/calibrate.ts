import { Option } from 'commander';

import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import { calibrateHere } from '../calibrate/calibrate.ts';
import type { CliCommand } from '../command.ts';

/** How far a reviewer can be relied on in this repository, measured with defects planted in its own changes. */
export const calibrate: CliCommand = {
  name: 'calibrate',
  summary: "measure a reviewer with defects planted in this repository's own changes, or on labelled ones",
  define(command) {
    command
      .option('--agent <names>', 'the agent that is calibrated; several, separated by commas')
      .option('--config <file>', 'the configuration, instead of gauntlet.yaml here')
      .option('--no-agents', 'calibrate scans and detectors alone: no model is asked')
      .option('--labelled [dir]', 'measure on labelled changes instead (default: the set that comes along)')
      .option('--only <ids>', 'with --labelled: only these changes, separated by commas')
      .option('--min-recall <share>', 'exit 1 below it')
      .option('--min-precision <share>', 'with --labelled: exit 1 below it')
      .option('--max-false-alarms <n>', 'for each clean change; exit 1 above it')
      .option('--commits <n or range>', 'how far back, or which: v1.0..main (2000)')
      .option('--defects <n>', 'changes with a defect (40; fewer are no calibration)')
      .option('--kinds <n>', 'kinds of defects there have to be (8; fewer are no calibration)')
      .option('--clean <n>', 'changes as they were (20; fewer are no calibration)')
      .option('--seed <n>', 'another number chooses other changes and defects (1)')
      .option('--budget <usd>', 'dollars that may be spent; the same command goes on later (exit 4)')
      .addOption(new Option('--depth <depth>', 'how hard to look').choices(depths))
      .addOption(
        new Option('--from <severity>', 'the mildest finding that counts').choices(severities).default('LOW'),
      )
      .option('--tolerance <lines>', 'lines a finding may be off by (5)')
      .option('--fresh', 'ask again about changes whose answer is on record')
      .option('--all', 'show every change: what was planted, and whether it was found')
      .option('--dry-run', 'say what would be planted where; ask nobody, keep nothing')
      .option('-o, --output <file>', 'write the figures as JSON');
  },
  run: calibrateHere,
};
