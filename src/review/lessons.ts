import { classRules } from '../model/dimensions.ts';
import type { Feedback } from '../model/feedback.ts';
import { fingerprint } from '../../packages/scan/finding.ts';
import type { FindingMemory, Lesson } from '../model/finding-memory.ts';
import type { Finding } from '../model/finding.ts';
import { severityRank } from '../model/severity.ts';

/** As often a kind has to be fixed before anybody is told, and as many kinds as anybody is told. */
export const lessonAfter = 3;
export const mostLessons = 8;

const KEPT_LAST = 20;
const KEPT_KINDS = 200;
const LONGEST = 240;

type Accepted = { readonly findings: readonly Told[]; readonly origin: string; readonly at: number };

type Told = Pick<Finding, 'fingerprint' | 'rule' | 'message'>;

/** What a finding is called when its place does not matter; reviews in text name no kind and say "review". */
function kindOf({ rule }: Pick<Finding, 'rule'>): string {
  const kind = rule.trim().toLowerCase();
  return kind === 'review' ? '' : kind;
}

/**
 * What an issue without a kind is called: its own words, without what differs from place to place, so that the same issue
 * of several tickets is one kind.
 */
function kindOfWords(message: string): string {
  const words = message
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[\p{C}\s]+/u);
  const alike = words.map((word) => (/\/|\w\.[a-z]/.test(word) ? '…' : word.replaceAll(/\d+/g, '#')));
  const kind = alike
    .join(' ')
    .replace(/[\s.,;:!]+$/, '')
    .trim();
  return /\p{L}/u.test(kind) ? kind : '';
}

/**
 * What a failed attempt can teach: its findings, of those in text each once in a ticket, and each dimension that failed it by a blocking issue or a low score.
 * A dimension that a finding names already counts once.
 */
export function taughtBy(feedback: Feedback, origin: string): readonly Told[] {
  const { findings, blockingIssues, dimensionScores, attempt } = feedback;
  const told = findings.map((finding): Told => {
    if (kindOf(finding) !== '') return finding;
    const rule = kindOfWords(finding.message);
    const print = fingerprint({ rule, file: '', snippet: origin, occurrence: 0 });
    return { rule, message: finding.message, fingerprint: print };
  });
  const named = new Set(told.map(kindOf));
  const low = dimensionScores.flatMap(({ dimension, score, class: kind = 'moderate', reason = '' }) => {
    const { minimum } = classRules[kind];
    if (score === null || score >= minimum) return [];
    return [{ dimension, message: reason || `${dimension} is ${score}, below ${minimum}` }];
  });
  const failed = new Map(
    [...low, ...blockingIssues].map(({ dimension, message }) => [kindOf({ rule: dimension }), message]),
  );
  return [
    ...told,
    ...[...failed].flatMap(([rule, message]) => {
      const snippet = `${origin} ${attempt}`;
      const low = { rule, message, fingerprint: fingerprint({ rule, file: '', snippet, occurrence: 0 }) };
      return named.has(rule) ? [] : [low];
    }),
  ];
}

/** Findings that were fixed: somebody took them for true. The same one counts once. */
export function accept(memory: FindingMemory, { findings, origin, at }: Accepted): FindingMemory {
  const accepted = new Map(Object.entries(memory.accepted ?? {}));
  for (const { fingerprint, rule, message } of findings) {
    const kind = kindOf({ rule });
    const known = accepted.get(kind) ?? { times: 0, last: [] };
    if (kind === '' || known.last.some((each) => each.fingerprint === fingerprint)) continue;
    const entry = { fingerprint, origin: origin.slice(0, LONGEST), message: message.slice(0, LONGEST), at };
    accepted.delete(kind);
    accepted.set(kind, { times: known.times + 1, last: [...known.last, entry].slice(-KEPT_LAST) });
  }
  if (accepted.size === 0) return memory;
  return { ...memory, accepted: Object.fromEntries(kept([...accepted])) };
}

type Kind = readonly [string, NonNullable<FindingMemory['accepted']>[string]];

/** Oldest first are left out those seen once: words of one review must not push out what recurs. */
function kept(kinds: readonly Kind[]): readonly Kind[] {
  const once = kinds.filter(([, { times }]) => times === 1);
  const others = kinds.filter(([, { times }]) => times > 1);
  const gone = new Set([...once, ...others].slice(0, Math.max(0, kinds.length - KEPT_KINDS)));
  return kinds.filter((kind) => !gone.has(kind));
}

/** What the next developer is told: the most frequent kinds, a few, and none that was forgotten or is dismissed as often. */
export function lessonsIn(memory: FindingMemory): readonly Lesson[] {
  return allLessons(memory)
    .filter(({ isTold }) => isTold)
    .map(({ kind, times, origin, example }) => ({ kind, times, origin, example }))
    .slice(0, mostLessons);
}

export type KnownLesson = Lesson & { readonly isTold: boolean };

/** Every kind that was fixed often enough, told or not, the most frequent first. */
export function allLessons(memory: FindingMemory): readonly KnownLesson[] {
  const dismissals = dismissalsByKind(memory);
  return Object.entries(memory.accepted ?? {})
    .filter(([, { times }]) => times >= lessonAfter)
    .map(([kind, { times, last }]): KnownLesson => {
      const newest = last.at(-1);
      const isTold = memory.forgotten?.includes(kind) !== true && (dismissals.get(kind) ?? 0) < times;
      return { kind, times, origin: newest?.origin ?? '', example: newest?.message ?? '', isTold };
    })
    .toSorted((a, b) => b.times - a.times || (a.kind < b.kind ? -1 : 1));
}

/** How often findings of each kind were dismissed here. */
export function dismissalsByKind({ dismissed, seen }: FindingMemory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { fingerprint } of dismissed) {
    const rule = seen[fingerprint]?.rule;
    if (rule === undefined) continue;
    const kind = kindOf({ rule });
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * Worst first, and of equally bad ones those last whose kind is often dismissed here. Nothing is left out and nothing
 * becomes milder: what people said before changes what they read first, not what counts.
 */
export function rankedBy(findings: readonly Finding[], memory: FindingMemory): readonly Finding[] {
  const dismissals = dismissalsByKind(memory);
  if (dismissals.size === 0) return findings;
  const rank = (finding: Finding): number => dismissals.get(kindOf(finding)) ?? 0;
  return findings.toSorted(
    (a, b) => severityRank(b.severity) - severityRank(a.severity) || rank(a) - rank(b),
  );
}
