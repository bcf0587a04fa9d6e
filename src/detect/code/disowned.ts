import { machineMade } from '../../../packages/scan/files.ts';
import type { FileChange } from '../change.ts';
import type { Detected } from '../finding.ts';

/** Code that somebody wrote does not become a machine's by saying so: from then on no rule would scan it. */
export function detectDisowned({ path, before, after }: FileChange): readonly Detected[] {
  if (before?.text === undefined || after?.text === undefined) return [];
  const isNews =
    machineMade(path, after.text) === 'generated' && machineMade(path, before.text) === undefined;
  if (!isNews) return [];
  return [
    {
      rule: 'says-generated',
      severity: 'HIGH',
      file: path,
      line: 1,
      message:
        'This file was written by hand and now says that it is generated, so no rule scans it any more.',
      fix: 'Remove the marker, or let the generator write to a file of its own.',
    },
  ];
}
