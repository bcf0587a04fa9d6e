import { severityFrom, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { foldLetters } from './text-fold.ts';

/** The least severity the categorisation rules allow for a category, or undefined where they leave it open (LOOP-10). */
export function categoryFloor(category: string): Severity | undefined {
  const { text, isMixed } = foldLetters(category);
  const words = ` ${text.replace(/[^a-z0-9]+/g, ' ')} `.replace(' dependency injection ', ' ');
  if (CRITICAL.test(words)) return 'CRITICAL';
  // Letters of two alphabets in one word are there to hide what the word is.
  const isRuled = isMixed || (IMPORTANT.test(words) && !words.includes(' minor '));
  const named = severityWord(words.trim());
  if (named === undefined) return isRuled ? 'HIGH' : undefined;
  return isRuled ? worse('HIGH', named) : named;
}

/** Security vulnerabilities, crashes, data loss, ADR violations, hook violations, missing critical tests. */
const CRITICAL =
  / (?:security|insecure|vulnerab(?:le|ility|ilities)|(?:sql )?injections?|sqli|xss|csrf|ssrf|rce|exploits?|auth\w* bypass|bypass\w* auth\w*|secrets?|credentials?|crash(?:es|ing)?|data (?:loss|corruption)|adrs?|hooks? violations?|(?:missing critical|critical missing) tests?|critical tests? missing) /;

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
