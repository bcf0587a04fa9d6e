import type { FileChange } from './change.ts';
import type { Detected } from './finding.ts';

export type TicketScope = {
  /** Globs or paths of what the ticket may change; empty means "not said". */
  readonly touches: readonly string[];
  readonly mayChange: (path: string) => boolean;
  readonly matches: (glob: string, path: string) => boolean;
};

/** Changes outside what the ticket said it would touch. */
export function detectScope(
  change: FileChange,
  { touches, mayChange, matches }: TicketScope,
): readonly Detected[] {
  const { path } = change;
  if (touches.length === 0 || mayChange(path) || touches.some((glob) => glob === path || matches(glob, path)))
    return [];
  return [
    {
      rule: 'out-of-scope',
      severity: 'HIGH',
      file: path,
      message:
        'The `touches` list of the ticket does not include this file. Other tickets may be working on it at this moment, and they do not expect a change here.',
      evidence: `touches: ${touches.join(', ')}`.slice(0, 600),
      fix: 'Revert the change, or end with a question if the ticket cannot be done without it.',
    },
  ];
}
