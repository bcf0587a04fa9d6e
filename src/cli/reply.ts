import type { ExitCode } from '../model/exit-codes.ts';
import type { Answer } from '../project/answer.ts';
import { jsonText } from '../project/json-text.ts';
import type { CliCall } from './command.ts';
import { clean } from './say-error.ts';

/** Prints an answer: one JSON value with `--json`, else lines that are cleaned here, or a text that is clean. */
export function reply(
  { io, json }: Pick<CliCall, 'io' | 'json'>,
  { value, text, exitCode }: Answer,
): ExitCode {
  const words = typeof text === 'string' ? text : text.map((line) => clean(line)).join('');
  io.stdout.write(json ? jsonText(value) : words);
  return exitCode;
}
