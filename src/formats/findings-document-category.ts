import { severityFrom, worse, type Severity } from '../model/severity.ts';

/** What guards something: as a category it is about security, in a title only where it is said to be missing or bad. */
const GUARD =
  'auth|authn|authz|authenticat\\w+|authori[sz]\\w+|access controls?|access checks?|permission checks?|permissions?|privileges?|ownership checks?|crypto\\w*|encryption|ciphers?|certificate (?:validation|verification|checks?)|signature (?:validation|verification|checks?)|password hash\\w*';
const LACKING =
  'missing|no|without|lacks?|lacking|absent|broken|weak|improper|incorrect|insufficient|inadequate|insecure|unsafe|excessive|bypass\\w*|skips?|skipped|disabled|unenforced';
const SENSITIVE =
  'sensitive (?:data|information)|personal data|private keys?|api keys?|access tokens?|session tokens?|passwords?|credentials?|secrets?|pii';
const SHOWN =
  'exposures?|exposed|exposes|exposing|leaks?|leaked|leaking|leakage|disclos\\w+|hard ?coded|plain ?text|cleartext|logged|logs|logging|printed|unencrypted|unprotected';
/** Writing about a guard is not the guard. */
const ABOUT = 'docs?|docstrings?|documentation|readme|comments?|changelog|typos?|wording';

/** One pattern for each family of weaknesses, after the names in CWE's top 25 and OWASP's top 10. */
const families: readonly string[] = [
  // Injection, except of what a program gives itself.
  '(?<! (?:dependency|constructor|setter|property|field|method|service|fault) )(?:injections?|sqli|injectable)',
  '(?:path|directory) (?:traversals?|climbing)|zip ?slip|(?:local|remote) file inclusion|lfi|rfi|(?:unrestricted|arbitrary) (?:file )?(?:uploads?|reads?|writes?)',
  'idors?|bola|insecure direct object references?|privileges? escalations?|escalat\\w+ (?:of )?privileges?|confused deputy|session (?:fixation|hijack\\w*)|mass assignment',
  `(?:${LACKING}) (?:\\w+ )?(?:${GUARD})(?! (?:${ABOUT}) )|(?:${GUARD}) (?:is |are |can be )?(?:bypass\\w*|missing|broken|disabled|skipped|absent|not (?:checked|enforced|required))|unauth(?:enticated|ori[sz]ed) (?:\\w+ )?(?:access|users?|requests?|calls?|endpoints?)`,
  `(?:${SHOWN}) (?:\\w+ ){0,2}(?:${SENSITIVE})|(?:${SENSITIVE}) (?:\\w+ ){0,2}(?:${SHOWN})|(?:information|data) (?:disclosure|leaks?|leakage|exposure)`,
  '(?:weak|broken|insecure|predictable|outdated) (?:hash\\w*|random\\w*|prng|tls|ssl|keys?|passwords?|algorithms?)|timing attacks?|padding oracle',
  '(?:insecure|unsafe|untrusted) deseriali[sz]ation|deseriali[sz]\\w+ (?:of )?(?:untrusted|user)(?: \\w+)?',
  'xss|cross site scripting|xxe|xml external entit(?:y|ies)|csrf|xsrf|(?:cross site|server side) request forgery|ssrf|(?:open|unvalidated) redirects?|clickjacking',
  'rce|(?:remote|arbitrary|untrusted) (?:code|command) execution|code execution|buffer (?:over|under)(?:flow|run|read)s?|out of bounds (?:reads?|writes?|access)|use after free|double free|null pointer dereference',
  'prototype pollution|(?:cache|dns) poisoning|request smuggling|response splitting|denial of service|redos',
];

const WEAKNESS = new RegExp(` (?:${families.join('|')}) `);
const SUBJECT = new RegExp(` (?:${GUARD}|${SENSITIVE}|deseriali[sz]ation) `);
const WRITING = new RegExp(` (?:${ABOUT}) `);

/** Whether words, in small letters with one space around each, name a weakness. */
function isWeakness(words: string): boolean {
  return WEAKNESS.test(words);
}

/** Whether words speak of documents or comments. */
function isAboutText(words: string): boolean {
  return WRITING.test(words);
}

/** Whether a category is what protects something, or what has to be protected. */
function isSensitive(words: string): boolean {
  return SUBJECT.test(words) && !isAboutText(words);
}

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

type Folded = {
  /** In lower case, without accents, and with the plain letter for one that only looks like it. */
  readonly text: string;
  /** Some word still has letters of another alphabet beside Latin ones. */
  readonly isMixed: boolean;
};

/** For comparing words by what a person sees: `Sеcurity` with a Cyrillic е is `security`. */
export function foldLetters(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), isMixed: false };
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const folded = bare.replace(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter);
  return { text: folded, isMixed: MIXED.test(bare) && MIXED.test(folded) };
}

const PLAIN = /^\p{ASCII}*$/u;
const MIXED = /[a-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[a-z]/u;

/** Cyrillic, Greek and a few others, by the lower case of what looks like a Latin letter in either case. */
const foreign = 'авеһніјӏкмոорԛѕстухѵԝԁɡıαβεικορτυχν';
const latin = 'abehhijlkmnopqsctyxvwdgiabeikoptuxv';
const lookalikes: ReadonlyMap<string, string> = new Map(
  Array.from(foreign, (letter, index) => [letter, latin.charAt(index)]),
);
