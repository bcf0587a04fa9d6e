import type { waive } from '../../audit/index.ts';
import type { Waiver } from '../../model/waiver.ts';
import { type ScanResult, type SuppressionNote, suppressionNotes } from '../../../packages/scan/index.ts';
import type { Judging } from './judge-scan.ts';

/** What there is to say of comments and waivers that do not do what they were meant to do. */
export function standingNotes(
  result: ScanResult,
  { expired, unused }: ReturnType<typeof waive>,
  { known, only, whole, rules, libraryChecks }: Judging,
): readonly string[] {
  const ran = new Set(result.ran);
  const idle = rules.filter(({ id }) => !ran.has(id)).map(({ id }) => id);
  const why =
    libraryChecks === 0 ? 'library checks are switched off (0)' : 'the code uses no installed library';
  const comments = suppressionNotes(result, known).filter(({ file }) => only === undefined || only.has(file));
  return [
    ...(idle.length === 0 ? [] : [`${idle.join(', ')} did not run: ${why}`]),
    ...comments.map(commentNote),
    ...expired.map(
      (waiver) => `the waiver of ${about(waiver)} expired on ${waiver.until} and does not count`,
    ),
    // Of what was not asked about nobody can say that it is not there.
    ...(whole ? unused.map((waiver) => `the waiver of ${about(waiver)} matches no finding`) : []),
  ];
}

function commentNote({ file, line, rule, problem }: SuppressionNote): string {
  return `${file}:${line}: ${problems[problem](rule)}`;
}

const problems: Readonly<Record<SuppressionNote['problem'], (rule: string) => string>> = {
  'no rule': () => 'this gauntlet-disable-next-line names no rule and does not count',
  'unknown rule': (rule) => `there is no rule ${rule} to disable`,
  'no reason': (rule) => `${rule} is disabled without a reason, which does not count: add "-- reason"`,
  unused: (rule) => `${rule} is disabled here but finds nothing: remove the comment`,
};

function about({ fingerprint, rule, path, by }: Waiver): string {
  const what = [rule, fingerprint, path === null ? null : `in ${path}`].filter((each) => each !== null);
  return `${what.join(' ')}${by === null ? '' : ` (${by})`}`;
}
