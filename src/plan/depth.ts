import type { AuditSettings } from '../model/audit-settings.ts';
import type { Config } from '../model/config.ts';
import { type Auditor, auditors, type Depth } from '../model/team.ts';

/** How hard work is judged: what the depth says, overruled by what was written. */
export type Gating = {
  readonly depth: Depth;
  readonly team: {
    readonly enabled: boolean;
    readonly auditors: readonly Auditor[];
    readonly maxFixRounds: number;
    readonly maxLibraryChecks: number;
  };
  readonly critics: number;
  readonly reviewRecoveryRetries: number;
  readonly maxScanFixPasses: number;
  /** Whether work is held against the original request, where there is one (TEAM-19). */
  readonly reconcile: boolean;
  /** What a reader of the result has to be told. */
  readonly notes: readonly string[];
};

type DepthDefaults = {
  readonly auditors: readonly Auditor[];
  readonly maxFixRounds: number;
  readonly maxLibraryChecks: number;
  readonly critics: number;
  readonly reviewRecoveryRetries: number;
  readonly maxScanFixPasses: number;
  readonly reconcile: boolean;
};

const first: readonly Auditor[] = ['requirements', 'technical'];

export const byDepth: Readonly<Record<Depth, DepthDefaults>> = {
  quick: {
    auditors: [],
    maxFixRounds: 0,
    maxLibraryChecks: 0,
    critics: 1,
    reviewRecoveryRetries: 1,
    maxScanFixPasses: 0,
    reconcile: false,
  },
  standard: {
    auditors: first,
    maxFixRounds: 1,
    maxLibraryChecks: 0,
    critics: 1,
    reviewRecoveryRetries: 1,
    maxScanFixPasses: 1,
    reconcile: false,
  },
  thorough: {
    auditors,
    maxFixRounds: 2,
    maxLibraryChecks: 5,
    critics: 3,
    reviewRecoveryRetries: 2,
    maxScanFixPasses: 1,
    reconcile: true,
  },
  exhaustive: {
    auditors,
    maxFixRounds: 3,
    maxLibraryChecks: 8,
    critics: 5,
    reviewRecoveryRetries: 3,
    maxScanFixPasses: 2,
    reconcile: true,
  },
};

/** TEAM-10, TEAM-28: the numbers of a depth, with the explicit settings of the configuration on top. */
export function gatingOf(
  depth: Depth,
  config: Pick<Config, 'audit' | 'review' | 'convergence' | 'scans' | 'reconcile'>,
): Gating {
  const defaults = byDepth[depth];
  const { audit, review, convergence, scans } = config;
  return {
    depth,
    ...teamOf(depth, audit),
    critics: review.critics ?? defaults.critics,
    reviewRecoveryRetries: convergence.reviewRecoveryRetries ?? defaults.reviewRecoveryRetries,
    maxScanFixPasses: scans.maxScanFixPasses ?? defaults.maxScanFixPasses,
    reconcile: config.reconcile ?? defaults.reconcile,
  };
}

/** How often what was found is fixed: rounds of the team, or passes of scan, fix and scan again without one (TEAM-20). */
export function fixRoundsOf({ team, maxScanFixPasses }: Gating): number {
  return team.enabled ? team.maxFixRounds : maxScanFixPasses;
}

const noTeam = { enabled: false, auditors: [], maxFixRounds: 0, maxLibraryChecks: 0 };

function teamOf(depth: Depth, audit: AuditSettings): Pick<Gating, 'team' | 'notes'> {
  if (audit.enabled === false)
    return { team: noTeam, notes: ['audit.enabled is false: the audit team is off'] };
  const quick = depth === 'quick';
  if (quick && audit.enabled === null) return { team: noTeam, notes: ['depth quick: the audit team is off'] };
  const defaults = byDepth[depth];
  const asked = askedFor(quick ? first : defaults.auditors, audit);
  const maxLibraryChecks =
    audit.maxLibraryChecks ?? (asked.includes('library') ? Math.max(defaults.maxLibraryChecks, 5) : 0);
  // No library may be checked, so there is nothing for its auditor to do: it must not count as missing.
  const active = asked.filter((auditor) => auditor !== 'library' || maxLibraryChecks > 0);
  const notes = quick ? ['depth quick, but audit.enabled is true: the audit team runs'] : [];
  if (active.length < asked.length) notes.push('maxLibraryChecks is 0: the library auditor is off');
  if (active.length === 0)
    return { team: noTeam, notes: [...notes, 'no auditor is switched on: the audit team is off'] };
  const maxFixRounds = audit.maxFixRounds ?? defaults.maxFixRounds;
  return { team: { enabled: true, auditors: active, maxFixRounds, maxLibraryChecks }, notes };
}

function askedFor(usual: readonly Auditor[], audit: AuditSettings): readonly Auditor[] {
  return auditors.filter((auditor) => audit.auditors[auditor] ?? usual.includes(auditor));
}
