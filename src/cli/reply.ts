import type { Call } from './command.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import { jsonText } from '../project/json-text.ts';
import { clean } from './say-error.ts';

/** Prints the result of a command: one JSON value with `--json`, else lines that are cleaned here, or a text that is clean. */
export function reply(
  { io, json }: Pick<Call, 'io' | 'json'>,
  value: unknown,
  text: string | readonly string[],
  exitCode: ExitCode = exitCodes.passed,
): ExitCode {
  const words = typeof text === 'string' ? text : text.map((line) => clean(line)).join('');
  io.stdout.write(json ? jsonText(value) : words);
  return exitCode;
}
