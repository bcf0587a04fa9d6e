import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import { profiles } from '../../../packages/scan/index.ts';
import { allowRedFlag } from '../allow-red.ts';
import type { OptionDefinition } from '../option-types.ts';
import { auditFormats } from '../../inspect/audit/audit-formats.ts';

const DEPTH = 'also run the agent auditors, at this depth (quick: scans only, no agent)';

/** The options of `gauntlet audit`. */
export const auditOptions = [
  ['--no-agents', 'scans only'],
  ['--depth <depth>', DEPTH, { choices: depths }],
  ['--requirements <file>', 'requirements document; runs the agent auditors (default: REQUIREMENTS.md)'],
  ['--fix', 'run the agent auditors and let agents fix the findings on a separate branch'],
  ['--agent <name>', 'the agent for every role of the team'],
  allowRedFlag,
  ['--budget <usd>', 'maximum dollars for the agent auditors'],
  ['--rescore <folder>', 'score the report files of an audit again, without agents'],
  ['--explain-score', 'explain every number of the score'],
  ['--no-input', 'do not ask: leave decisions open'],
  [
    '--changed',
    'report only findings introduced since the last commit, including new ones in unchanged files',
  ],
  [
    '--since <ref>',
    'report only findings introduced since the branch forked from this commit, including new ones in unchanged files',
  ],
  ['--rule <id>', 'run only this rule (repeatable)', { repeatable: true }],
  ['--family <name>', 'run only the rules of this family (repeatable)', { repeatable: true }],
  [
    '--profile <name>',
    'all: also list low-confidence findings (hints)',
    { choices: profiles, initial: 'default' },
  ],
  ['--all', 'print every finding with its code and fix (default: at most 20 lines, one per pattern)'],
  [
    '--fail-on <severity>',
    'fail on findings of this severity or worse (default: HIGH; with --rescore: that of the audit)',
    { choices: severities },
  ],
  [
    '--baseline <file>',
    'file of known findings that do not fail the audit (default: .gauntlet-baseline.json, if it exists)',
  ],
  ['--no-baseline', 'ignore the baseline: known findings fail the audit too'],
  ['--update-baseline', 'add current findings to the baseline and remove fixed ones'],
  ['--reason <text>', 'reason for adding findings to the baseline'],
  ['--format <name>', `${['text', ...auditFormats].join(', ')} (repeatable with -o)`, { repeatable: true }],
  [
    '--library-checks <number>',
    'how many libraries to check against their installed declarations (audit.maxLibraryChecks, else 5)',
  ],
  ['--threads <number>', 'how many threads scan files (default: automatic, at most 4)'],
  ['--no-cache', 'scan every file again, without the cache'],
  ['-o, --output <path>', 'a file, or a folder for several formats'],
  ['--config <file>', 'settings to use instead of gauntlet.yaml'],
] as const satisfies readonly OptionDefinition[];
