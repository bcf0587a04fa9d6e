import type { Finding } from './finding.ts';

/** What a judge concluded. Never a boolean: whatever is not clearly a pass is not a pass. */
export type Verdict = 'pass' | 'fail' | 'blocked' | 'unknown';

/** What a developer reported about its own work. A claim, to be proved before anything else happens. */
export type DeveloperReport = 'ready' | 'incomplete' | 'blocked' | 'question' | 'unknown';

/**
 * What a gate that needs no model found. `broken` means it could not be computed: that is the infrastructure's
 * fault and is never charged to the developer, and never a pass.
 */
export type GateOutcome =
  | { readonly gate: string; readonly status: 'pass' }
  | { readonly gate: string; readonly status: 'fail'; readonly findings: readonly Finding[] }
  | { readonly gate: string; readonly status: 'broken'; readonly reason: string };

const strictness: Readonly<Record<Verdict, number>> = { pass: 0, unknown: 1, blocked: 2, fail: 3 };

/** The strictest of several verdicts; none at all is unknown, because nobody has judged. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  const [first, ...rest] = verdicts;
  if (first === undefined) return 'unknown';
  return rest.reduce((worst, verdict) => (strictness[verdict] > strictness[worst] ? verdict : worst), first);
}

/**
 * The gravest thing that the form of an answer says against the work. `hidden`: a fail signal that does not count, as in code.
 * `fail`: it fails the work and names nothing to change. `work`: it names something to change, or scores the work too low.
 */
export type Objection = 'hidden' | 'fail' | 'work';

/** The graver of two objections. */
export function graver(one: Objection | undefined, other: Objection | undefined): Objection | undefined {
  const order = [undefined, 'hidden', 'fail', 'work'] as const;
  return order[Math.max(order.indexOf(one), order.indexOf(other))];
}

/** One answer of a judge, as far as it decides. */
export type HeardAnswer = {
  /** What it says by itself, read strictly. */
  readonly verdict: Verdict;
  readonly objection?: Objection;
  /** It fails the work, and the judge is asked once what has to change. */
  readonly lacksReason?: boolean;
  /** It says pass, and this as well, which its form has no place for: prose may refuse what the form passes. */
  readonly outside?: readonly string[];
};

export type Ruling =
  /** The newest answer counts as it is. */
  | { readonly kind: 'stands' }
  /** The work has failed, for what this answer says. */
  | { readonly kind: 'fails'; readonly at: number }
  /** The judge is asked for a clearer answer. */
  | { readonly kind: 'ask' }
  /** Another judge is asked: this one refused the work, and then passed it, or it did not keep to the form twice. */
  | { readonly kind: 'replace'; readonly because: 'turned around' | 'form' }
  /** There is nothing that could decide. */
  | { readonly kind: 'nothing' };

/**
 * Decides what all answers of one judge to one dispatch come to, the oldest first (FLOW-11); null is a crash, a stall or a
 * limit instead of one. Nothing later erases what one of them says against the work: what can be carried out fails it,
 * anything else keeps this judge from passing it. For the form alone it is asked once. `isAsked`: it was asked for a clearer
 * answer, or may not be.
 */
export function ruleOn(answers: readonly (HeardAnswer | null)[], isAsked: boolean): Ruling {
  const newest = answers.at(-1) ?? null;
  const last = answers.length - 1;
  const work = answers.findLastIndex((answer) => answer?.objection === 'work');
  const isClear = newest?.verdict === 'fail' && newest.lacksReason !== true;
  if (work !== -1 && (isAsked || isClear)) return { kind: 'fails', at: work };
  if (newest === null) return { kind: 'nothing' };
  if (isClear || (newest.objection === 'fail' && isAsked)) return { kind: 'fails', at: last };
  if (newest.verdict === 'blocked') return { kind: 'stands' };
  if (isLoose(newest) && answers.slice(0, -1).some(isLoose)) return { kind: 'replace', because: 'form' };
  if (newest.verdict !== 'pass') return { kind: 'ask' };
  return answers.some((answer) => answer?.objection !== undefined)
    ? { kind: 'replace', because: 'turned around' }
    : { kind: 'stands' };
}

function isLoose(answer: HeardAnswer | null): boolean {
  return (answer?.outside ?? []).length > 0;
}
