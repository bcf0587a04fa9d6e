import { enough } from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import type { PastMaterial } from './material.ts';
import type { MaterialWish } from './wish.ts';

/** Figures of too few changes say nothing: then nothing is measured, and what to do is said. */
export function refuseTooLittle(found: PastMaterial['found'], wish: MaterialWish, isCutOff: boolean): void {
  const { commits, fit, lasting, defects, kinds, clean } = found;
  if (defects >= wish.defects && kinds >= wish.kinds && clean >= wish.clean) return;
  const wanted = `${wish.defects} defects of at least ${wish.kinds} kinds and ${wish.clean} clean changes`;
  const had = `${defects} defects of ${kinds} kinds and ${clean} clean changes can be made`;
  const few = `${enough.defects} defects of ${enough.kinds} kinds and ${enough.clean} clean changes`;
  const less =
    defects === 0 || clean === 0
      ? ''
      : ` Or settle for less (--defects ${Math.min(defects, wish.defects)} --kinds ${Math.min(kinds, wish.kinds)} --clean ${Math.min(clean, wish.clean)}): figures of fewer than ${few} are then said to be of fewer.`;
  throw new GauntletError(
    'INPUT_INVALID',
    `there is too little here to calibrate with: wanted are ${wanted}; ${had} of ${commits} commits (${fit} of a fit size with code in them, ${lasting} of those neither taken back nor soon mended)`,
    { hint: `${further(commits, wish, isCutOff)}${less}` },
  );
}

/** Only where there is more: the same command on the same past comes to the same. */
function further(commits: number, { range, most }: MaterialWish, isCutOff: boolean): string {
  if (isCutOff) return 'Fetch the past of this clone: git fetch --unshallow.';
  if (commits >= most) return `Look further back: --commits ${Math.max(10_000, most * 10)}.`;
  if (range !== 'HEAD') return 'Take a longer range, or all of the past: leave --commits out.';
  return 'This is all of the past there is: come back when there is more.';
}
