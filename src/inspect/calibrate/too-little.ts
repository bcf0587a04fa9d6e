import { enough } from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import type { PastMaterial } from './material.ts';
import type { MaterialOptions } from './calibrate-request.ts';

/** Figures of too few changes say nothing: then nothing is measured, and what to do is said. */
export function refuseTooLittle(
  found: PastMaterial['found'],
  wish: MaterialOptions,
  isCutOff: boolean,
): void {
  const { commits, fit, lasting, defects, kinds, clean } = found;
  if (defects >= wish.defects && kinds >= wish.kinds && clean >= wish.clean) return;
  const wanted = `${wish.defects} defects of at least ${wish.kinds} kinds and ${wish.clean} clean changes`;
  const had = `${defects} defects of ${kinds} kinds and ${clean} clean changes`;
  const few = `${enough.defects} defects of ${enough.kinds} kinds and ${enough.clean} clean changes`;
  const less =
    defects === 0 || clean === 0
      ? ''
      : ` Or accept fewer (--defects ${Math.min(defects, wish.defects)} --kinds ${Math.min(kinds, wish.kinds)} --clean ${Math.min(clean, wish.clean)}): results from fewer than ${few} are then marked as too few for a calibration.`;
  throw new GauntletError(
    'INPUT_INVALID',
    `not enough material to calibrate. Needed: ${wanted}. Available from ${commits} commits: ${had} (${fit} of suitable size with code, ${lasting} of those not reverted or soon fixed)`,
    { hint: `${further(commits, wish, isCutOff)}${less}` },
  );
}

/** Only where there is more: the same command on the same past comes to the same. */
function further(commits: number, { range, most }: MaterialOptions, isCutOff: boolean): string {
  if (isCutOff) return 'Fetch the full history: git fetch --unshallow.';
  if (commits >= most) return `Look further back: --commits ${Math.max(10_000, most * 10)}.`;
  if (range !== 'HEAD') return 'Use a longer range, or omit --commits to use the whole history.';
  return 'The whole history was used. Try again when there are more commits.';
}
