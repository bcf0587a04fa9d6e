import { severityFrom, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { foldLetters } from './text-fold.ts';
import { isAboutText, isSensitive, isWeakness } from './weakness.ts';

/** The least severity the categorisation rules allow for a category, or undefined where they leave it open (LOOP-10). */
export function categoryFloor(category: string): Severity | undefined {
  const { isMixed } = foldLetters(category);
  const words = wordsIn(category);
  if (CRITICAL.test(words) || isDamage(words) || isWeakness(words) || isSensitive(words)) return 'CRITICAL';
  // Letters of two alphabets in one word are there to hide what the word is.
  const isRuled =
    isMixed || ((IMPORTANT.test(words) || UNFINISHED.test(words)) && !words.includes(' minor '));
  const named = severityWord(words.trim());
  if (named === undefined) return isRuled ? 'HIGH' : undefined;
  return isRuled ? worse('HIGH', named) : named;
}

/** A weakness, lost data or broken hook that the title names is one under any category; what is only spoken about is not (LOOP-10). */
export function titleFloor(title: string): Severity | undefined {
  const words = wordsIn(title);
  if (isWeakness(words) || isDamage(words)) return 'CRITICAL';
  return UNFINISHED.test(words) && !isAboutText(words) ? 'HIGH' : undefined;
}

/** Lost data, or a hook with a word beside it that says it is broken or got around: `React hook naming` is neither. */
function isDamage(words: string): boolean {
  return LOST.test(words) || HOOK.test(words);
}

function wordsIn(said: string): string {
  return ` ${foldLetters(said).text.replace(/[^a-z0-9]+/g, ' ')} `;
}

/** Security vulnerabilities, crashes, data loss, ADR violations, hook violations, missing critical tests. */
const CRITICAL =
  / (?:security|insecure|vulnerab(?:le|ility|ilities)|exploits?|secrets?|credentials?|crash(?:es|ed|ing)?|adrs?|architectur(?:e|al) decisions?|(?:missing critical|critical missing) tests?|critical tests? missing) /;

const LOST =
  / (?:data (?:(?:is|are|gets?|may|can|could|be|being) ){0,3}(?:loss(?:es)?|lost|corrupt\w*|destroyed|wiped)|(?:loss|losing|loses?|lost|corrupt\w*|destroy\w*|wip(?:es|ed|ing)) (?:\w+ ){0,3}data) /;

const BROKEN =
  'violat\\w+|broken?|breaks?|breaking|bypass\\w*|skip\\w*|disabl\\w+|ignor\\w+|circumvent\\w*|fail\\w*|unenforced|not (?:run|executed|enforced)';
/** A hook that is broken, something that breaks a hook, and git's option to go without. */
const HOOK = new RegExp(
  ` hooks? (?:(?:is|are|was|were|be|being|gets?|has|have|been|can) ){0,3}(?:${BROKEN}) | (?:${BROKEN}) (?:(?:of|the|a|an|all|its|s|git|repository|pre|post|commit|push) ){0,6}hooks? | no verify `,
);

/** Performance issues, incomplete implementation, architectural concerns, significant test gaps. */
const IMPORTANT = / (?:performance|incomplete\w*|architectur(?:e|al)|tests? gaps?) /;
const UNFINISHED =
  / (?:unfinished|unimplemented|half (?:done|finished|implemented)|not (?:(?:yet|fully) )?(?:finished|complete|completed|implemented)|incomplete(?:ly)? implement\w+) /;

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
