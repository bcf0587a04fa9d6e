import { type ExitCode, exitCodes } from '../model/exit-codes.ts';

/** What a use-case came to: one value for programs, the same in words for people, and the exit code. */
export type Answer = {
  readonly value: unknown;
  /** Lines, or a text that is printed as it is. */
  readonly text: string | readonly string[];
  readonly exitCode: ExitCode;
};

export function answer(value: unknown, text: Answer['text'], exitCode: ExitCode = exitCodes.passed): Answer {
  return { value, text, exitCode };
}
