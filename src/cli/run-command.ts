import { resolve } from 'node:path';

import { CommanderError } from 'commander';

import { GauntletError } from '../model/error.ts';
import { buildCommand, type SharedOptions, takesEpic } from './build-command.ts';
import { callerOf } from './caller.ts';
import { painter } from './terminal/colour.ts';
import type { CliCall, CliCommand } from './command.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import type { Io, Sink } from './io.ts';
import { parseLine } from './parse-line.ts';
import { reply } from './reply.ts';
import { sayError } from './say-error.ts';

/** Parses the command line of one command, runs it, and turns whatever happens into an exit code. */
export async function runCommand(named: CliCommand, words: readonly string[], io: Io): Promise<ExitCode> {
  const verb = named.verbs?.find(({ name }) => name === words[0]);
  const [command, args] = verb === undefined ? [named, words] : [verb, words.slice(1)];
  try {
    const call = understand(command, args, io);
    const answer = await command.run(call);
    return typeof answer === 'number' ? answer : reply(call, answer);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.passed;
    const usage = command.usageCode?.(args) ?? exitCodes.usage;
    const said = sayError(withHelp(error, command), asksForJson(args), usage);
    io.stderr.write(said.stderr);
    tryToWrite(io.stdout, said.stdout);
    return said.exitCode;
  }
}

/** Every wrong command line has a next command. */
function withHelp(error: unknown, { name }: CliCommand): unknown {
  if (!(error instanceof GauntletError) || error.code !== 'USAGE_INVALID' || error.hint !== undefined)
    return error;
  const { message, data, cause } = error;
  return new GauntletError('USAGE_INVALID', message, { data, cause, hint: helpHint(name) });
}

function helpHint(name: string): string {
  return `Run "gauntlet ${name} --help" to see its options.`;
}

/** Where the result could not be written the error cannot either; stderr and the exit code have told it. */
function tryToWrite(sink: Sink, text: string): void {
  try {
    sink.write(text);
  } catch {
    // Said on stderr.
  }
}

function understand(command: CliCommand, args: readonly string[], io: Io): CliCall {
  // Errors are ours to print, in one place and in one shape.
  const output = { writeErr: () => undefined, writeOut: (text: string) => io.stdout.write(text) };
  const { parser, wrong } = parseLine(() => buildCommand(command).configureOutput(output), args);
  if (wrong.length > 0)
    throw new GauntletError('USAGE_INVALID', wrong.join('; '), {
      hint: helpHint(command.name),
    });
  const options = parser.opts<SharedOptions>();
  const epic = takesEpic(command) ? options.epic : undefined;
  if (epic !== undefined && parser.args.some((word) => word !== epic))
    throw new GauntletError('USAGE_INVALID', `name one epic, not ${parser.args.join(' ')} and ${epic}`);
  const json = options.json === true;
  const cwd = options.cwd === undefined ? io.cwd : resolve(io.cwd, options.cwd);
  return {
    operands: epic === undefined ? parser.args : [epic],
    options,
    json,
    colour: options.color,
    paint: painter(io, options.color),
    io: callerOf({ ...io, cwd }, json),
  };
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).includes('--json');
}
