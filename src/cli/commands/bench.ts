import { Option } from 'commander';

import { GauntletError } from '../../model/error.ts';
import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import type { CliCommand } from '../command.ts';
import { benchReview } from '../bench/bench-review.ts';
import { importGolden } from '../bench/import-golden.ts';

/** How good a reviewer is, measured on changes that somebody has labelled. */
export const bench: CliCommand = {
  name: 'bench',
  summary: 'measure a reviewer on labelled changes: precision, recall, false alarms, cost',
  define(command) {
    command
      .argument('<what>', 'review: measure; import: turn golden comments of the public set into labels')
      .argument(
        '[paths...]',
        'review: a folder of labelled changes (the one that comes along); import: files',
      )
      .option('--agent <name>', 'the agent that is measured')
      .option('--config <file>', 'the configuration that names it')
      .option('--no-agents', 'measure scans and detectors alone')
      .addOption(new Option('--depth <depth>', 'how hard to look').choices(depths))
      .option('--only <ids>', 'these changes alone, separated by commas')
      .addOption(
        new Option('--from <severity>', 'the mildest finding that counts').choices(severities).default('LOW'),
      )
      .option('--tolerance <lines>', 'lines a finding may be off by (5)')
      .option('--budget <usd>', 'dollars that may be spent; what is left is then not reviewed (exit 4)')
      .option('--min-recall <share>', 'exit 1 below it')
      .option('--min-precision <share>', 'exit 1 below it')
      .option('--max-false-alarms <n>', 'for each clean change; exit 1 above it')
      .option('--fresh', 'ask again about changes whose answer is on record')
      .option('--all', 'show what was missed and what was said too much')
      .option('-o, --output <file>', 'write the figures as JSON')
      .option('--into <dir>', 'import: where the labels go');
  },
  async run(call) {
    const [what = '', ...paths] = call.operands;
    if (what === 'import') return importGolden(call, paths);
    if (what !== 'review' || paths.length > 1)
      throw new GauntletError('USAGE_INVALID', `there is nothing to measure called ${JSON.stringify(what)}`, {
        hint: 'gauntlet bench review [FOLDER], or gauntlet bench import FILE… --into FOLDER',
      });
    return benchReview(call, paths[0]);
  },
};
