import { isDoubted, speaksAgainst } from '../text-doubt.ts';
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
    const { subject, word, note } = readStatusEntry(marked.rest, RESULT_WORDS);
    const environment = ENVIRONMENT_ALONE.exec(subject);
    if (environment !== null)
      return {
        command: oneLine(marked.code),
        environment: environment[1]?.trim() ?? '',
        result: believed(word, note, marked.rest),
      };
  }
  const { subject, word, note } = readStatusEntry(item, RESULT_WORDS);
  const environment = ENVIRONMENT_AT_END.exec(subject);
  const command = environment === null ? subject : subject.slice(0, environment.index);
  return {
    command: oneLine(command),
    environment: environment?.[1]?.trim() ?? '',
    result: believed(word, note, item.slice(subject.length)),
  };
}

/** A PASS whose note or marks say that something failed is none. */
function believed(word: string, note: string, after: string): RanCommand['result'] {
  const result = resultOf(word);
  const isTakenBack = speaksAgainst(note) || isDoubted(note) || /[❌✗✘]/.test(after);
  return result === 'PASS' && isTakenBack ? 'UNKNOWN' : result;
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
