import { type Finding, isOpen } from '../../model/finding.ts';
import { isAbout, type Waiver } from '../../model/finding-memory.ts';

export type Waived = {
  readonly findings: readonly Finding[];
  readonly expired: readonly Waiver[];
  /** In force, and nothing was found that it is about. */
  readonly unused: readonly Waiver[];
};

export type WaivingOptions = {
  /** `2026-11-15`; a waiver counts up to and including its last day. */
  readonly today: string;
  readonly matches: (glob: string, path: string) => boolean;
};

/** Leaves alone what a person has waived, while that is in force. */
export function waive(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  { today, matches }: WaivingOptions,
): Waived {
  const inForce = waivers.filter(({ until }) => until >= today);
  const used = new Set<Waiver>();
  const waived = findings.map((finding): Finding => {
    const waiver = inForce.find((each) => isAbout(each, finding, matches));
    if (waiver === undefined) return finding;
    used.add(waiver);
    // A reason in the code itself is nearer; the waiver is not needed for it, but not idle either.
    if (!isOpen(finding)) return finding;
    const { reason, until, by } = waiver;
    return { ...finding, suppressed: reason, excuse: { kind: 'waiver', until, by } };
  });
  return {
    findings: waived,
    expired: waivers.filter(({ until }) => until < today),
    unused: inForce.filter((waiver) => !used.has(waiver)),
  };
}
