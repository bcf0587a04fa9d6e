import type { OptionDefinition } from './option-types.ts';

/** The options that every act of steering has. */
export const steeringOptions = [
  ['--reason <text>', 'why; recorded with your name'],
  ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
  ['--dry-run', 'show what would be recorded; record nothing'],
] as const satisfies readonly OptionDefinition[];
