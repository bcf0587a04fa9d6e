import { inCode, readCode } from './location.ts';

/** An entry that gives something a status: `<subject>: <STATUS> - <note>`. */
export type StatusEntry = {
  readonly subject: string;
  /** One of the words asked for; empty where there is none, or two that differ. */
  readonly word: string;
  readonly note: string;
};

/**
 * Reads an entry by the status words given (capitals). A subject in code marks ends with them; else the first status
 * word after a separator counts, and a second, different one makes the entry unclear.
 */
export function readStatusEntry(item: string, words: readonly string[]): StatusEntry {
  const status = new RegExp(STATUS.replace('WORDS', words.join('|')), 'g');
  const marked = readCode(item);
  if (marked !== null) {
    const match = status.exec(marked.rest);
    if (match?.index === 0) return entry(marked.code, match, marked.rest);
    status.lastIndex = 0;
  }
  const first = status.exec(item);
  if (first === null) return { subject: item, word: '', note: '' };
  const read = entry(withoutMarks(item.slice(0, first.index)), first, item);
  const second = status.exec(item);
  return second === null || second[1] === first[1] ? read : { ...read, word: '' };
}

/** Writes what `readStatusEntry` reads back to the same value. */
export function writeStatusEntry({ subject, word, note }: StatusEntry, words: readonly string[]): string {
  const after = `: ${word}${note === '' ? '' : ` - ${note}`}`;
  const read = readStatusEntry(`${subject}${after}`, words);
  const isPlain = read.subject === subject && read.word === word && read.note === note;
  return `${isPlain ? subject : inCode(subject)}${after}`;
}

/** A separator, marks and signs of approval, the word, and then no letter: `VERIFIED`, but not `VERIFIEDLY`. */
const STATUS =
  ' {0,3}(?::|[-–—=](?= )|→|->|\\(|\\[) {0,3}[*_`✅✓✔❌✗✘]{0,4} {0,2}(WORDS)(?![A-Za-z])[*_`)\\]]{0,3}';

/** A cross beside a good word says two things. */
function wordIn([whole, word = '']: RegExpExecArray): string {
  return /[❌✗✘]/.test(whole) && !/^(?:NOT|UN|FAIL|ERROR)/.test(word) ? '' : word;
}

function entry(subject: string, match: RegExpExecArray, text: string): StatusEntry {
  const note = text
    .slice(match.index + match[0].length)
    .trim()
    .replace(/^[:,;–—-]/, '')
    .trim();
  return { subject, word: wordIn(match), note };
}

function withoutMarks(subject: string): string {
  return subject
    .trim()
    .replace(/^\*{1,3}/, '')
    .replace(/\*{1,3}$/, '')
    .trim();
}
