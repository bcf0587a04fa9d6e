import type { ConvergenceReport, CountedRequirements, ConvergencePolicy } from '../model/convergence.ts';
import { convergenceHealth, convergenceReport } from '../model/convergence.ts';
import type { Auditor, Role } from '../model/team.ts';
import { strictest, type Verdict } from '../model/verdict.ts';
import { cellText } from './requirements/review-log.ts';

/** What a judge said about one requirement. */
export type ItemVerdict = {
  readonly item: string;
  readonly role: Role;
  /** Which auditor of the team, when the role is auditor; null is the one reviewer who looks without a team. */
  readonly auditor: Auditor | null;
  readonly verdict: Verdict;
  /** How many reviews of a critic failed it; 0 if not set. */
  readonly failures?: number;
  /** The ticket whose critic said so. */
  readonly ticket?: string;
  /** The audit whose recovery review said so. */
  readonly audit?: string;
  /** The commit it is about, where it is known. */
  readonly commit?: string | undefined;
  /** Whether the requirements auditor has answered again after a fix: this one is about older code. */
  readonly isReplaced?: boolean;
  /** Whether it answers after a fix for a recovery review about older code. */
  readonly isRenewed?: boolean;
  /** Whether it is of a recovery review in the run's audit, where another audit judges the document. */
  readonly isOfRun?: boolean;
};

export type Ticks = { readonly tick: readonly string[]; readonly untick: readonly string[] };

/**
 * TEAM-26: which boxes the coordinator may change. Only the critic, the reviewer of a recovery and the test auditor are
 * heard, and the requirements auditor where it answers for a recovery review after a fix. Everyone who was heard must
 * pass an item for it to be ticked, and one fail unticks it. Anything else leaves the box alone.
 */
export function ticksFrom(verdicts: readonly ItemVerdict[]): Ticks {
  const byItem = new Map<string, Verdict[]>();
  for (const verdict of verdicts.filter(mayTick)) {
    byItem.set(verdict.item, [...(byItem.get(verdict.item) ?? []), verdict.verdict]);
  }
  const judged = [...byItem].map(([item, said]) => ({ item, verdict: strictest(said) }));
  const items = (wanted: Verdict) =>
    judged.filter(({ verdict }) => verdict === wanted).map(({ item }) => item);
  return { tick: items('pass'), untick: items('fail') };
}

function mayTick({ role, auditor, isReplaced, isRenewed }: ItemVerdict): boolean {
  if (role === 'reviewer') return isReplaced !== true;
  return role === 'critic' || (role === 'auditor' && (auditor === 'test' || isRenewed === true));
}

/**
 * Returns the verdicts with those of recovery reviews replaced that are about older code: a round of the audit had the
 * item open, and the requirements auditor judged it again at another commit. Nobody sends a recovery review again then.
 */
export function replaceOldReviews(
  verdicts: readonly ItemVerdict[],
  wasOpen: (item: string) => boolean,
): readonly ItemVerdict[] {
  const replaces = (late: ItemVerdict, old: ItemVerdict): boolean =>
    old.role === 'reviewer' &&
    old.isOfRun !== true &&
    late.auditor === 'requirements' &&
    late.item === old.item &&
    late.commit !== undefined &&
    late.commit !== old.commit &&
    wasOpen(old.item);
  return verdicts.map((each) => ({
    ...each,
    isReplaced: verdicts.some((late) => replaces(late, each)),
    isRenewed: verdicts.some((old) => replaces(each, old)),
  }));
}

/** One review of one item (TEAM-12): one more cycle, and a row of the Review Log for each verdict of its judges. */
export type ItemCycle = {
  readonly item: string;
  readonly rows: readonly {
    readonly reviewer: string;
    readonly verdict: 'PASS' | 'FAIL';
    readonly details: string;
  }[];
};

/** Everything that the reviews of one run said about one item. */
export type ItemReviews = {
  readonly verdicts: readonly ItemVerdict[];
  /** What critics objected to, one text for each failed review. */
  readonly objections: readonly string[];
  /** What each round of the audit before the last had against it, where it had anything, and who said so. */
  readonly rounds: readonly { readonly by: readonly string[]; readonly said: readonly string[] }[];
  /** What the last score has against it. */
  readonly issues: readonly string[];
  /** What the audit of the run said about it, where another audit judges the document. */
  readonly ofRun?: { readonly verdicts: readonly ItemVerdict[]; readonly issues: readonly string[] };
};

/** Every review of an item, in order: those that critics and earlier rounds failed, then the last with all its verdicts. */
export function cyclesOf(item: string, audit: string, reviews: ItemReviews): readonly ItemCycle[] {
  const { verdicts, objections, rounds, issues, ofRun } = reviews;
  const before = verdicts.filter(({ verdict, isReplaced }) => verdict === 'pass' && isReplaced === true);
  const now = verdicts.filter((each) => !before.includes(each));
  const ofAudit = now.filter(({ isOfRun }) => isOfRun !== true);
  const late = [...now.filter((each) => !ofAudit.includes(each)), ...(ofRun?.verdicts ?? [])];
  const last = [
    ...verdictRows(audit, ofAudit, issues),
    ...verdictRows('audit:run', late, ofRun?.issues ?? []),
  ];
  return [
    ...objections.map((said) => ({ item, rows: [failedRow(audit, 'critic', [said])] })),
    ...rounds.map(({ by, said }, at) => ({
      item,
      rows: [
        ...passedRows(audit, at === 0 ? before : []),
        failedRow(audit, [...new Set(by)].join(', '), said),
      ],
    })),
    ...(last.length === 0 ? [] : [{ item, rows: last }]),
  ];
}

type Row = ItemCycle['rows'][number];

/** The rows of one review: those who pass the item, then those who fail it with what they have against it. */
function verdictRows(
  audit: string,
  verdicts: readonly ItemVerdict[],
  issues: readonly string[],
): readonly Row[] {
  const failing = verdicts.filter(
    (each) => each.verdict === 'fail' && each.role !== 'critic' && (mayTick(each) || issues.length > 0),
  );
  const isOpen = failing.length + issues.length > 0;
  const passing = verdicts.filter(({ verdict }) => verdict === 'pass');
  return [
    ...passedRows(audit, passing),
    ...(isOpen ? [failedRow(audit, namesOf(failing) || 'audit', issues)] : []),
  ];
}

/** The one reviewer without a team names only what is wrong: its row says no more than that. */
function passedRows(audit: string, judges: readonly ItemVerdict[]): readonly Row[] {
  const isSilent = ({ role, auditor }: ItemVerdict): boolean => role === 'auditor' && auditor === null;
  const row = (some: readonly ItemVerdict[], details: string): readonly Row[] =>
    some.length === 0 ? [] : [{ reviewer: namesOf(some), verdict: 'PASS', details }];
  return [
    ...row(
      judges.filter((judge) => !isSilent(judge)),
      audit,
    ),
    ...row(judges.filter(isSilent), `${audit}: no finding refers to this requirement`),
  ];
}

function failedRow(audit: string, reviewer: string, words: readonly string[]): Row {
  return { reviewer, verdict: 'FAIL', details: [audit, ...new Set(words)].filter(Boolean).join(': ') };
}

function namesOf(judges: readonly ItemVerdict[]): string {
  return [...new Set(judges.map(nameOf))].join(', ');
}

function nameOf({ role, auditor }: ItemVerdict): string {
  if (role === 'critic') return 'critic';
  if (role === 'reviewer') return 'recovery review';
  return auditor === null ? 'reviewer' : `${auditor} auditor`;
}

/** One review of an item as the Review Log has it, under its number. */
export type LoggedCycle = { readonly cycle: number; readonly rows: ItemCycle['rows'] };

/**
 * Returns what the Review Log lacks of the reviews of one item; `logged` is what this run wrote of them. The last one may
 * lack rows, which go under its number: what is written depends on what was said, not on when. An audit that is held again
 * adds only new reviews, and always a verdict that changed.
 */
export function cyclesDue(
  all: readonly ItemCycle[],
  logged: readonly LoggedCycle[],
): readonly (ItemCycle & { readonly into?: number })[] {
  const [last, known] = [all.at(-1), logged.at(-1)];
  const due = all.slice(logged.length);
  if (due.length > 0 || last === undefined || known === undefined) return due;
  const lacks = (rows: readonly Row[]) => (row: Row) => !rows.some((each) => isSameRow(each, row));
  const rows = last.rows.filter(lacks(known.rows));
  if (!known.rows.some(lacks(last.rows)))
    return rows.length === 0 ? [] : [{ item: last.item, rows, into: known.cycle }];
  return known.rows.at(-1)?.verdict === last.rows.at(-1)?.verdict ? [] : [last];
}

function isSameRow(a: Row, b: Row): boolean {
  const isSame = cellText(a.details) === cellText(b.details);
  return isSame && a.reviewer === b.reviewer && a.verdict === b.verdict;
}

type Item = {
  readonly id: string;
  readonly line: number;
  readonly checked: boolean;
  readonly cycles: number;
};

/** A document with the verdicts of the run that are not written into it yet. */
export type Standing<I extends Item> = {
  readonly report: ConvergenceReport;
  /** The document's own ticks, with the review cycles of this run. */
  readonly counted: CountedRequirements;
  /** Items that a review has never passed: not judged in this run, and open or ticked without a review cycle. */
  readonly unreviewed: readonly I[];
  /** Items that nobody has passed, and whether one of them has used up its review cycles: a person is asked. */
  readonly open: readonly string[];
  readonly isWorn: boolean;
};

/**
 * How a requirements document stands while a run is under way: ticks are written when the run ends, but every review of
 * an item meanwhile is a review cycle (TEAM-24).
 */
export function standingOf<I extends Item>(
  name: string,
  { items, counted }: { readonly items: readonly I[]; readonly counted: CountedRequirements },
  verdicts: readonly ItemVerdict[],
  policy: ConvergencePolicy,
): Standing<I> {
  const { tick, untick } = ticksFrom(verdicts);
  const judged = new Set([...tick, ...untick]);
  const isTicked = ({ id, checked }: Item): boolean => tick.includes(id) || (checked && !untick.includes(id));
  const changed = items.filter(isTicked).length - items.filter(({ checked }) => checked).length;
  const reviewed = items.map((item) => ({ item, cycles: item.cycles + reviewsOf(item.id, verdicts) }));
  const cycles = reviewed.reduce((most, each) => Math.max(most, each.cycles), 0);
  const openAfter = (least: number) =>
    reviewed
      .filter((each) => !isTicked(each.item) && each.cycles >= least)
      .map((each) => ({ name: each.item.id || `line ${each.item.line}`, cycles: each.cycles }));
  const escalated = openAfter(policy.escalateAfter).map((each) => `${each.name} (cycles: ${each.cycles})`);
  const withHealth = (checked: number): CountedRequirements => {
    const now = { ...counted, checked, cycles, escalated };
    const isKnown = counted.health !== 'unknown';
    return {
      ...now,
      health: isKnown ? convergenceHealth({ ...now, reviewCycles: cycles }, policy) : 'unknown',
    };
  };
  return {
    report: convergenceReport(name, withHealth(counted.checked + changed)),
    counted: withHealth(counted.checked),
    unreviewed: items.filter(({ id, checked, cycles: own }) => !judged.has(id) && (!checked || own === 0)),
    open: openAfter(0).map(({ name }) => name),
    isWorn: openAfter(policy.maxCycles).length > 0,
  };
}

/** Items that the last round of an audit has open and that have used up their review cycles with it (TEAM-12). */
export function usedUp(
  items: readonly Item[],
  verdicts: readonly ItemVerdict[],
  /** What each scored round has open. */
  rounds: readonly (readonly string[])[],
  { maxCycles }: Pick<ConvergencePolicy, 'maxCycles'>,
): readonly string[] {
  const last = new Set(rounds.at(-1));
  return items.flatMap(({ id, cycles }) => {
    const failed = verdicts.reduce((sum, each) => sum + (each.item === id ? (each.failures ?? 0) : 0), 0);
    const reviews = failed + rounds.filter((open) => open.includes(id)).length;
    return last.has(id) && cycles + reviews >= maxCycles ? [id] : [];
  });
}

/** How many reviews of this run an item has had: each that a critic failed, and the last one. */
function reviewsOf(item: string, verdicts: readonly ItemVerdict[]): number {
  const own = verdicts.filter((each) => each.item === item);
  const failures = own.reduce((sum, each) => sum + (each.failures ?? 0), 0);
  const isJudged = own.some(
    ({ verdict, role }) => verdict === 'pass' || (verdict === 'fail' && role !== 'critic'),
  );
  return failures + (isJudged ? 1 : 0);
}
