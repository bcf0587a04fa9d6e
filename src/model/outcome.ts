import { openAtBase, type RedAtBase, redAtBaseWords } from './red-at-base.ts';

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
