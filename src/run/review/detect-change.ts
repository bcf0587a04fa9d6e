import type { Finding } from '../../model/finding.ts';
import type { Detected, FileChange } from '../../detect/index.ts';
import {
  detectOddities,
  detectProtected,
  detectSecrets,
  detectTampering,
  findingsOf,
} from '../../detect/index.ts';
import { matches } from '../../plan/index.ts';

/** Which paths a review does not mind: those its ticket may change. */
export type Leave = { readonly protect: readonly string[]; readonly mayChange: (path: string) => boolean };

/** What a change does that no change should: secrets, weakened tests, protected files, things that hide. */
export function detectChange(changes: readonly FileChange[], leave: Leave): readonly Finding[] {
  const { protect, mayChange } = leave;
  const isOwn = (path = ''): boolean => protect.some((glob) => matches(glob, path));
  return [
    ...findingsOf('secrets', changes.flatMap(detectSecrets)),
    ...findingsOf(
      'protected-files',
      changes
        .flatMap((change) => detectProtected(change, { protect, mayChange, matches }))
        .map((found) => (isOwn(found.file) ? found : steering(found))),
    ),
    ...findingsOf('oddities', changes.flatMap(detectOddities)),
    ...findingsOf('tampering', detectTampering(changes, mayChange)),
  ];
}

/** Outside an epic people change their pipelines on purpose: worth a look, no reason to stop, unless they said so. */
function steering(found: Detected): Detected {
  const what = found.message.slice(0, found.message.indexOf('.'));
  return {
    ...found,
    severity: 'MEDIUM',
    message: `${what}. A change here takes effect outside the reviewed code. Review it by hand.`,
    fix: 'Revert it if it is unintended. Name the path under `protect` in gauntlet.yaml to stop such changes.',
  };
}
