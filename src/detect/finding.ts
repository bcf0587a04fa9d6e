import { sanitize } from '../formats/index.ts';
import type { Finding } from '../model/finding.ts';
import type { GateRule } from '../model/feedback.ts';
import type { Severity } from '../model/severity.ts';
import { sha256 } from '../model/sha256.ts';
import type { FileChange } from './change.ts';

/** What a detector says; who says so and the fingerprint are added once for all of them. */
export type Detected<Rule extends string = GateRule> = {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Left out when it is about the project as a whole. */
  readonly file?: string;
  /** 1-based; left out (or 0) for the whole file. */
  readonly line?: number;
  /** What is wrong and why it matters. */
  readonly message: string;
  /** What stands there. */
  readonly evidence?: string;
  readonly fix: string;
  /** What tells it from other findings where its evidence differs from run to run, as the output of a check does. */
  readonly identity?: string;
};

/** The identity of a finding about one change: a person who dismisses it allows exactly this change of this base (REAL-02). */
export function identityIn(
  { base, changes }: { readonly base: string; readonly changes: readonly FileChange[] },
  message: string,
): string {
  const versions = changes.map(({ path, before, after }) => [path, ...[before, after].map(versionOf)]);
  return sha256(JSON.stringify([message, base, versions]));
}

function versionOf(side: FileChange['after']): string {
  return side === null ? '' : `${side.mode} ${side.blob}`;
}

const LONGEST = { file: 500, message: 1000, evidence: 3000, fix: 600 };

/**
 * Findings of one gate: cleaned, capped and with fingerprints. A fingerprint is rule, path, text and which of several
 * equal ones it is, so that it stays the same when lines move.
 */
export function findingsOf(gate: string, detected: readonly Detected<string>[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return detected.map((each): Finding => {
    const { file = '', line = 0, evidence = '' } = each;
    const text = (each.identity ?? (evidence || each.message)).replace(/\s+/g, ' ').trim();
    const key = JSON.stringify([each.rule, file, text]);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return {
      source: { kind: 'gate', name: gate },
      rule: each.rule,
      severity: each.severity,
      file: sanitize(file, { maxLength: LONGEST.file, singleLine: true }),
      line,
      message: sanitize(each.message, { maxLength: LONGEST.message }),
      evidence: sanitize(evidence, { maxLength: LONGEST.evidence }),
      fix: sanitize(each.fix, { maxLength: LONGEST.fix }),
      fingerprint: sha256(JSON.stringify([key, occurrence])).slice(0, 16),
      grounding: line > 0 ? 'quoted' : 'located',
    };
  });
}
