import { anything, openMapOf, or, turned } from '../../schema/shape.ts';
import { inCode, readCode } from '../text/location.ts';
import { oneLine } from '../text/sections.ts';
import { readStatusEntry } from '../text/status.ts';
import { isEmpty, line, lineFrom, listPart } from './parts.ts';

/** A command the auditor says it ran. */
export type RanCommand = {
  readonly command: string;
  /** Empty where none is named. */
  readonly environment: string;
  readonly result: 'PASS' | 'FAIL' | 'UNKNOWN';
};

const RESULT_WORDS = [
  'PASSED',
  'PASS',
  'FAILED',
  'FAIL',
  'ERROR',
  'BLOCKED',
  'SKIPPED',
  'TIMEOUT',
  'UNKNOWN',
] as const;

/** Reads `<command> (<environment>): PASS`, the command with or without code marks. */
function readCommand(item: string): RanCommand {
  const marked = readCode(item);
  if (marked !== null) {
    const { subject, word } = readStatusEntry(marked.rest, RESULT_WORDS);
    const environment = ENVIRONMENT_ALONE.exec(subject);
    if (environment !== null)
      return {
        command: oneLine(marked.code),
        environment: environment[1]?.trim() ?? '',
        result: resultOf(word),
      };
  }
  const { subject, word } = readStatusEntry(item, RESULT_WORDS);
  const environment = ENVIRONMENT_AT_END.exec(subject);
  const command = environment === null ? subject : subject.slice(0, environment.index);
  return {
    command: oneLine(command),
    environment: environment?.[1]?.trim() ?? '',
    result: resultOf(word),
  };
}

const ENVIRONMENT_ALONE = /^ {0,2}(?:\(([^()]*)\))?$/;
const ENVIRONMENT_AT_END = / {0,2}\(([^()]*)\)$/;

/** Writes what `readCommand` reads back to the same value. */
function writeCommand({ command, environment, result }: RanCommand): string {
  const after = `${environment === '' ? '' : ` (${environment})`}: ${result}`;
  const read = readCommand(`${command}${after}`);
  const isPlain = read.command === command && read.environment === environment && read.result === result;
  return `${isPlain ? command : inCode(command)}${after}`;
}

/** What a result word comes to. Only PASS is a pass. */
function resultOf(word: string): RanCommand['result'] {
  if (word === 'PASS' || word === 'PASSED') return 'PASS';
  return word === 'FAIL' || word === 'FAILED' || word === 'ERROR' ? 'FAIL' : 'UNKNOWN';
}

/** An exit code that cannot be read is none that passed. */
const exitCode = or(
  '',
  turned(anything(), (value) => (isEmpty(value) ? '' : lineFrom(value) || 'unreadable')),
);

/** The commands that were run, in JSON of `{command, environment, result, exitCode}`. */
export const commandsPart = listPart({
  title: 'Commands Executed',
  labels: ['commands run', 'commands', 'verification commands'],
  keeps: 'evidence',
  read: readCommand,
  entry: {
    form: openMapOf({ command: line, environment: line, result: line, exitCode }),
    make: (read, whole): RanCommand => ({
      command: read.command || whole,
      environment: read.environment.replaceAll(/[()]/g, ''),
      result: read.exitCode === '' || read.exitCode === '0' ? resultOf(read.result.toUpperCase()) : 'FAIL',
    }),
  },
  write: writeCommand,
});
