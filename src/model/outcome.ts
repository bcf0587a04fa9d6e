/** A check that does not pass at base: its result says nothing about a change (REAL-02). */
export type RedAtBase = {
  readonly check: string;
  /** `not-computed`: it could not be run at base. */
  readonly state: 'red' | 'not-computed';
  readonly ranNoTest: boolean;
  /** It was ended, by its time limit for example, before a test finished. */
  readonly isUnfinished?: boolean;
  /** Why, in one line; empty where it is not known. */
  readonly reason: string;
  /** How a person allowed exactly this check; null: nobody did. */
  readonly allowed: '--allow-red' | 'override' | null;
  /** Who decided the override, where the run recorded it. */
  readonly by?: string;
};

/** Said wherever nothing could be red because nothing is run. */
export const NO_CHECKS = 'no checks configured: nothing was tested';

/** The checks that keep a verdict from being a pass. */
export function openAtBase(red: readonly RedAtBase[]): readonly RedAtBase[] {
  return red.filter(({ allowed }) => allowed === null);
}

/** The line that every verdict begins with. */
export function redAtBaseLine({ check, state, allowed, ...red }: RedAtBase): string {
  const tested = red.ranNoTest ? ': ran no test' : red.isUnfinished === true ? ': no test finished' : '';
  const said = red.reason === '' ? tested : `: ${red.reason}`;
  const is = state === 'red' ? `${check} is red at base` : `${check} gave no result at base`;
  if (allowed === '--allow-red') return `${is}, allowed by --allow-red${said}`;
  if (allowed === 'override') return `${is}, ${acceptedBy(red.by)} (decide --override)${said}`;
  return `${is}${said}`;
}

function acceptedBy(by = 'a person'): string {
  return `accepted by ${by}`;
}

/** What else could not be computed: checks that are red at base are said by themselves, and first. */
export function notComputedBeside(about: {
  readonly redAtBase: readonly RedAtBase[];
  readonly notComputed: readonly string[];
}): readonly string[] {
  const red = about.redAtBase.map(redAtBaseLine);
  return about.notComputed.filter((what) => !red.includes(what));
}

/** The same of all checks in few words: `unit-tests red at base, accepted by Ann`, `no test ran in unit-tests`. */
export function redAtBaseWords(red: readonly RedAtBase[]): readonly string[] {
  const names = (some: readonly RedAtBase[]): string => some.map(({ check }) => check).join(', ');
  const by = (how: RedAtBase['allowed'], words: string): readonly string[] => {
    const some = red.filter(({ allowed }) => allowed === how);
    return some.length === 0 ? [] : [`${names(some)} red at base${words}`];
  };
  const none = red.filter(({ ranNoTest }) => ranNoTest);
  const untested = none.length === 0 ? [] : [`no test ran in ${names(none)}`];
  const ended = red.filter(({ isUnfinished }) => isUnfinished === true);
  if (ended.length > 0) untested.push(`no test finished in ${names(ended)}`);
  return [
    ...by(null, ''),
    ...by('--allow-red', ', allowed by --allow-red'),
    ...by('override', `, ${acceptedBy(red.find(({ allowed }) => allowed === 'override')?.by)}`),
    ...untested,
  ];
}

const words = {
  passed: 'PASSED',
  failed: 'FAILED',
  unknown: 'NOT PROVED',
  decision: 'NEEDS YOUR DECISION',
  blocked: 'BLOCKED',
  outage: 'NO AGENT COULD WORK',
  limit: 'STOPPED AT A LIMIT',
  conflict: 'STATE CONFLICT',
  interrupted: 'INTERRUPTED',
  paused: 'PAUSED',
  running: 'RUNNING',
  idle: 'NOT STARTED',
} as const;

type Verdict = keyof typeof words;

/** The result of a run, a review or an audit. Every surface prints this value and none has a verdict of its own. */
export type Outcome = { readonly verdict: Verdict; readonly word: string; readonly because: string };

export type OutcomeFacts = {
  /** Why it has not reached its end; null where it has. */
  readonly open?: Exclude<Verdict, 'passed' | 'failed' | 'unknown'> | null;
  /** Problems that have to be fixed. */
  readonly failing?: readonly string[];
  /** Parts without a result: never a pass. */
  readonly notComputed?: readonly string[];
  readonly redAtBase?: readonly RedAtBase[];
  /** Facts that a reader needs beside the verdict, whatever it is. */
  readonly besides?: readonly string[];
};

/**
 * Decides what a run, a review or an audit came to. Something to fix fails; a check that is red at base and not allowed by
 * name, or anything that could not be computed, is never a pass.
 */
export function outcomeOf(facts: OutcomeFacts): Outcome {
  const { open = null, failing = [], notComputed = [], redAtBase = [], besides = [] } = facts;
  const isUnknown = notComputed.length + openAtBase(redAtBase).length > 0;
  const verdict = open ?? (failing.length > 0 ? 'failed' : isUnknown ? 'unknown' : 'passed');
  const reasons = [...failing, ...notComputed, ...redAtBaseWords(redAtBase), ...besides];
  return { verdict, word: words[verdict], because: [...new Set(reasons)].join('; ') };
}

/** The one line that says an outcome: `FAILED: 2 findings at HIGH or worse`. */
export function headline({ word, because }: Outcome): string {
  return because === '' ? word : `${word}: ${because}`;
}
