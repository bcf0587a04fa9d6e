import type { ErrorCode } from './error.ts';
import type { Outcome } from './outcome.ts';

/** Every way a command can end. Scripts rely on these numbers, so none is ever given a second meaning. */
export const exitCodes = {
  passed: 0,
  failed: 1,
  usage: 2,
  person: 3,
  limit: 4,
  environment: 5,
  conflict: 6,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byVerdict: Readonly<Record<Outcome['verdict'], ExitCode | null>> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  // A check that is red at base says as little about the work as one that cannot run here.
  unknown: exitCodes.environment,
  outage: exitCodes.environment,
  decision: exitCodes.person,
  blocked: exitCodes.person,
  limit: exitCodes.limit,
  conflict: exitCodes.conflict,
  paused: exitCodes.interrupted,
  interrupted: exitCodes.interrupted,
  running: null,
  idle: null,
};

/** The exit code that goes with an outcome; null while it is not known how it ends. */
export function outcomeExitCode({ verdict }: Outcome): ExitCode | null {
  return byVerdict[verdict];
}

const meanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.passed, 'passed'],
  [exitCodes.failed, 'failed: problems were found, even if other results are unknown'],
  [exitCodes.usage, 'usage or configuration'],
  [exitCodes.person, 'needs your decision'],
  [exitCodes.limit, 'limit reached (budget, time)'],
  [exitCodes.environment, 'environment (agent, git, provider, Node, a check red at base)'],
  [exitCodes.conflict, 'state conflict (another run is using it)'],
  [exitCodes.bug, 'a bug in gauntlet'],
  [exitCodes.interrupted, 'interrupted, resumable (143 when terminated)'],
];

/** The table as `--help` shows it. */
export function exitCodesText(): string {
  const lines = meanings.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}

const byError: Readonly<Record<ErrorCode, ExitCode>> = {
  USAGE_INVALID: exitCodes.usage,
  FILE_UNREADABLE: exitCodes.usage,
  FILE_TOO_LARGE: exitCodes.usage,
  PLAN_INVALID: exitCodes.usage,
  CONFIG_INVALID: exitCodes.usage,
  INPUT_INVALID: exitCodes.usage,
  TRANSITION_ILLEGAL: exitCodes.bug,
  STATE_CONFLICT: exitCodes.conflict,
  JOURNAL_DAMAGED: exitCodes.conflict,
  AGENT_UNAVAILABLE: exitCodes.environment,
  ENVIRONMENT_UNFIT: exitCodes.environment,
  LIMIT_REACHED: exitCodes.limit,
  BUG: exitCodes.bug,
};

const byWeight: readonly ExitCode[] = [70, 6, 5, 2, 3, 4, 143, 130, 1];

/** The code of several things that were done one after the other. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return byWeight.find((code) => codes.includes(code)) ?? exitCodes.passed;
}

export function exitCodeOf(code: ErrorCode): ExitCode {
  return byError[code];
}
