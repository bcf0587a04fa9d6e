import { type Dismissal, type FindingMemory, isAbout, type Waiver } from '../model/finding-memory.ts';
import type { Finding } from '../model/finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';
import { severityRank } from '../model/severity.ts';

/** What lets findings be left alone. */
export type Excuses = {
  readonly dismissed: readonly Dismissal[];
  readonly waivers: readonly Waiver[];
};

export type SortedOut = { readonly open: readonly Finding[]; readonly dismissed: readonly Finding[] };

export type ReviewedTree = {
  /** The lines of a file at the judged commit. */
  readonly linesOf: (path: string) => readonly string[] | undefined;
  readonly matches: (glob: string, path: string) => boolean;
};

/** Excuses that still count on a day (`2026-11-15`). */
export function inForce({ dismissed, waivers }: Excuses, today: string): Excuses {
  return {
    dismissed: dismissed.filter(({ until }) => until === null || until >= today),
    waivers: waivers.filter(({ until }) => until >= today),
  };
}

/**
 * Parts what somebody has dismissed or waived from what is open. A dismissal holds while the code around the finding is
 * what it was: in other surroundings the same line may be wrong for another reason. One that is said to be worse than what
 * was dismissed is another finding at the same place.
 */
export function sortOut(
  findings: readonly Finding[],
  { dismissed, waivers }: Excuses,
  around: ReviewedTree,
): SortedOut {
  const isExcused = (finding: Finding): boolean =>
    dismissed.some(
      (each) =>
        each.fingerprint === finding.fingerprint &&
        (each.severity === undefined || severityRank(finding.severity) <= severityRank(each.severity)) &&
        (each.around === '' || each.around === surroundingsOf(finding, around.linesOf)),
    ) || waivers.some((waiver) => isAbout(waiver, finding, around.matches));
  return {
    open: findings.filter((finding) => !isExcused(finding)),
    dismissed: findings.filter(isExcused),
  };
}

/** The block that a line stands in, told by how far its lines are indented, as a hash; empty where there is none. */
export function surroundingsOf(
  { file, line }: Pick<Finding, 'file' | 'line'>,
  linesOf: ReviewedTree['linesOf'],
): string {
  const lines = linesOf(file);
  if (lines === undefined || line < 1 || line > lines.length) return '';
  const own = indent(lines[line - 1] ?? '');
  let from = line - 1;
  while (from > 0 && line - from < FARTHEST && !isOuter(lines[from] ?? '', own)) from -= 1;
  let to = line - 1;
  while (to < lines.length - 1 && to - line < FARTHEST && !isOuter(lines[to] ?? '', own)) to += 1;
  const snippet = lines.slice(from, to + 1).join('\n');
  return fingerprint({ rule: 'around', file, snippet, occurrence: 0 });
}

/** No function that one would dismiss something in is longer. */
const FARTHEST = 200;

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

function isOuter(line: string, own: number): boolean {
  return line.trim() !== '' && indent(line) < own;
}

/** How many findings are kept for people to refer to. */
const KEPT = 2000;

export type ShownFindings = {
  readonly branch: string;
  /** The commit, or the tree, that was reviewed. */
  readonly head: string;
  readonly open: readonly Finding[];
  readonly at: number;
  readonly linesOf: ReviewedTree['linesOf'];
};

/**
 * Findings of the last review of a branch that are gone. On the same commit nothing was fixed: a reviewer words it
 * otherwise, or fewer checks were asked.
 */
export function goneSince(
  memory: FindingMemory,
  { branch, head, open }: Pick<ShownFindings, 'branch' | 'head' | 'open'>,
): readonly string[] {
  if (memory.heads?.[branch] === head) return [];
  const now = new Set(open.map(({ fingerprint: print }) => print));
  return (memory.open[branch] ?? []).filter((known) => !now.has(known));
}

/** What is known after a review: what it showed, and what of the branch's earlier findings is gone. */
export function remember(memory: FindingMemory, shown: ShownFindings): FindingMemory {
  const { branch, head, open, at, linesOf } = shown;
  const now = new Set(open.map((finding) => finding.fingerprint));
  const gone = goneSince(memory, shown);
  const fixed = new Map(Object.entries(memory.fixed));
  for (const known of gone) fixed.set(known, at);
  const seen = new Map(Object.entries(memory.seen));
  for (const finding of open) {
    const { rule, file, line, message, severity } = finding;
    seen.delete(finding.fingerprint);
    const around = surroundingsOf(finding, linesOf);
    seen.set(finding.fingerprint, {
      rule,
      file,
      line,
      message: message.slice(0, 2000),
      around,
      at,
      severity,
    });
  }
  return {
    ...memory,
    fixed: Object.fromEntries([...fixed].slice(-KEPT)),
    open: { ...memory.open, [branch]: [...now].slice(0, KEPT) },
    heads: { ...memory.heads, [branch]: head },
    seen: Object.fromEntries([...seen].slice(-KEPT)),
  };
}

/** Fingerprints of findings that were fixed once and are back. */
export function regressionsIn({ fixed }: FindingMemory, open: readonly Finding[]): readonly string[] {
  return open.map((finding) => finding.fingerprint).filter((known) => fixed[known] !== undefined);
}
