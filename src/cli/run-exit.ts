import { verdictOf } from '../model/red-at-base.ts';
import type { RunWord } from '../report/index.ts';
import { redAtBaseOf, type State, summarise } from '../state/index.ts';
import { type ExitCode, exitCodes, verdictExitCodes } from './exit-codes.ts';

/** The exit code a run in this condition leaves with, for whoever asks; null while it is not known how it ends. */
export function runExitCode(word: RunWord, state: State): ExitCode | null {
  switch (word) {
    case 'completed':
      return verdictExitCodes[
        verdictOf({ failing: false, notComputed: false, redAtBase: redAtBaseOf(state) })
      ];
    case 'partial':
    case 'failed':
      return exitCodes.wanting;
    case 'escalated':
      return isOutage(state) ? exitCodes.environment : exitCodes.person;
    case 'limit':
      return exitCodes.limit;
    case 'conflict':
      return exitCodes.conflict;
    case 'paused':
    case 'interrupted':
      return exitCodes.interrupted;
    case 'running':
    case 'idle':
      return null;
  }
}

/** No agent at all could work: the environment is at fault, and no decision fixes that. */
function isOutage(state: State): boolean {
  const { decisionsNeeded, tickets } = summarise(state);
  if (tickets.some(({ status }) => status === 'completed')) return false;
  const unavailable = decisionsNeeded.filter(({ reason }) => reason === 'agent_unavailable');
  const started = tickets.filter(({ attempts }) => attempts > 0);
  return unavailable.length > 0 && unavailable.length === started.length;
}
