import { type Detected, isTest, lostValues, writtenTitles } from '../../detect/index.ts';
import type { WorkSinceBase } from './epic-base.ts';

const SHOWN = 10;

/**
 * Tests that compare with less than before, though their versions at base pass here (EVID-01): the work did not need that
 * change. Asked once base's versions of these files have passed; files that no check is known to run say nothing.
 */
export async function unneededChanges(
  work: WorkSinceBase,
  put: ReadonlySet<string>,
): Promise<readonly Detected[]> {
  const tests = work.changes.filter((change) => isTest(change));
  const { cells } = await work.verified();
  // `test_twice[2]` and `TestAdd/small` are rows of a test.
  const ran = new Set(
    cells.flatMap(({ report }) => report?.passes ?? []).map((name) => name.replace(/[[(/].*$/, '')),
  );
  return tests.flatMap((change) => {
    const { path, before } = change;
    const isRun = writtenTitles(path, before?.text ?? '').some((title) =>
      ran.has(title.replace(/[[(/].*$/, '')),
    );
    const lost = put.has(path) && isRun ? lostValues(change, tests) : [];
    if (lost.length === 0) return [];
    const more = lost.length - SHOWN;
    return [
      {
        rule: 'unneeded-test-change',
        severity: 'LOW',
        file: path,
        message:
          'This test compares with less than before, though its version at base passes on this commit too.',
        evidence: `no longer there: ${lost.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
        fix: 'Restore what the test compared. Change a test only where the work changes that behaviour.',
      },
    ];
  });
}
