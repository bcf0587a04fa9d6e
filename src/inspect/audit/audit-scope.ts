import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { RuleWishes, UnknownName } from '../../../packages/scan/index.ts';
import { changedFiles } from '../../files/index.ts';
import type { AuditCall } from './audit-call.ts';
import { nearest } from '../../schema/nearest.ts';
import type { AuditInputs } from './audit-inputs.ts';
import type { ScanPolicy } from './judge-scan.ts';

/** The rules that settings and flags ask for. */
export function wishesOf(call: AuditCall, { scans }: Config): RuleWishes {
  return {
    // Who declares a design wants to know where it is left.
    families: scans.ui === null ? scans.families : { ui: true, ...scans.families },
    severity: scans.severity,
    onlyRules: call.options.rule ?? [],
    onlyFamilies: call.options.family ?? [],
    profile: call.options.profile ?? 'default',
  };
}

/** A misspelt setting must not silently do nothing. */
export function refuseUnknown(unknown: readonly UnknownName[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const said = unknown.map(({ kind, name }) => `there is no ${kind} "${name}"`).join('; ');
  const meant = nearest(
    first.name.toLowerCase(),
    first.known.map((each) => each.toLowerCase()),
  );
  const known = first.known.find((each) => each.toLowerCase() === meant);
  throw new GauntletError('USAGE_INVALID', said, {
    hint:
      known === undefined
        ? `${first.kind === 'rule' ? 'Rules' : 'Families'}: ${first.known.join(', ')}.`
        : `Did you mean "${known}"?`,
  });
}

/** Which files are reported on: all, or those that changed. */
export function scopeOf(
  call: AuditCall,
  { folder }: AuditInputs,
): Pick<ScanPolicy, 'only' | 'since' | 'whole'> {
  const since = call.options.since;
  const isFiltered = (call.options.rule ?? call.options.family) !== undefined;
  if (since === undefined && call.options.changed !== true) {
    if (isFiltered) refuseUpdate(call);
    return { since: null, whole: !isFiltered };
  }
  refuseUpdate(call);
  const changed = changedFiles(folder, since);
  if (!changed.ok)
    throw new GauntletError('USAGE_INVALID', `cannot list the changes: ${reasons[changed.because](since)}`, {
      hint: 'Drop --changed and --since to scan everything.',
    });
  const ref = since ?? 'the last commit';
  return { since: { ref, files: changed.paths.size }, only: changed.paths, whole: false };
}

const reasons = {
  'no repository': () => 'this folder is not in a git repository',
  'no such commit': (ref: string | undefined) => `there is no commit "${ref ?? 'HEAD'}"`,
  'git failed': () => 'git could not compare all of the changes',
  'no common history': (ref: string | undefined) =>
    `"${ref ?? ''}" has no history in common with this branch`,
} as const;

/** A baseline is of the whole: one written from a part would forget the rest. */
function refuseUpdate(call: AuditCall): void {
  if (call.options.updateBaseline !== true) return;
  throw new GauntletError('USAGE_INVALID', '--update-baseline needs a whole audit', {
    hint: 'Drop --changed, --since, --rule and --family.',
  });
}
