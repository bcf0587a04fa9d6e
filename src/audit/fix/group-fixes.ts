import type { AuditFinding, FixGroup } from '../../model/audit.ts';
import { isAtLeast, severityRank, worse, type Severity } from '../../model/severity.ts';
import { mergeAuditFindings, type MergedFinding } from '../../model/audit.ts';
import { mentionedFiles } from './mentioned-files.ts';

export type FixPolicy = {
  /** What is less severe is never fixed. */
  readonly severityGate: Severity;
  /** The text of a requirement, where it is known: the files it names belong to the scope of its findings. */
  readonly requirementText?: (id: string) => string;
};

type Draft = { readonly files: Set<string>; readonly findings: MergedFinding[] };

/**
 * TEAM-07: who fixes what. Findings whose files overlap, directly or over others, go to one fixer, so two fixers never
 * work on one file. Worst group first; what names no file is the general group, which runs alone.
 */
export function groupFixes(findings: readonly AuditFinding[], policy: FixPolicy): readonly FixGroup[] {
  const wanted = mergeAuditFindings(findings).filter((finding) =>
    isAtLeast(finding.severity, policy.severityGate),
  );
  const scoped = wanted.map((finding) => ({ finding, files: scopeOf(finding, policy) }));
  const placed = draftGroups(scoped.filter(({ files }) => files.length > 0));
  const general = scoped.filter(({ files }) => files.length === 0).map(({ finding }) => finding);
  const drafts = general.length === 0 ? placed : [...placed, { files: new Set<string>(), findings: general }];
  const positions = new Map(findings.map((finding, position) => [finding, position]));
  const groups = drafts.map((draft) => groupFrom(draft, positions)).sort(worstFirst);
  let number = 0;
  return groups.map((group) => {
    if (group.general) return group;
    number += 1;
    return { ...group, name: `fix-${number}` };
  });
}

export type FixRound = {
  /** Those that are fixed in this round, then those that have to wait for the next. */
  readonly groups: readonly FixGroup[];
  readonly now: number;
};

/**
 * Who works in this round: the worst group, and whoever can work beside it. Nobody works beside the general one. Where
 * no round is left for those that would wait, one fixer gets everything: no group is left out.
 */
export function fixRound(groups: readonly FixGroup[], isLast = false): FixRound {
  const now: FixGroup[] = [];
  const later: FixGroup[] = [];
  for (const group of groups) (now.every((other) => mayRunTogether(other, group)) ? now : later).push(group);
  const [worst] = groups;
  if (isLast && worst !== undefined && later.length > 0) return { groups: [asOne(worst, groups)], now: 1 };
  return { groups: [...now, ...later], now: now.length };
}

function asOne({ severity }: FixGroup, groups: readonly FixGroup[]): FixGroup {
  const findings = groups.flatMap((group) => group.findings);
  return { name: 'general', general: true, severity, files: [], findings };
}

/** Whether two groups may be fixed at the same time. */
export function mayRunTogether(a: FixGroup, b: FixGroup): boolean {
  return !a.general && !b.general && !a.files.some((file) => b.files.includes(file));
}

function scopeOf(finding: MergedFinding, policy: FixPolicy): readonly string[] {
  const named = finding.sources.flatMap((source) => {
    const requirement = policy.requirementText?.(source.id) ?? '';
    return [source.title, source.evidence, source.fixHint, requirement].flatMap(mentionedFiles);
  });
  return finding.file === '' ? named : [finding.file, ...named];
}

type Scoped = { readonly finding: MergedFinding; readonly files: readonly string[] };

/** Union-find over the files: the first file of a finding takes all its others along. */
function draftGroups(scoped: readonly Scoped[]): readonly Draft[] {
  const parents = new Map<string, string>();
  for (const { files } of scoped) {
    const [first = '', ...others] = files;
    for (const file of others) parents.set(rootOf(parents, file), rootOf(parents, first));
  }
  const drafts = new Map<string, Draft>();
  for (const { finding, files } of scoped) {
    const root = rootOf(parents, files[0] ?? '');
    const draft = drafts.get(root) ?? { files: new Set(), findings: [] };
    drafts.set(root, draft);
    draft.findings.push(finding);
    for (const file of files) draft.files.add(file);
  }
  return [...drafts.values()];
}

/** Each look shortens the way for the next; without that a chain of files costs the square of its length. */
function rootOf(parents: Map<string, string>, file: string): string {
  let at = file;
  for (let parent = parents.get(at); parent !== undefined && parent !== at; parent = parents.get(at)) {
    parents.set(at, parents.get(parent) ?? parent);
    at = parent;
  }
  return at;
}

function groupFrom(draft: Draft, positions: ReadonlyMap<AuditFinding, number>): FixGroup {
  const files = [...draft.files].sort();
  return {
    name: 'general',
    general: files.length === 0,
    severity: draft.findings.map((finding) => finding.severity).reduce(worse),
    files,
    findings: draft.findings
      .flatMap((finding) => finding.sources)
      .flatMap((source) => positions.get(source) ?? []),
  };
}

/** Findings come sorted, so groups of one severity already stand by file, the general one last. */
function worstFirst(a: FixGroup, b: FixGroup): number {
  return severityRank(b.severity) - severityRank(a.severity);
}
