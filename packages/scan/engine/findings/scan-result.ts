import type { LeftOut } from '../files/tree.ts';
import type { Library } from '../../concepts/library/choose-libraries.ts';
import type { Family } from '../families.ts';
import type { RuleHead } from '../rule.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { ScanCoverage } from './coverage.ts';
import type { Suppression } from './suppressions.ts';

export type ScanFinding = LocatedFinding & {
  readonly family: Family;
  readonly confidence: RuleHead['confidence'];
  /** The reason somebody gave in the code for leaving it; null where nobody did. */
  readonly suppressed: string | null;
  /** It cannot be wrong, whatever its rule has earned. */
  readonly proven?: true;
};

/** A rule that failed on a file: its own fault, and said so; everything else was looked at all the same. */
export type ScanCrash = { readonly rule: string; readonly file: string; readonly because: string };

export type ScanResult = {
  readonly findings: readonly ScanFinding[];
  /** The rules that were asked, whether or not they found anything. */
  readonly ran: readonly string[];
  readonly scanned: { readonly files: number; readonly bytes: number };
  readonly seen: ScanCoverage;
  readonly left: readonly LeftOut[];
  /** What could not be made out, by rule and kind. */
  readonly unresolved: readonly { readonly rule: string; readonly what: string; readonly count: number }[];
  readonly crashes: readonly ScanCrash[];
  /** Installed libraries that the project uses, at most as many of each language as are checked; only where asked for. */
  readonly libraries?: readonly Library[];
  /** Where the project as it was before is known: the fingerprints of findings in unchanged files that were not there then. */
  readonly caused?: ReadonlySet<string>;
  /** Every comment that leaves findings alone, or is meant to. */
  readonly suppressions: readonly (Suppression & { readonly file: string })[];
};
