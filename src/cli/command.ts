import { GauntletError } from '../model/error.ts';
import type { ExitCode } from '../model/exit-codes.ts';
import type { Answer } from '../project/answer.ts';
import type { Call } from '../project/call.ts';
import type { Paint } from './terminal/colour.ts';
import type { Io } from './io.ts';
import type { OperandDefinition, OptionDefinition, OptionsOf } from './option-types.ts';

/** One word of the command line. A command lives in one file and is bundled into one file. */
export type CliCommand = {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly OperandDefinition[];
  /** The command's own options; the shared ones are added for it. */
  readonly options: readonly OptionDefinition[];
  /** Printed below the help text. */
  readonly note?: string;
  /** Its answer is printed; a command that prints by itself answers with its exit code. */
  run(call: CliCall): Promise<Answer | ExitCode>;
  /** Commands of their own behind its name: `gauntlet ticket retry`. Each verb alone is an alias. */
  readonly verbs?: readonly CliCommand[];
  /** The exit code of a wrong command line, for callers that give 2 another meaning. */
  usageCode?(args: readonly string[]): ExitCode;
};

/** A command line that was understood. `Options` are those that its reader uses. */
export type CliCall<Options extends object = object> = Call<Options> & {
  readonly colour: boolean;
  readonly paint: Paint;
  readonly io: Io;
};

/** A command line of the command with these options: `CallWith<typeof auditOptions>`. */
export type CallWith<Defined extends readonly OptionDefinition[]> = CliCall<OptionsOf<Defined>>;

type Typed<Defined extends readonly OptionDefinition[]> = Omit<CliCommand, 'operands' | 'options' | 'run'> & {
  readonly operands?: readonly OperandDefinition[];
  readonly options?: Defined;
  run(call: CallWith<Defined>): Promise<Answer | ExitCode>;
};

/** A command whose `run` gets its options typed by their definition: a misspelt one does not compile. */
export function cliCommand<const Defined extends readonly OptionDefinition[] = readonly []>(
  command: Typed<Defined>,
): CliCommand {
  return { operands: [], options: [], ...command };
}

type Verbs = Pick<CliCommand, 'name' | 'summary'> & Required<Pick<CliCommand, 'verbs'>>;

/** A command that does nothing without one of its verbs. */
export function verbGroup(group: Verbs): CliCommand {
  const names = group.verbs.map(({ name }) => name).join(', ');
  return {
    ...group,
    operands: [],
    options: [],
    run: () =>
      Promise.reject(
        new GauntletError('USAGE_INVALID', `gauntlet ${group.name} needs one of: ${names}`, {
          hint: `Run "gauntlet help ${group.name}".`,
        }),
      ),
  };
}
