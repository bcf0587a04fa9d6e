import { inCode, readCode } from '../text-location.ts';
import { oneLine } from '../text-sections.ts';
import { readStatusEntry } from '../text-status.ts';
import type { RanCommand } from './auditor-body.ts';

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
export function readCommand(item: string): RanCommand {
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
  return { command: oneLine(command), environment: environment?.[1]?.trim() ?? '', result: resultOf(word) };
}

const ENVIRONMENT_ALONE = /^ {0,2}(?:\(([^()]*)\))?$/;
const ENVIRONMENT_AT_END = / {0,2}\(([^()]*)\)$/;

/** Writes what `readCommand` reads back to the same value. */
export function writeCommand({ command, environment, result }: RanCommand): string {
  const after = `${environment === '' ? '' : ` (${environment})`}: ${result}`;
  const read = readCommand(`${command}${after}`);
  const isPlain = read.command === command && read.environment === environment && read.result === result;
  return `${isPlain ? command : inCode(command)}${after}`;
}

/** What a result word comes to. Only PASS is a pass. */
export function resultOf(word: string): RanCommand['result'] {
  if (word === 'PASS' || word === 'PASSED') return 'PASS';
  return word === 'FAIL' || word === 'FAILED' || word === 'ERROR' ? 'FAIL' : 'UNKNOWN';
}
