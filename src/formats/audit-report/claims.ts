import type { AuditClaims, AuditCounts, AuditSummary } from '../../model/audit.ts';
import type { Block } from './read-blocks.ts';
import { isSummaryHeading } from './labels.ts';

/** What the SUMMARY sections of a report say. */
export type Claims = {
  readonly claimed: AuditClaims | null;
  /** Things that cannot be right: unreadable numbers, two different ones. */
  readonly complaints: readonly string[];
  /** Whether a count of open findings is written in a way that cannot be read: it may be any number. */
  readonly mayHideOpen: boolean;
  /** Marks we write ourselves, so that a report read once keeps its flaws. Believing them can only lower. */
  readonly saysIncomplete: boolean;
  readonly saysInconsistent: boolean;
};

/** How a summary compares with the findings it sums up. */
export type Comparison = { readonly score: number; readonly differences: readonly string[] };

const counted = ['checked', 'pass', 'fail', 'partial'] as const;
const keys = [...counted, 'score'] as const;

/** Scores are written with two digits. */
const ROUNDED = 0.005 + 1e-9;

export function readClaims(blocks: readonly Block[]): Claims {
  const fields = blocks.filter((block) => isSummaryHeading(block.heading)).flatMap((block) => block.fields);
  const complaints: string[] = [];
  let mayHideOpen = false;
  const valueOf = (key: (typeof keys)[number]): number | null => {
    const texts = fields.filter((field) => field.name === key).map((field) => field.text);
    const countsOpen = key === 'fail' || key === 'partial';
    const valueIn = (text: string) => (key === 'score' ? readScore(text) : readCount(text, countsOpen));
    const values = texts.flatMap((text) => valueIn(text) ?? []);
    if (values.length < texts.length) {
      complaints.push(`the SUMMARY's ${key} is not a number`);
      mayHideOpen ||= countsOpen;
    }
    if (new Set(values).size > 1) complaints.push(`the SUMMARY gives more than one ${key}`);
    return worst(key, values);
  };
  const claimed = {
    checked: valueOf('checked'),
    pass: valueOf('pass'),
    fail: valueOf('fail'),
    partial: valueOf('partial'),
    score: valueOf('score'),
  };
  const says = (name: string, word: string) =>
    fields.some((field) => field.name === name && field.text.toLowerCase() === word);
  return {
    claimed: Object.values(claimed).every((value) => value === null) ? null : claimed,
    complaints,
    mayHideOpen,
    saysIncomplete: says('complete', 'no'),
    saysInconsistent: says('inconsistent', 'yes'),
  };
}

/** Where findings and SUMMARY disagree the lower score counts (TEAM-04). */
export function compareClaims(counts: AuditCounts, claimed: AuditClaims | null): Comparison {
  const own = counts.checked === 0 ? 0 : counts.pass / counts.checked;
  if (claimed === null) return { score: own, differences: [] };
  const differences = counted
    .filter((key) => claimed[key] !== null && claimed[key] !== counts[key])
    .map((key) => `the SUMMARY says ${key} ${claimed[key]}, the findings say ${counts[key]}`);
  const scores = [own];
  if (claimed.score !== null && Math.abs(claimed.score - own) > ROUNDED) {
    differences.push(
      `the SUMMARY says score ${claimed.score}, the findings say ${Math.round(own * 100) / 100}`,
    );
    scores.push(claimed.score);
  }
  if (claimed.pass !== null && claimed.checked !== null && claimed.checked > 0) {
    scores.push(claimed.pass / claimed.checked);
  }
  return { score: Math.min(...scores), differences };
}

/** Whether more are counted as checked or as open than there are findings: some were written and not read. */
export function claimsMore(counts: AuditCounts, claimed: AuditClaims | null): boolean {
  if (claimed === null) return false;
  const { checked, pass, fail, partial } = claimed;
  if ((checked ?? 0) > counts.checked) return true;
  if ((fail ?? 0) > counts.fail || (partial ?? 0) > counts.partial) return true;
  // What was checked and did not pass is open, also where nobody counts it.
  return pass !== null && checked !== null && checked - pass > counts.fail + counts.partial;
}

export function writeClaims(claimed: AuditClaims): readonly string[] {
  return keys.flatMap((key) => (claimed[key] === null ? [] : [`- ${LABELS[key]}: ${claimed[key]}`]));
}

const LABELS: Readonly<Record<keyof AuditSummary, string>> = {
  checked: 'Checked',
  pass: 'Pass',
  fail: 'Fail',
  partial: 'Partial',
  score: 'Score',
};

/** Of two claims the one that speaks more against the work. */
function worst(key: keyof AuditSummary, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return key === 'score' || key === 'pass' ? Math.min(...values) : Math.max(...values);
}

const NONE = /^(?:none|no|zero|[-–—]|n\/a)$/i;

function readCount(text: string, mayBeNone: boolean): number | undefined {
  if (mayBeNone && NONE.test(text)) return 0;
  const digits = /^(\d{1,7})(?![\d.])/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** `0.80`, `80 %`, `12/15` and a bare `80`, all as a fraction of one; anything outside 0 to 1 is unreadable. */
function readScore(text: string): number | undefined {
  const match = /^(\d{0,4}(?:\.\d{1,16})?)\s?(?:(%)|\/\s?(\d{1,6}))?(?![\d.])/.exec(text);
  const [, digits = '', percent, whole] = match ?? [];
  if (digits === '') return undefined;
  const value = Number(digits);
  const isPercent = percent !== undefined || (whole === undefined && value > 1);
  const score = value / (isPercent ? 100 : Number(whole ?? 1));
  // Six digits are more than anyone means, and a number that short reads back as itself.
  return score <= 1 ? Math.round(score * 1e6) / 1e6 : undefined;
}
