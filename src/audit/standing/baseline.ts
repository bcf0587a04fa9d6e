import type { BaselineEntry } from '../../formats/index.ts';
import { type Finding, isOpen } from '../../model/finding.ts';
import type { Report } from '../../model/report.ts';

export type BaselineComparison = {
  readonly findings: readonly Finding[];
  /** What is in the baseline and was not found again, as far as anybody can say. */
  readonly fixed: readonly BaselineEntry[];
};

/** What could not be checked: nobody can say that it is fixed. */
export type Unjudged = Pick<Report, 'crashes'> & {
  /** The rules that were asked. */
  readonly ran: ReadonlySet<string>;
  /** The files that were asked about; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
};

/** Tells old findings from new ones. What somebody left alone with a reason is neither. */
export function againstBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  unjudged: Unjudged,
): BaselineComparison {
  const left = new Map<string, number>();
  for (const { fingerprint, count } of entries) left.set(fingerprint, (left.get(fingerprint) ?? 0) + count);
  const compared = findings.map((finding): Finding => {
    if (!isOpen(finding)) return finding;
    const more = left.get(finding.fingerprint) ?? 0;
    if (more > 0) left.set(finding.fingerprint, more - 1);
    return { ...finding, baseline: more > 0 ? 'known' : 'new' };
  });
  return { findings: compared, fixed: entries.flatMap((entry) => gone(entry, left, unjudged)) };
}

function gone(entry: BaselineEntry, left: Map<string, number>, unjudged: Unjudged): readonly BaselineEntry[] {
  const count = Math.min(entry.count, left.get(entry.fingerprint) ?? 0);
  left.set(entry.fingerprint, (left.get(entry.fingerprint) ?? 0) - count);
  return count === 0 || !isJudged(entry, unjudged) ? [] : [{ ...entry, count }];
}

function isJudged({ rule, file }: BaselineEntry, { ran, only, crashes }: Unjudged): boolean {
  if (!ran.has(rule) || (only !== undefined && !only.has(file))) return false;
  return !crashes.some((crash) => crash.rule === rule || crash.file === file);
}

/**
 * The baseline as it is from today on: what was known keeps its day and reason, what is new gets today's, what is fixed
 * drops out. What could not be checked stays.
 */
export function updatedBaseline(
  { findings, fixed }: BaselineComparison,
  entries: readonly BaselineEntry[],
  { today, reason }: { readonly today: string; readonly reason: string },
): readonly BaselineEntry[] {
  const dropped = new Map<string, number>();
  for (const { fingerprint, count } of fixed)
    dropped.set(fingerprint, (dropped.get(fingerprint) ?? 0) + count);
  const kept = entries.flatMap((entry) => {
    const less = Math.min(entry.count, dropped.get(entry.fingerprint) ?? 0);
    dropped.set(entry.fingerprint, (dropped.get(entry.fingerprint) ?? 0) - less);
    return entry.count === less ? [] : [{ ...entry, count: entry.count - less }];
  });
  const added = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    const { fingerprint, rule, file, message, baseline } = finding;
    if (!isOpen(finding) || baseline === 'known') continue;
    const count = (added.get(fingerprint)?.count ?? 0) + 1;
    added.set(fingerprint, { fingerprint, count, rule, file, message, adopted: today, reason });
  }
  return [...kept, ...added.values()];
}
