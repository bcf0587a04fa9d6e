import type { CliCall } from './command.ts';
import type { OptionDefinition, OptionsOf } from './option-types.ts';
import { clean } from './say-error.ts';
import { GauntletError } from '../model/error.ts';
import { stages } from '../model/events.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { jsonText } from '../project/json-text.ts';
import { followOutput, outputOf, promptOf, type RunLocation } from '../project/kept/run-output.ts';
import { isHeld } from '../project/lease-holder.ts';

/** One run of an agent or a program, wherever it is kept. */
export type PrintedRun = {
  readonly run: number;
  readonly isOver: boolean;
  /** What `--json` says of it beside its prompt and output. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Options of `logs` that ask for one run. */
export function asksForOne({ options }: CliCall<LogsOptions>): boolean {
  return (['run', 'attempt', 'stage', 'prompt', 'output', 'follow', 'raw'] as const).some(
    (name) => options[name] !== undefined,
  );
}

export function refuseRawTerminal({ options, io }: CliCall<LogsOptions>): void {
  if (options.raw !== true || !io.stdout.isTty()) return;
  throw new GauntletError(
    'USAGE_INVALID',
    '--raw cannot print to a terminal: an agent may have written control sequences',
    {
      hint: 'Send it to a file: gauntlet logs … --raw > file',
    },
  );
}

/** What was asked and said in one run; with `--follow` what is said until it is over. */
export async function printRun(
  place: RunLocation,
  { run, isOver, data }: PrintedRun,
  { io, options, json }: CliCall<LogsOptions>,
): Promise<typeof exitCodes.passed> {
  const raw = options.raw === true;
  const prompt = promptOf(place, run);
  const output = outputOf(place, run);
  if (json) {
    io.stdout.write(jsonText({ ...data, prompt: prompt ?? null, output: output ?? null }));
    return exitCodes.passed;
  }
  const shown = options.prompt === true && options.output !== true ? prompt : output;
  if (options.prompt === true && options.output === true && prompt !== undefined)
    io.stdout.write(raw ? prompt : clean(prompt));
  if (shown !== undefined) io.stdout.write(raw ? shown : clean(shown));
  else if (options.follow !== true) io.stderr.write(`nothing was recorded for run ${run}\n`);
  if (options.follow === true && !isOver)
    await followOutput(place, run, {
      from: output ?? '',
      isOver: () => !isHeld(place),
      write: (text) => io.stdout.write(raw ? text : clean(text).slice(0, -1)),
    });
  return exitCodes.passed;
}

/** The options of `gauntlet logs`. */
export const logsOptions = [
  ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
  ['--run <n>', 'print the step with this number'],
  ['--attempt <n>', 'print the last step of this attempt (1 is the first), or of this round of a review'],
  ['--stage <stage>', 'print the last step of this stage', { choices: stages }],
  ['--prompt', 'print the prompt of the agent'],
  ['--output', 'print the answer of the agent'],
  ['-f, --follow', 'follow the output of a running step'],
  ['--raw', 'print raw bytes, including terminal control sequences (refused on a terminal)'],
] as const satisfies readonly OptionDefinition[];

export type LogsOptions = OptionsOf<typeof logsOptions>;
