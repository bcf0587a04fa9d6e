import { sanitize } from '../formats/index.ts';
import { errorMessage, GauntletError } from '../model/error.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../model/exit-codes.ts';
import { jsonText } from '../project/json-text.ts';
import { machineError } from './machine-error.ts';

export type ErrorOutput = { readonly stdout: string; readonly stderr: string; readonly exitCode: ExitCode };

/** What a person and a program are told about something that went wrong, and the code to leave with. */
export function sayError(thrown: unknown, json: boolean, usage: ExitCode = exitCodes.usage): ErrorOutput {
  const error = first(thrown);
  const known = ours(error) ?? machineError(error) ?? bug(error);
  const usual = exitCodeOf(known.code);
  const exitCode = usual === exitCodes.usage ? usage : usual;
  const lines = [`gauntlet: ${known.message} [${known.code}]`];
  if (known.hint !== undefined) lines.push(`  hint: ${known.hint}`);
  if (exitCode === exitCodes.bug) lines.push(...stackLines(error));
  const stderr = clean(lines.join('\n'));
  if (!json) return { stdout: '', stderr, exitCode };
  return { stdout: jsonText({ error: asData(known), exitCode }), stderr, exitCode };
}

/** Lines for a terminal, without anything it would obey. */
export function clean(text: string): string {
  return `${sanitize(text)}\n`;
}

/** What went wrong first: where closing fails too, `using` throws both. By its name, because Node 22 has no such class. */
function first(thrown: unknown): unknown {
  const isBoth = thrown instanceof Error && thrown.name === 'SuppressedError' && 'suppressed' in thrown;
  return isBoth ? first(thrown.suppressed) : thrown;
}

/** An error of ours, also of a part that is loaded from a file of its own and has its own copy of the class. */
function ours(error: unknown): GauntletError | undefined {
  return isOurs(error) ? error : undefined;
}

function isOurs(error: unknown): error is GauntletError {
  return error instanceof Error && error.name === 'GauntletError';
}

/** Whatever neither we nor the machine have said is our mistake, not the user's. */
function bug(error: unknown): GauntletError {
  const message = errorMessage(error);
  return new GauntletError('BUG', `this is a bug in gauntlet: ${message}`, {
    hint: 'Please report it with the lines below.',
    cause: error,
  });
}

function stackLines(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').slice(1, 12);
}

function asData(error: GauntletError): Record<string, unknown> {
  return { code: error.code, message: error.message, hint: error.hint ?? null, data: error.data };
}
