import type { RunWord } from '../report/index.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The exit code a run in this condition leaves with; null while it is not known how it ends. */
export function runExitCode(word: RunWord): ExitCode | null {
  switch (word) {
    case 'completed':
      return exitCodes.passed;
    case 'partial':
    case 'failed':
      return exitCodes.wanting;
    case 'escalated':
      return exitCodes.person;
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
