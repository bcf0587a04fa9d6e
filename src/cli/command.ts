import type { Command } from 'commander';

import type { Paint } from './colour.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Io } from './io.ts';

/** One word of the command line. A command lives in one file and is bundled into one file. */
export type CliCommand = {
  readonly name: string;
  readonly summary: string;
  /** Adds the command's own operands, options and notes; the shared flags are added for it. */
  define(command: Command): void;
  run(call: Call): Promise<ExitCode>;
  /** What a wrong command line ends with, where whoever calls takes 2 for something else. */
  usageCode?(args: readonly string[]): ExitCode;
};

/** A command line that was understood. */
export type Call = {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly json: boolean;
  readonly paint: Paint;
  readonly io: Io;
};

/** The value of an option that takes one. */
export function textOption(call: Pick<Call, 'options'>, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
}
