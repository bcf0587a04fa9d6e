import { severityFrom, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { foldLetters } from './text-fold.ts';
import { isSensitive, isWeakness } from './weakness.ts';

/** The least severity the categorisation rules allow for a category, or undefined where they leave it open (LOOP-10). */
export function categoryFloor(category: string): Severity | undefined {
  const { isMixed } = foldLetters(category);
  const words = wordsIn(category);
  if (CRITICAL.test(words) || isWeakness(words) || isSensitive(words)) return 'CRITICAL';
  // Letters of two alphabets in one word are there to hide what the word is.
  const isRuled = isMixed || (IMPORTANT.test(words) && !words.includes(' minor '));
  const named = severityWord(words.trim());
  if (named === undefined) return isRuled ? 'HIGH' : undefined;
  return isRuled ? worse('HIGH', named) : named;
}

/** A weakness that the title names is one under any category; what is only spoken about is not (LOOP-10). */
export function titleFloor(title: string): Severity | undefined {
  return isWeakness(wordsIn(title)) ? 'CRITICAL' : undefined;
}

function wordsIn(said: string): string {
  return ` ${foldLetters(said).text.replace(/[^a-z0-9]+/g, ' ')} `;
}

/** Security vulnerabilities, crashes, data loss, ADR violations, hook violations, missing critical tests. */
const CRITICAL =
  / (?:security|insecure|vulnerab(?:le|ility|ilities)|exploits?|secrets?|credentials?|crash(?:es|ing)?|data (?:loss|corruption)|adrs?|hooks? violations?|(?:missing critical|critical missing) tests?|critical tests? missing) /;

/** Performance issues, incomplete implementation, architectural concerns, significant test gaps. */
const IMPORTANT = / (?:performance|incomplete|architectur(?:e|al)|tests? gaps?) /;

/**
 * The worst a finding's severity lines say, each by its first word, or by both of "low/medium"; undefined where they
 * say nothing. What cannot be read is never taken for harmless.
 */
export function severityLines(lines: string): Severity | undefined {
  const said = lines.split('\n').flatMap((line) => {
    const { text } = foldLetters(line);
    const [, first, second = ''] = FIRST_WORDS.exec(text) ?? [];
    if (first === undefined) return text.trim() === '' ? [] : (['HIGH'] as const);
    return [severityWord(first) ?? 'HIGH', severityWord(second) ?? 'INFO'];
  });
  return said.length === 0 ? undefined : said.reduce(worse);
}

const FIRST_WORDS = /^[^a-z0-9]{0,20}([a-z]+)(?:[ *_`]{0,4}(?:\/|-|→|to\b|or\b)[ *_`]{0,4}([a-z]+))?/;

/** Words of further scales that reviewers use where ours were asked for. */
const otherWords: ReadonlyMap<string, Severity> = new Map([
  ['blocker', 'CRITICAL'],
  ['blocking', 'CRITICAL'],
  ['severe', 'CRITICAL'],
  ['major', 'HIGH'],
  ['moderate', 'MEDIUM'],
  ['trivial', 'LOW'],
  ['cosmetic', 'LOW'],
  ['nit', 'LOW'],
  ['nitpick', 'LOW'],
  ['informational', 'INFO'],
]);

function severityWord(word: string): Severity | undefined {
  return severityFrom(word) ?? otherWords.get(word);
}
