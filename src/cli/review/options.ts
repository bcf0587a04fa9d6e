import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import { reviewFormats } from '../../inspect/review/outlet.ts';
import { allowRedFlag } from '../allow-red.ts';
import type { CliCall } from '../command.ts';
import type { OptionDefinition, OptionsOf } from '../option-types.ts';

/** The options of `gauntlet review`. */
export const reviewOptions = [
  ['--base <ref>', 'the base to compare with; origin/<ref> is used if it exists'],
  ['--staged', 'staged changes only'],
  ['--uncommitted', 'everything in the work tree that is not ignored'],
  ['--story <file>', 'file that describes the intended change'],
  ['--ticket <id>', 'take the purpose of the change from a ticket of an epic in epics/'],
  ['--fix', 'let an agent fix the findings, then review again; commits stay local'],
  ['--rounds <n>', 'review rounds before your decision is needed (default: 3, at most 5)'],
  ['--agent <name>', 'the agent that reviews and fixes'],
  ['--no-agents', 'only scans, detectors and checks, without a model'],
  ['--no-checks', 'do not run the verification commands of gauntlet.yaml'],
  allowRedFlag,
  [
    '--depth <depth>',
    'how thorough the review is (default: gauntlet.yaml, else by risk)',
    { choices: depths },
  ],
  ['--fail-on <severity>', 'fail at this severity or worse', { choices: severities, initial: 'HIGH' }],
  ['--all', 'show minor findings too, and a line even when nothing was found'],
  [
    '--format <name>',
    'format of the findings (on stdout, or in the file given by -o)',
    { choices: reviewFormats },
  ],
  ['-o, --output <file>', 'write --format to this file; the readable report still goes to stdout'],
  ['--write <format=file>', 'also write this format to a file (repeatable)', { repeatable: true }],
  ['--pr [number]', 'show the comment for the branch’s pull request; --post writes it'],
  ['--post', 'with --pr: post the comment; open a draft pull request if there is none'],
  ['--try-post', 'like --post, but do not fail if GitHub refuses the comment'],
  ['--fresh', 'review again even if nothing changed since the last verdict'],
  ['--dry-run', 'print every agent that may be started; start nothing, write nothing'],
  ['--config <file>', 'the configuration, instead of gauntlet.yaml at the base'],
  ['--no-input', 'do not ask: leave decisions open (exit 3)'],
] as const satisfies readonly OptionDefinition[];

export type ReviewCliCall = CliCall<Partial<OptionsOf<typeof reviewOptions>>>;
