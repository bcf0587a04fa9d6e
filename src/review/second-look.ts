import type { SecondLook } from '../model/config.ts';
import type { Finding, FindingSource } from '../model/finding.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';

/** Judges of each kind; of three the majority counts. */
export const judgesFor: Readonly<Record<SecondLook, number>> = { off: 0, once: 1, vote: 3 };

/** A finding under a second look, with the reasons of those who refuted it, and how many did not. */
export type Doubted = {
  readonly fingerprint: string;
  readonly refuted: readonly string[];
  readonly kept: number;
};

/**
 * What only agents say and what has to be fixed: what a machine computed needs no second opinion, and what names no place
 * cannot be looked up, so nobody can refute it.
 */
export function toDoubt(open: readonly Finding[], gate: Severity): readonly Finding[] {
  return open.filter(
    (finding) => finding.file !== '' && isAtLeast(finding.severity, gate) && sourcesOf(finding).every(isSaid),
  );
}

function sourcesOf(finding: Finding): readonly FindingSource[] {
  return finding.sources ?? [finding.source];
}

function isSaid({ kind }: FindingSource): boolean {
  return kind !== 'scan' && kind !== 'gate';
}

/** Where a claim stands: more than half of all judges have to refute it, those who never answered included. */
export function standingOf({ refuted, kept }: Doubted, judges: number): 'refuted' | 'kept' | 'open' {
  const needed = Math.floor(judges / 2) + 1;
  if (refuted.length >= needed) return 'refuted';
  return kept > judges - needed ? 'kept' : 'open';
}
