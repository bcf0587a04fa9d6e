import type { RunStatus } from '../model/events.ts';
import { redAtBaseLine, redAtBaseWords, verdictOf } from '../model/red-at-base.ts';
import { acceptedIn, redAtBaseOf, type State } from '../state/index.ts';
import { openRequirementWords } from './convergence-lines.ts';
import { count, quoted } from './say.ts';

/** State of a run, as `status` tells it: the ends of a run, and what it is while it has none. */
export type RunWord = RunStatus | 'running' | 'paused' | 'interrupted' | 'idle';

/**
 * The journal knows whether a run has ended; whether one that has not is going on or was cut off, only the lease tells.
 * One that a person stopped is paused.
 */
export function runWord(state: State, held: boolean): RunWord {
  if (state.status !== null) return state.status;
  if (state.phase === 'idle') return held ? 'running' : 'idle';
  if (held) return state.paused === null ? 'running' : 'paused';
  return state.halted || state.paused !== null ? 'paused' : 'interrupted';
}

/**
 * The quality gate in a few words: a pass names the checks that are red at base, the open requirements (REAL-02), and how much
 * of it a person accepted.
 */
export function gateWords(state: State, word: RunWord): string {
  const redAtBase = redAtBaseOf(state);
  const verdict = verdictOf({ failing: false, notComputed: false, redAtBase });
  const isUnproved = word === 'completed' && verdict !== 'passed';
  const open = word === 'completed' ? openRequirementWords(state) : '';
  const accepted = word === 'completed' ? acceptedIn(state).length : 0;
  const byPerson = accepted === 0 ? '' : `, ${count(accepted, 'job')} accepted by a person`;
  return `${isUnproved ? 'NOT PROVED' : gateWord(word)}${redAtBaseWords(redAtBase)}${open}${byPerson}`;
}

const MOST_ACCEPTED = 20;

/** What a person accepted, with who and why. */
export function acceptedLines(state: State): readonly string[] {
  const all = acceptedIn(state);
  const lines = all
    .slice(0, MOST_ACCEPTED)
    .map(({ job, because }) => `accepted  ${quoted(job, 64)} by ${quoted(because, 400)}`);
  return all.length > MOST_ACCEPTED ? [...lines, `and ${all.length - MOST_ACCEPTED} more`] : lines;
}

/** The first lines of every verdict about a run: the checks that are red at base. */
export function baseLines(state: State): readonly string[] {
  return redAtBaseOf(state).map((red) => quoted(redAtBaseLine(red), 400));
}

/** The one word of the quality gate, for people. */
function gateWord(word: RunWord): string {
  switch (word) {
    case 'completed':
      return 'PASSED';
    case 'partial':
    case 'failed':
      return 'FAILED';
    case 'escalated':
      return 'WAITS FOR A PERSON';
    case 'limit':
      return 'STOPPED AT A LIMIT';
    case 'conflict':
      return 'STOPPED BY A CONFLICT';
    case 'running':
      return 'RUNNING';
    case 'paused':
      return 'PAUSED';
    case 'interrupted':
      return 'INTERRUPTED';
    case 'idle':
      return 'NOT STARTED';
  }
}
