import { allowRedFlag } from '../allow-red.ts';
import type { OptionDefinition } from '../option-types.ts';

/** The options of `gauntlet land`. */
export const landOptions = [
  ['--pr <number>', 'land this pull request of the repository on GitHub (repeatable)', { repeatable: true }],
  ['--onto <branch>', 'the branch to land on (default: the base branch of the repository)'],
  ['--review', 'also let a critic review each branch'],
  ['--push', 'fast-forward the branch on origin after each landing; never by force'],
  [
    '--may-change <glob>',
    'allow changes to these protected or check-defining files (repeatable)',
    { repeatable: true },
  ],
  ['--again', 'retry commits that an earlier run returned'],
  allowRedFlag,
  ['--agent <name>', 'the agent for the critic'],
  ['--config <file>', 'the configuration, instead of gauntlet.yaml at the base'],
  ['--serve [port]', 'show the run in the browser (default port: 4747); you can answer questions there'],
  ['--open', 'open the dashboard in your browser'],
  ['--no-input', 'do not ask: leave decisions open (exit 3)'],
] as const satisfies readonly OptionDefinition[];
