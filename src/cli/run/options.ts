import { allowRedFlag } from '../allow-red.ts';
import { clusterFlags } from '../cluster-flags.ts';
import type { OptionDefinition } from '../option-types.ts';

/** The options of `gauntlet run`. */
export const runOptions = [
  ...clusterFlags,
  ['-p, --max-parallel <n>', 'tickets in development at the same time'],
  ['--max-revisions <n>', 'revisions before your decision is needed'],
  ['--budget <usd>', 'maximum dollars for the whole run'],
  ['--budget-tokens <n>', 'maximum tokens for the whole run'],
  allowRedFlag,
  ['--only <ids>', 'run only these tickets and their dependencies, separated by commas'],
  ['--base <ref>', "start from this branch or commit instead of the epic's base"],
  ['--agent <name>', 'the agent for every role'],
  ['--config <file>', 'the configuration, instead of gauntlet.yaml at the base'],
  ['--serve [port]', 'show the run in the browser (default port: 4747); you can answer questions there'],
  ['--open', 'open the dashboard in your browser'],
  ['--no-input', 'do not ask: leave decisions open (exit 3)'],
  ['--dry-run', 'print the plan and every agent that may be started; start nothing, write nothing'],
] as const satisfies readonly OptionDefinition[];
