import type { CalibrationReport } from '../../model/calibration.ts';
import type { MadeChange } from './material.ts';

type Label = Pick<CalibrationReport['changes'][number], 'id' | 'commit' | 'kind' | 'file' | 'line' | 'what'>;

/** One entry for each defect or label of a change, and one for a clean change. */
export function labelsOf({ labelled: { change }, commit, kinds }: MadeChange): readonly Label[] {
  const about = { id: change.id, commit };
  if (kinds.length === 0) return [{ ...about, kind: null, file: null, line: null, what: null }];
  return change.comments.map(({ file, line, text: what }, nth) => ({
    ...about,
    kind: kinds[nth] ?? null,
    file,
    line,
    what,
  }));
}
